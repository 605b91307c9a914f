"""Contracts of import-linter, written as rules."""

# For maintainers. A module stands for its package and all below it, and modules of different contracts may lie inside one another, while
# a file belongs to one part. So each named module is a part, the innermost first, and a rule that names a module names the parts inside
# it too. import-linter counts imports alone, and those of type checkers unless told otherwise.

from __future__ import annotations

import configparser
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from nexus_diff.config.accept import FINDINGS
from nexus_diff.rules.proposal import Proposal, Value, identifier, unique

_MARKS = re.compile(r"\s*([|:])\s*")


def read_ini(text: str) -> dict[str, Any]:
    """What `.importlinter` or setup.cfg says: the options of the session, and `contracts`."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise ValueError(str(error).splitlines()[0]) from None
    options: dict[str, Any] = dict(parser["importlinter"]) if parser.has_section("importlinter") else {}
    contracts = [name for name in parser.sections() if name.startswith("importlinter:contract:")]
    options["contracts"] = [dict(parser[name]) for name in contracts]
    return options


def listed(value: object) -> list[str]:
    """A list, or the lines of a text."""
    if isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip() and not line.strip().startswith("#")]
    return [str(item) for item in value] if isinstance(value, (list, tuple, set)) else []


def adopt(options: Mapping[str, Any], files: Iterable[str]) -> Proposal:
    """The rules that mean what the contracts mean. `files`: of the repository, to find the packages."""
    roots = listed(options.get("root_packages")) or listed(options.get("root_package"))
    return _Adoption(roots, sorted(files)).run(options)


class _Adoption:
    def __init__(self, roots: Sequence[str], files: Sequence[str]) -> None:
        self.roots = roots
        self.files = set(files)
        self.home = {root: self._find(root) for root in roots}
        self.modules: set[str] = set()
        self.rules: list[dict[str, Value]] = []
        self.allow: list[dict[str, Value]] = []
        self.notes: list[str] = []
        self.ids: set[str] = set(FINDINGS)

    def _find(self, root: str) -> str:
        """The folder that holds a root package: the shortest."""
        inside = root.replace(".", "/")
        ends = (f"{inside}/__init__.py", f"{inside}.py", f"{inside}/__init__.pyi")
        homes = [path[: -len(end)] for path in self.files for end in ends if path == end or path.endswith("/" + end)]
        return min(homes, key=lambda home: (len(home), home), default="")

    def run(self, options: Mapping[str, Any]) -> Proposal:
        contracts = [contract for contract in options.get("contracts", ()) if isinstance(contract, dict)]
        for contract in contracts:
            self.modules.update(self._named(contract))
        for contract in contracts:
            self._contract(contract)
        order = sorted(self.modules, key=lambda name: (-name.count("."), name))
        excluded = str(options.get("exclude_type_checking_imports", "")).lower() in ("true", "1")
        settings: dict[str, Value] = {"edges": ["imports"], "type_only": not excluded}
        parts = {_part(name): self._paths(name) for name in order}
        return Proposal(parts, self.rules, self.allow, settings, self.notes)

    def _named(self, contract: Mapping[str, Any]) -> Iterator[str]:
        """Modules inside the repository that a contract names."""
        kind = contract.get("type")
        if kind == "layers":
            for container in listed(contract.get("containers")) or [""]:
                for layer in listed(contract.get("layers")):
                    yield from (self._inside(container, name.strip("() ")) for name in _MARKS.split(layer)[::2])
        elif kind == "independence":
            yield from listed(contract.get("modules"))
        elif kind == "forbidden":
            yield from listed(contract.get("source_modules"))
            yield from (name for name in listed(contract.get("forbidden_modules")) if self._is_inside(name))
        elif kind == "protected":
            yield from (*listed(contract.get("protected_modules")), *listed(contract.get("allowed_importers")))

    @staticmethod
    def _inside(container: str, name: str) -> str:
        return f"{container}.{name}" if container else name

    def _is_inside(self, name: str) -> bool:
        return any(name == root or name.startswith(root + ".") for root in self.roots)

    def _paths(self, module: str) -> tuple[str, ...]:
        root = next((root for root in self.roots if module == root or module.startswith(root + ".")), "")
        names = [f"{{m{at}}}" if name == "*" else name for at, name in enumerate(module.split("."))]
        path = self.home.get(root, "") + "/".join(names)
        return (path,) if names[-1] == "**" else (f"{path}/**", f"{path}.py")

    def _with_inner(self, modules: Iterable[str]) -> list[str]:
        """Modules and the parts inside them."""
        named = list(modules)
        inner = [other for name in named for other in sorted(self.modules) if other.startswith(name + ".") and other not in named]
        return [_part(name) for name in dict.fromkeys([*named, *inner])]

    def _contract(self, contract: Mapping[str, Any]) -> None:
        name = str(contract.get("id") or contract.get("name") or contract.get("type") or "contract")
        kind = str(contract.get("type", ""))
        steps = {"layers": self._layers, "independence": self._independence, "forbidden": self._forbidden, "protected": self._protected}
        if kind not in steps:
            self.notes.append(f"contract {name!r}: type {kind!r} has no counterpart here")
            return
        before = len(self.rules)
        steps[kind](identifier(name), contract)
        for rule in self.rules[before:]:
            self._ignored(str(rule["id"]), listed(contract.get("ignore_imports")))

    def _add(self, name: str, **fields: Value) -> None:
        self.rules.append({"id": unique(name, self.ids), **{key.rstrip("_"): value for key, value in fields.items()}})

    def _layers(self, name: str, contract: Mapping[str, Any]) -> None:
        if str(contract.get("exhaustive", "")).lower() == "true":
            self.notes.append(f"{name}: `exhaustive` has no counterpart; `nexus-diff rules unassigned` lists what belongs to no part")
        for container in listed(contract.get("containers")) or [""]:
            layers = [self._layer(name, container, layer) for layer in listed(contract.get("layers"))]
            self._add(name, layers=layers)

    def _layer(self, name: str, container: str, layer: str) -> str:
        pieces = _MARKS.split(layer)
        optional = any(piece.strip().startswith("(") for piece in pieces[::2])
        modules = [self._inside(container, piece.strip("() ")) for piece in pieces[::2]]
        modules = [_part(module) for module in modules]
        inner = [other for other in self._with_inner(modules) if other not in modules]
        mark = " : " if ":" in pieces or len(modules) == 1 else " | "
        if inner and mark == " | ":
            self.notes.append(f"{name}: parts inside of {layer!r} are not looked at")
        text = mark.join([*modules, *inner] if mark == " : " else modules)
        return f"({text})" if optional else text

    def _independence(self, name: str, contract: Mapping[str, Any]) -> None:
        modules = listed(contract.get("modules"))
        if any("*" in module for module in modules):
            self._add(name, independent=[_part(module) for module in modules], except_=["__init__"])
            return
        if all(self._with_inner([module]) == [module] for module in modules):
            self._add(name, independent=modules)
            return
        for module in modules:
            others = [other for other in modules if other != module]
            self._add(name, from_=self._with_inner([module]), forbid=self._with_inner(others), through="chain")

    def _forbidden(self, name: str, contract: Mapping[str, Any]) -> None:
        sources = self._with_inner(listed(contract.get("source_modules")))
        named = listed(contract.get("forbidden_modules"))
        inside = [module for module in named if self._is_inside(module)]
        outside = [module for module in named if module not in inside]
        direct = str(contract.get("allow_indirect_imports", "")).lower() == "true"
        if inside:
            self._add(name, from_=sources, forbid=self._with_inner(inside), through="direct" if direct else "chain")
        if outside:
            self._add(name, from_=sources, forbid_externals=outside)
            if not direct:
                self.notes.append(f"{name}: libraries are looked for in direct imports only")

    def _protected(self, name: str, contract: Mapping[str, Any]) -> None:
        targets = self._with_inner(listed(contract.get("protected_modules")))
        allowed = self._with_inner(listed(contract.get("allowed_importers"))) or targets
        self._add(name, protect=targets, allow_from=allowed)

    def _ignored(self, rule: str, imports: Iterable[str]) -> None:
        for text in imports:
            source, arrow, target = (piece.strip() for piece in text.partition("->"))
            if not arrow:
                continue
            for start in self._files_of(source):
                for end in self._files_of(target):
                    self.allow.append({"rule": rule, "from": start, "to": end, "why": "ignored in the contract"})

    def _files_of(self, module: str) -> list[str]:
        """Path patterns of one module (not of what is below it)."""
        path = re.sub(r"\{\w+\}", "*", self._paths(module)[-1].removesuffix(".py"))
        if path.endswith("**"):
            return [path]
        if "*" not in path:
            return [f"{path}/__init__.py"] if f"{path}/__init__.py" in self.files else [f"{path}.py"]
        return [f"{path}.py", f"{path}/__init__.py"]


def _part(module: str) -> str:
    """The name of the part that stands for a module."""
    return module.replace("**", "all").replace("*", "each")
