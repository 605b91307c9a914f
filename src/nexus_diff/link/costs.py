"""Costs of handing an argument to a parameter: the less, the nearer."""

from __future__ import annotations

NEVER = 1 << 20
"""Cost of an argument that cannot be handed to a parameter."""
BOXED = 1 << 10
"""Cost of turning a plain value into an object, or back."""
UNKNOWN, WIDEST, GENERIC = 12, 10, 8
"""Costs: of an argument or parameter of unknown type, of a type that takes everything, of a type parameter."""
NEAR = 6
"""Greatest cost of a class of the library that a value is of by inheritance."""
ADDRESS = 6
"""Cost of a pointer where the thing itself is wanted, or the other way round: which of them a value is may not be known."""
CONSTRUCTED = 60
"""Cost of an object that a constructor of one argument, or a conversion of the class, makes."""
