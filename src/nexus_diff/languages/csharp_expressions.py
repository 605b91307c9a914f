"""Expressions of C#."""

from __future__ import annotations

from nexus_diff.languages.builder_protocol import Expression
from nexus_diff.languages.csharp_calls import CALLS
from nexus_diff.languages.csharp_creation import CREATION
from nexus_diff.languages.csharp_literals import LITERALS
from nexus_diff.languages.csharp_operators import OPERATORS
from nexus_diff.languages.csharp_types import TYPES

EXPRESSIONS: dict[str, Expression] = {**TYPES, **CALLS, **CREATION, **OPERATORS, **LITERALS}
