"""How the shop is written in each language: where a file lies, and its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from posixpath import basename, dirname, relpath
from typing import NamedTuple

Item = tuple[str, ...]
"""("use", file, name …), ("lib", module), ("def", name, callee …), ("class", name, base or "", callee …) with a method `run`,
("text", line): a comment."""
Items = Sequence[Item]


class Dialect(NamedTuple):
    """One language."""

    path: Callable[[str], str]
    """`web/views` → where its code lies."""
    sources: Callable[[str, Items], dict[str, str]]
    """Path → text of everything that a file of the shop consists of."""
    around: Callable[[set[str]], dict[str, str]] = lambda files: {}
    """Path → text of what a tree of these files needs beside them."""
    symbol: Callable[[str, str], str] = lambda file, name: name
    """(file, function or class) → its name there: `Views.show`."""
    dotted: Callable[[str, str], str] = lambda file, name: f"{_dots(file)}.{name}"
    """(file, function or class) → its name in rules, as people call it: `store.db.execute`, `App.Store.Db.execute`."""
    imported: Callable[[str], str] | None = None
    """Where what others import of it lies, if not with the code."""
    library: Callable[[str], str] = lambda name: name
    """The name of a library as rules write it."""
    header: Callable[[str], str] | None = None
    """The name of a library as answers write it, where that is another."""
    has_bases: bool = True


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _one(path: Callable[[str], str], item: Callable[..., str]) -> Callable[[str, Items], dict[str, str]]:
    """A language whose files are their items, one after the other."""
    return lambda file, items: {path(file): "".join(item(file, *one) for one in items)}


def _calls(callees: Sequence[str], before: str, end: str = ";") -> str:
    return "".join(f"{before}{callee}(){end}\n" for callee in callees)


def _dots(path: str) -> str:
    return path.replace("/", ".")


# Python


def _python_path(file: str) -> str:
    return f"app/{file.removesuffix('index')}__init__.py" if file.endswith("/index") else f"app/{file}.py"


def _python(file: str, kind: str, name: str, *rest: str) -> str:
    if kind == "use":
        module = name.removesuffix("/index").replace("/", ".")
        return f"from app.{module} import {', '.join(rest)}\n" if rest else f"import app.{module}\n"
    if kind == "lib":
        return f"import {name}\n"
    if kind == "text":
        return f"# {name}\n"
    if kind == "def":
        return f"def {name}():\n" + (_calls(rest, "    ", "") or f"    return '{name}'\n")
    base = f"({rest[0]})" if rest[0] else ""
    return f"class {name}{base}:\n    def run(self):\n" + (_calls(rest[1:], "        ", "") or f"        return '{name}'\n")


def _packages(files: set[str]) -> dict[str, str]:
    folders = {dirname(_python_path(file)) for file in files} | {"app", "app/features"}
    return {f"{folder}/__init__.py": "" for folder in folders}


# TypeScript, JavaScript


def _script(file: str, kind: str, name: str, *rest: str) -> str:
    if kind == "use":
        module = relpath(name, dirname(file))
        module = module if module.startswith(".") else f"./{module}"
        return f"import {{ {', '.join(rest)} }} from '{module}'\n" if rest else f"import '{module}'\n"
    if kind == "lib":
        return f"import {name.partition('.')[0]} from '{name}'\n"
    if kind == "text":
        return f"// {name}\n"
    if kind == "def":
        return f"export function {name}() {{\n" + _calls(rest, "  ", "") + f"  return '{name}'\n}}\n"
    base = f" extends {rest[0]}" if rest[0] else ""
    return f"export class {name}{base} {{\n  run() {{\n" + _calls(rest[1:], "    ", "") + f"    return '{name}'\n  }}\n}}\n"


# Java, C#: functions are static members of a class with the file's name


def _class_path(suffix: str) -> Callable[[str], str]:
    return lambda file: f"app/{dirname(file)}/{_capital(basename(file))}.{suffix}"


def _in_class(file: str, name: str) -> str:
    return f"{_capital(basename(file))}.{name}"


def _in_namespace(file: str, name: str) -> str:
    return f"{_space(file)}.{_in_class(file, name)}"


def _space(file: str) -> str:
    return "App." + ".".join(_capital(part) for part in dirname(file).split("/"))


def _java(file: str, items: Items) -> dict[str, str]:
    def package(of: str) -> str:
        return f"app.{_dots(dirname(of))}"

    head, body = f"package {package(file)};\n", ""
    for kind, name, *rest in items:
        if kind == "use":
            whole = f"{package(name)}.{_capital(basename(name))}"
            head += "".join(f"import static {whole}.{one};\n" for one in rest) or f"import {whole};\n"
        elif kind == "lib":
            head += f"import {name}.Client;\n"
        elif kind == "text":
            body += f"    // {name}\n"
        elif kind == "def":
            body += f'    public static String {name}() {{\n{_calls(rest, "        ")}        return "{name}";\n    }}\n'
        else:
            base = f" extends {rest[0]}" if rest[0] else ""
            run = f'        public String run() {{\n{_calls(rest[1:], "            ")}            return "{name}";\n        }}\n'
            body += f"    public static class {name}{base} {{\n{run}    }}\n"
    return {_class_path("java")(file): f"{head}public class {_capital(basename(file))} {{\n{body}}}\n"}


def _csharp(file: str, items: Items) -> dict[str, str]:
    head, body = "", ""
    for kind, name, *rest in items:
        if kind == "use":
            head += f"using static {_space(name)}.{_capital(basename(name))};\n"
        elif kind == "lib":
            head += f"using {name};\n"
        elif kind == "text":
            body += f"    // {name}\n"
        elif kind == "def":
            body += f'    public static string {name}()\n    {{\n{_calls(rest, "        ")}        return "{name}";\n    }}\n'
        else:
            base = f" : {rest[0]}" if rest[0] else ""
            calls = _calls(rest[1:], "            ")
            run = f'        public virtual string Run()\n        {{\n{calls}            return "{name}";\n        }}\n'
            body += f"    public class {name}{base}\n    {{\n{run}    }}\n"
    text = f"{head}\nnamespace {_space(file)};\n\npublic static class {_capital(basename(file))}\n{{\n{body}}}\n"
    return {_class_path("cs")(file): text}


# Go: each file is a package, names that others use begin with a capital


def _go_path(file: str) -> str:
    return f"app/{file}/{basename(file)}.go"


def _go(file: str, items: Items) -> dict[str, str]:
    homes = {name: basename(item[1]) for item in items if item[0] == "use" for name in item[2:]}

    def named(name: str) -> str:
        return f"{homes[name]}.{_capital(name)}" if name in homes else _capital(name)

    head, body = f"package {basename(file)}\n", ""
    used = {callee for kind, _, *rest in items if kind in ("def", "class") for callee in rest}
    for kind, name, *rest in items:
        if kind in ("use", "lib"):
            head += f'import "shop/app/{name}"\n' if kind == "use" else f'import _ "example.com/{name}"\n'
            body += "".join(f"var _ = {named(one)}\n" for one in rest if one not in used)
        elif kind == "text":
            body += f"// {name}\n"
        elif kind == "def":
            calls = "".join(f"\t{named(callee)}()\n" for callee in rest)
            body += f'func {_capital(name)}() string {{\n{calls}\treturn "{name}"\n}}\n'
        else:
            base = f"\t{named(rest[0])}\n" if rest[0] else ""
            calls = "".join(f"\t{named(callee)}()\n" for callee in rest[1:])
            body += f'type {name} struct {{\n{base}}}\nfunc (v *{name}) Run() string {{\n{calls}\treturn "{name}"\n}}\n'
    return {_go_path(file): head + body}


# Rust: classes are traits


def _rust_path(file: str) -> str:
    return f"app/{file.removesuffix('index')}mod.rs" if file.endswith("/index") else f"app/{file}.rs"


def _rust(file: str, kind: str, name: str, *rest: str) -> str:
    if kind == "use":
        module = f"crate::{name.removesuffix('/index').replace('/', '::')}"
        return f"use {module}::{{{', '.join(rest)}}};\n" if rest else f"use {module};\n"
    if kind == "lib":
        return f"use {name.replace('.', '::')}::client;\n"
    if kind == "text":
        return f"// {name}\n"
    if kind == "def":
        return f"pub fn {name}() -> &'static str {{\n" + _calls(rest, "    ") + f'    "{name}"\n}}\n'
    base = f": {rest[0]}" if rest[0] else ""
    calls = _calls(rest[1:], "        ")
    return f'pub trait {name}{base} {{\n    fn run(&self) -> &\'static str {{\n{calls}        "{name}"\n    }}\n}}\n'


def _modules(files: set[str]) -> dict[str, str]:
    """The crate, and a `mod.rs` in each folder with its modules."""
    below: dict[str, set[str]] = {}
    for file in files:
        parts = file.removesuffix("/index").split("/")
        for depth, part in enumerate(parts):
            below.setdefault("/".join(parts[:depth]), set()).add(part)
    found = {"Cargo.toml": '[package]\nname = "shop"\nversion = "1.0.0"\n[lib]\npath = "app/lib.rs"\n'}
    for folder, names in below.items():
        found[f"app/{folder}/mod.rs" if folder else "app/lib.rs"] = "".join(f"pub mod {name};\n" for name in sorted(names))
    return found


# C, C++: a header with what the file uses and declares, and a source with the bodies


def _header(file: str) -> str:
    return f"app/{file}.h"


def _library_header(name: str) -> str:
    return f"{name.replace('.', '/')}.h"


def _included(suffix: str, classes: bool) -> Callable[[str, Items], dict[str, str]]:
    def sources(file: str, items: Items) -> dict[str, str]:
        guard = file.replace("/", "_").upper()
        head, body = f"#ifndef {guard}_H\n#define {guard}_H\n", f'#include "app/{file}.h"\n'
        for kind, name, *rest in items:
            if kind in ("use", "lib"):
                head += f'#include "app/{name}.h"\n' if kind == "use" else f"#include <{_library_header(name)}>\n"
            elif kind == "text":
                head += f"/* {name} */\n"
                body += f"/* {name} */\n"
            elif kind == "def":
                head += f"const char *{name}(void);\n"
                body += f'const char *{name}(void) {{\n{_calls(rest, "    ")}    return "{name}";\n}}\n'
            elif classes:
                base = f" : public {rest[0]}" if rest[0] else ""
                head += f"class {name}{base} {{\npublic:\n    const char *run();\n}};\n"
                body += f'const char *{name}::run() {{\n{_calls(rest[1:], "    ")}    return "{name}";\n}}\n'
        return {f"app/{file}.h": f"{head}#endif\n", f"app/{file}.{suffix}": body}

    return sources


DIALECTS = {
    "py": Dialect(_python_path, _one(_python_path, _python), _packages),
    "ts": Dialect(lambda file: f"app/{file}.ts", _one(lambda file: f"app/{file}.ts", _script)),
    "js": Dialect(lambda file: f"app/{file}.js", _one(lambda file: f"app/{file}.js", _script)),
    "java": Dialect(
        _class_path("java"), _java, symbol=_in_class, dotted=lambda file, name: f"{_dots(dirname(file))}.{_in_class(file, name)}"
    ),
    "cs": Dialect(_class_path("cs"), _csharp, symbol=_in_namespace, dotted=_in_namespace),
    "go": Dialect(
        _go_path,
        _go,
        lambda files: {"go.mod": "module shop\n\ngo 1.22\n"},
        symbol=lambda file, name: _capital(name),
        dotted=lambda file, name: f"{_dots(file)}.{_capital(name)}",
        library=lambda name: f"example.com/{name}",
    ),
    "rs": Dialect(_rust_path, _one(_rust_path, _rust), _modules, header=lambda name: name.replace(".", "::")),
    "c": Dialect(lambda file: f"app/{file}.c", _included("c", classes=False), imported=_header, header=_library_header, has_bases=False),
    "cpp": Dialect(lambda file: f"app/{file}.cpp", _included("cpp", classes=True), imported=_header, header=_library_header),
}
