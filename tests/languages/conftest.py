"""A readable form of facts, for golden files: `cases/NAME.<suffix>` beside `cases/NAME.facts`.

Write the golden files anew with NEXUS_DIFF_UPDATE=1, then read the difference. A case whose name starts with `points` shows at which
program point each name is read: `x@scope.at/block` (`end`: when all bindings are known).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from nexus_diff.extract import extract
from nexus_diff.languages.base import Language
from nexus_diff.languages.builder_protocol import END
from nexus_diff.model import expr as e
from nexus_diff.model.facts import Definition, FileFacts, Param


class Rendering:
    """Renders the facts of one file."""

    def __init__(self, facts: FileFacts, points: bool = False) -> None:
        self.facts = facts
        self.points = points

    def text(self) -> str:
        sections = {
            "package": [self.facts.package] if self.facts.package else [],
            "definitions": self.definitions(),
            "scopes": [line for index in range(1, len(self.facts.scopes)) if (line := self.scope(index))],
            "imports": self.imports(),
            "bindings": self.bindings(),
            "blocks": self.blocks(),
            "sites": self.sites(),
            "exports": [f"{exported} = {local}" for exported, local in self.facts.exports],
            "all": [] if self.facts.all_names is None else [", ".join(self.facts.all_names)],
            "problems": [" ".join(map(str, (p.kind, p.line, p.detail))).strip() for p in self.facts.problems],
        }
        return "\n".join(f"{name}:\n" + "".join(f"  {line}\n" for line in lines) for name, lines in sections.items() if lines)

    def definitions(self) -> list[str]:
        lines = []
        for made, span in zip(self.facts.definitions, self.facts.spans, strict=True):
            where = f"{span.start}-{span.end}" if span.line == span.start else f"{span.start}({span.line})-{span.end}"
            doc = f" doc={span.doc}" if span.doc != span.start else ""
            complexity = f" cc={span.complexity}" if span.complexity != 1 else ""
            lines.append(f"{where} {made.kind} {self.signature(made)}{doc}{complexity}")
        return lines

    def signature(self, made: Definition) -> str:
        text = made.qualified
        if made.type_params:
            text += "[" + ", ".join(self.param(param) for param in made.type_params) + "]"
        if made.params or made.kind in ("function", "method"):
            text += "(" + ", ".join(self.param(param) for param in made.params) + ")"
        if made.bases:
            text += " < " + ", ".join(f"{b.keyword + '=' if b.keyword else ''}{self.expr(b.expr)}" for b in made.bases)
        for mark, index in ((" -> ", made.returns), (": ", made.type), (" = ", made.value)):
            text += mark + self.expr(index) if index >= 0 else ""
        text += "".join(f" @{self.expr(index)}" for index in made.decorators)
        return text + (f" [{' '.join(sorted(made.modifiers))}]" if made.modifiers else "")

    def param(self, param: Param) -> str:
        text = {"*": "*", "**": "**"}.get(param.kind, "") + (param.name or "_") + ("?" if param.optional else "")
        text += f": {self.expr(param.type)}" if param.type >= 0 else ""
        text += f" = {self.expr(param.default)}" if param.default >= 0 else ""
        return text + {"posonly": " /", "kwonly": " kw"}.get(param.kind, "") + (" prop" if param.prop else "")

    def name_of(self, index: int) -> str:
        scope = self.facts.scopes[index]
        if scope.definition >= 0:
            return self.facts.definitions[scope.definition].qualified
        return scope.kind if scope.parent < 0 else f"{self.name_of(scope.parent)}/{scope.kind}{index}"

    def scope(self, index: int) -> str:
        scope = self.facts.scopes[index]
        parts = []
        if scope.params:
            parts.append("(" + ", ".join(self.param(param) for param in scope.params) + ")")
        if scope.modifiers:
            parts.append(" ".join(sorted(scope.modifiers)))
        for name, found in (("returns", scope.returns), ("yields", scope.yields)):
            parts += [f"{name} {self.expr(one)}" for one in found]
        for name, names in (("globals", scope.globals), ("called", scope.called), ("stored", scope.stored)):
            parts += [f"{name} {' '.join(names)}"] if names else []
        if scope.definition >= 0 and not parts:
            return ""
        return f"{self.name_of(index)}: {'; '.join(parts)}".rstrip()

    def imports(self) -> list[str]:
        return [
            f"{i.kind} {i.source!r} name={i.name!r} as={i.alias!r} in {self.name_of(i.scope)} {' '.join(sorted(i.flags))}".rstrip()
            for i in self.facts.imports
        ]

    def bindings(self) -> list[str]:
        lines = []
        for b in self.facts.bindings:
            target = f"{self.expr(b.attr_of)}.{b.target}" if b.attr_of >= 0 else b.target
            text = f"{self.name_of(b.scope)}: {target}"
            text += f": {self.expr(b.type)}" if b.type >= 0 else ""
            text += f" <- {self.expr(b.value)}" if b.value >= 0 else ""
            if b.definition >= 0:
                text += f" <= {self.facts.definitions[b.definition].kind} {self.facts.definitions[b.definition].qualified}"
            text += f" <= import {b.imported}" if b.imported >= 0 else ""
            lines.append(text + (f" block {b.block}" if b.block else "") + (" narrow" if b.narrow else ""))
        return lines

    def blocks(self) -> list[str]:
        pairs = zip(self.facts.blocks, self.facts.block_groups, strict=True)
        return [f"{index} in {parent}{f' group {group}' if group else ''}" for index, (parent, group) in enumerate(pairs) if index]

    def sites(self) -> list[str]:
        lines = []
        for s in self.facts.sites:
            where = f"{s.line}:{s.column}" + (f"-{s.end}" if s.end != s.line else "")
            target = f" of {self.facts.definitions[s.definition].qualified}" if s.definition >= 0 else ""
            lines.append(f"{where} {s.kind} {self.expr(s.expr)}{target} in {self.name_of(s.scope)}")
        return lines

    def args(self, args: tuple[e.Arg, ...]) -> str:
        marks = {"": "", "*": "*", "**": "**"}
        return "(" + ", ".join(marks.get(a.keyword, f"{a.keyword}=") + self.expr(a.value) for a in args) + ")"

    def many(self, indexes: tuple[int, ...], joint: str = ", ") -> str:
        return joint.join(self.expr(index) for index in indexes)

    def name(self, name: e.Name) -> str:
        if not self.points:
            return name.name
        point = self.facts.points[name.point]
        outer = f"^{'end' if point.outer_at == END else point.outer_at}" if point.outer_at >= 0 else ""
        return f"{name.name}@{point.scope}.{'end' if point.at == END else point.at}/{point.block}{outer}"

    def expr(self, index: int) -> str:
        if index < 0:
            return "-"
        x = self.facts.exprs[index]
        match x:
            case e.Name():
                return self.name(x)
            case e.Attr():
                return f"{self.expr(x.value)}.{x.name}"
            case e.Call():
                types = f"<{self.many(x.type_args)}>" if x.type_args else ""
                return f"{self.expr(x.func)}{types}{self.args(x.args)}"
            case e.New():
                return f"new {self.expr(x.type)}{self.args(x.args)}"
            case e.Func():
                return f"Func({self.name_of(x.scope)})"
            case e.Index():
                return f"{self.expr(x.value)}[{self.expr(x.key)}]"
            case e.Item():
                return f"Item({self.expr(x.value)}, {repr(x.key) if x.key else x.position})"
            case e.Iter() | e.Enter():
                return f"{type(x).__name__}({self.expr(x.value)}{', async' if x.awaited else ''})"
            case e.Await() | e.AddressOf() | e.Deref():
                return f"{type(x).__name__}({self.expr(x.value)})"
            case e.Cast():
                return f"Cast({self.expr(x.value)}, {self.expr(x.type)})"
            case e.Apply():
                return f"{self.expr(x.type)}<{self.many(x.args)}>"
            case e.Op():
                return f"({self.expr(x.left)} {x.op} {self.expr(x.right)})" if x.right >= 0 else f"({x.op} {self.expr(x.left)})"
            case e.Literal():
                if x.value and x.type in ("str", "string"):
                    return repr(x.value.replace(e.GAP, "…"))
                return f"<{x.type}{' ' + x.value if x.value else ''}>"
            case e.Display():
                items = [f"{self.expr(k)}: {self.expr(i)}" for k, i in zip(x.keys, x.items, strict=True)] if x.keys else None
                return f"{x.type}[{', '.join(items) if items is not None else self.many(x.items)}]"
            case e.Union():
                return f"({self.many(x.items, ' & ' if x.intersection else ' | ')})"
            case e.FuncType():
                return f"(({self.many(x.params)}) => {self.expr(x.returns)})"
            case e.ObjectType():
                return "{" + ", ".join(f"{n}: {self.expr(t)}" for n, t in zip(x.names, x.types, strict=True)) + "}"
            case e.Held() if x.how in ("const", ""):
                return f"{x.how or 'copy'} {self.expr(x.value)}"
            case e.Held() if x.how.startswith("ref"):
                return f"&{x.how[4:]}{' ' * (x.how != 'ref')}{self.expr(x.value)}"
            case e.Held():
                return f"{self.expr(x.value)}{x.how}"
            case e.TypeOf():
                return f"{x.op}({self.expr(x.value)})"
            case _:
                return type(x).__name__


@pytest.fixture
def check_case() -> Callable[[Path, Language], None]:
    """Compare the facts of a case with its golden file."""

    def check(case: Path, language: Language) -> None:
        found = Rendering(extract(case.read_bytes(), language), case.name.startswith("points")).text()
        golden = case.with_name(f"{case.name}.facts")
        if os.environ.get("NEXUS_DIFF_UPDATE"):
            golden.write_text(found, encoding="utf-8")
        assert found == golden.read_text(encoding="utf-8")

    return check
