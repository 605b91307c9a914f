"""Promise 1 for the linker, on TypeScript and JavaScript: contexts, barrels, interfaces, literals, prototypes."""

from __future__ import annotations

import pytest
from histories import Step, check, edits, histories, trees, updates_equal_full
from hypothesis import given
from hypothesis import strategies as st
from memory import MemoryTree, link

from nexus_diff.link import link_change

NAMES = ("alpha", "beta", "gamma")
CLASSES = ("One", "Two")
TYPES = ("One", "Two", "Face", "Fn", "Bag", "Box<One>")
PATHS = ("a.ts", "b.ts", "lib/index.ts", "lib/c.ts", "lib/deep/index.tsx", "old.js", "more.js", "x.test.ts")
SOURCES = ("./a", "./b", "./lib", "./lib/c", "./lib/deep", "./old", "./more", "../a", "../b", "./c", "./deep", "../c")

name = st.sampled_from(NAMES)
cls = st.sampled_from(CLASSES)
kind = st.sampled_from(TYPES)
source = st.sampled_from(SOURCES)
annotation = st.one_of(st.just(""), st.builds(": {}".format, kind))
simple = st.one_of(
    st.builds("{}()".format, name),
    st.builds("new {}()".format, cls),
    st.builds("new {}().{}()".format, cls, name),
    st.builds("x.{}()".format, name),
    st.builds("ns.{}()".format, name),
    st.builds("{}((x) => x.{}())".format, name, name),
    st.builds("{}({{ {}: (x) => x.{}() }})".format, name, name, name),
    st.builds("{}({{ {}() {{ return this.{}() }} }}).{}()".format, name, name, name, name),
    st.builds("[new {}()].map((x) => x.{}())[0]".format, cls, name),
    st.builds("{}.{}()".format, st.sampled_from(["obj", "def"]), name),
    st.builds("{}.{}".format, st.sampled_from(["obj", "def", "x"]), name),
    st.just("x"),
    st.just("1"),
)
expression = st.one_of(simple, st.builds("(x) => {}".format, simple), st.builds("{{ {}: {} }}".format, name, simple))
export = st.sampled_from(["", "export ", "export default "])
function = st.builds(
    "{}function {}(x{}){} {{ const y = {}; return {}; }}\n".format, export, name, annotation, annotation, simple, expression
)
arrow = st.builds("{}const {}{} = {};\n".format, st.sampled_from(["", "export "]), name, annotation, expression)
method = st.builds(
    "  {}{}(x{}) {{ this.attr = {}; return {}; }}\n".format,
    st.sampled_from(["", "", "static ", "get "]),
    name,
    annotation,
    simple,
    st.one_of(simple, st.just("this"), st.builds("this.{}()".format, name), st.just("this.attr"), st.builds("super.{}()".format, name)),
).map(lambda text: text.replace("get alpha(x)", "get alpha()").replace("get beta(x)", "get beta()").replace("get gamma(x)", "get gamma()"))
member = st.builds("  {}{} = {};\n".format, name, annotation, expression)
klass = st.builds(
    "{}class {}{} {{\n{}}}\n".format,
    export,
    cls,
    st.one_of(st.just(""), st.builds(" extends {}".format, cls), st.just(" implements Face")),
    st.lists(st.one_of(method, member), max_size=3).map("".join),
)
face = st.builds(
    "export interface {}{} {{ {}(x{}){}; {}{}; (x{}): {} }}\n".format,
    st.sampled_from(["Face", "One", "Bag"]),
    st.one_of(st.just(""), st.builds(" extends {}".format, st.sampled_from(["Face", "Two"]))),
    name,
    annotation,
    annotation,
    name,
    annotation,
    annotation,
    kind,
)
alias = st.one_of(
    st.builds("export type Fn = (x: {}) => {}\n".format, kind, kind),
    st.builds("export type Bag = {{ {}: {}; {}(x: {}): Fn }}\n".format, name, kind, name, kind),
    st.builds("export type Box<T> = {{ {}: T; {}: (f: (x: T) => T) => T }}\n".format, name, name),
)
literal = st.builds(
    "{}const obj{} = {{ {}(x) {{ return {}; }}, {}: {} }};\n".format,
    st.sampled_from(["", "export "]),
    st.sampled_from(["", ": Face", ": Bag"]),
    name,
    st.one_of(simple, st.builds("this.{}()".format, name)),
    name,
    expression,
)
script = st.one_of(
    st.builds("module.exports = {{ {}, {}: {} }};\n".format, name, name, simple),
    st.builds("exports.{} = {};\n".format, name, simple),
    st.builds("exports.{} = function {}(x) {{ return {}; }};\n".format, name, name, simple),
    st.builds("var obj = module.exports = {{}};\nobj.{} = function (x) {{ return this.{}(); }};\n".format, name, name),
    st.builds("function {}() {{ this.attr = {}; }}\n".format, cls, simple),
    st.builds("{}.prototype.{} = function () {{ return this.{}(); }};\n".format, cls, name, name),
    st.builds("function {}() {{ const obj = {{}}; obj.{} = () => {}; return obj; }}\n".format, name, name, simple),
    st.builds("const def = require('{}');\n".format, source),
)
importing = st.one_of(
    st.builds("import {{ {} }} from '{}';\n".format, st.one_of(name, cls, st.sampled_from(["Face", "Fn", "Bag", "Box", "obj"])), source),
    st.builds("import {{ {} as {} }} from '{}';\n".format, name, name, source),
    st.builds("import def from '{}';\n".format, source),
    st.builds("import * as ns from '{}';\n".format, source),
    st.builds("export * from '{}';\n".format, source),
    st.builds("export * as ns from '{}';\n".format, source),
    st.builds("export {{ {} as {} }} from '{}';\n".format, name, name, source),
    st.builds("export {{ default }} from '{}';\n".format, source),
)
text = st.builds(
    lambda imports, parts, tail: "".join(imports) + "".join(parts) + tail,
    st.lists(importing, max_size=3),
    st.lists(st.one_of(function, arrow, klass, face, alias, literal, script), max_size=5),
    st.one_of(st.just(""), expression.map(lambda e: f"const x = {e};\n"), st.just("export { alpha as beta };\n")),
)
part = st.one_of(function, arrow, klass, face, alias, literal, script, importing)


@histories(100)
@given(trees(PATHS, text), edits(PATHS, text, part))
def test_update_equals_full(sources: dict[str, str], steps: list[Step]) -> None:
    updates_equal_full(sources, steps)


# Closely knit files: every choice of one slot may matter to the others

SLOTS: dict[str, tuple[str, ...]] = {
    "face": ("alpha(): One", "alpha(): Two; beta: Fn", "alpha: Fn", "(x: One): Two", "(x: Two): One; alpha(): Two", "[key: string]: One"),
    "extends": ("", " extends Other"),
    "fn": (
        "(x: One) => Two",
        "(x: Two) => One",
        "(x: Face) => One",
        "(...x: One[]) => Two",
        "{ alpha: One; (x: Two): One }",
        "(x: Box<Two>) => One",
    ),
    "box": ("{ item: T }", "{ item: One; get(): T }", "T", "{ each: (f: (x: T) => T) => T; item: T }", "Map<string, T>"),
    "one": (
        "alpha() { return this }",
        "alpha() { return new Two() }",
        "alpha(x: Fn) { return x }",
        "get alpha() { return new Two() }",
        "alpha = new Two()",
    ),
    "one_base": ("", " extends Two", " implements Face"),
    "two": (
        "alpha() {}",
        "beta() { return this.gamma() } gamma() { return new One() }",
        "gamma: Fn = (x) => x.alpha()",
        "static gamma() { return this }",
    ),
    "on": (
        "(h: Fn) { h(new One()) }",
        "(h: (x: Two) => void) {}",
        "(h: Face) { return h.alpha() }",
        "<T>(x: T, h: (x: T) => T) { return h(x) }",
        "(h) { return h(1) }",
    ),
    "make": (
        " { return new One() }",
        ": Two { return null }",
        " { return (x) => x.alpha() }",
        ": Fn { return (x) => x.alpha() }",
        " { return { alpha() { return this.beta() }, beta() { return new Two() } } }",
        " { const o = {}; o.alpha = () => new One(); return o }",
    ),
    "obj_type": ("", ": Face", ": Fn", ": Record<string, Fn>"),
    "obj": (
        "{ alpha(x) { return x.alpha() }, beta: 1 }",
        "{ alpha: (x) => x.beta(), ...other }",
        "{ alpha() { return this.beta() }, beta() { return new Two() } }",
        "on((x) => x.alpha())",
        "(x) => x.alpha()",
        "[new One(), new Two()]",
        "new One()",
        "{ alpha: { beta() { return this.gamma() }, gamma() { return new One() } } }",
    ),
    "wrap": (
        "on((x) => x.alpha())",
        "on({ alpha() { return new Two() } })",
        "on(new One(), (x) => x)",
        "make()",
        "[new One()].map((x) => x.alpha())",
    ),
    "barrel": (
        "export * from './lib'",
        "export { make, obj, on, wrap } from './lib'",
        "export { make as obj, obj as make, on, wrap } from './lib'",
        "export * as lib from './lib'; export { make, on, wrap, obj } from './lib'",
        "import { make } from './lib'; export { make }; export * from './lib'",
    ),
    "use": (
        "make().alpha()",
        "obj.alpha(new One())",
        "obj.alpha().gamma()",
        "on((x) => x.alpha().beta())",
        "wrap.alpha()",
        "make()(new Two())",
        "obj(new One()).alpha()",
        "obj[0].alpha()",
        "for (const x of obj) x.alpha()",
        "obj.alpha.beta()",
        "const { alpha } = obj; alpha()",
        "new def().alpha()",
        "def.alpha().gamma()",
        "def.make()",
    ),
    "script": (
        (
            "var app = exports = module.exports = {}; app.alpha = function () { return this.beta() }; "
            "app.beta = function () { return new Made() }"
        ),
        (
            "function Made() { this.item = new Other() } Made.prototype.alpha = function () "
            "{ return this.item.gamma() }; module.exports = Made"
        ),
        "module.exports = { alpha() { return new Made() }, make() { return this.alpha() } }",
        "exports.alpha = () => new Other(); exports.make = Made",
        "const app = Object.create(x); app.alpha = function () { return this.make() }; app.make = Made; module.exports = app",
    ),
    "made": (
        "class Made { alpha() { return this } gamma() {} }",
        "function Made() {} Made.prototype.gamma = function () { return this.alpha() }",
        "function Made() { this.gamma = () => new Other() }",
        "const Made = () => new Other()",
    ),
}
choices = st.fixed_dictionaries({slot: st.integers(0, len(options) - 1) for slot, options in SLOTS.items()})
changes = st.lists(st.tuples(st.sampled_from(sorted(SLOTS)), st.integers(0, 20)), min_size=1, max_size=5)


def knit(chosen: dict[str, int]) -> dict[str, str]:
    pick = {slot: SLOTS[slot][number % len(SLOTS[slot])] for slot, number in chosen.items()}
    types = "import { One, Two } from './types'\nimport type { Face, Fn, Box } from './types'\n"
    return {
        "types.ts": "export interface Other { gamma(): One }\n"
        f"export interface Face{pick['extends']} {{ {pick['face']} }}\nexport type Fn = {pick['fn']}\nexport type Box<T> = {pick['box']}\n"
        f"export class One{pick['one_base']} {{ {pick['one']} }}\nexport class Two {{ {pick['two']} }}\n",
        "lib.ts": f"{types}const other = {{ beta() {{ return new One() }} }}\nexport function on{pick['on']}\n"
        f"export function make(){pick['make']}\nexport const obj{pick['obj_type']} = {pick['obj']}\nexport const wrap = {pick['wrap']}\n",
        "mid.ts": pick["barrel"] + "\n",
        "use.ts": f"{types}import {{ make, obj, on, wrap }} from './mid'\n"
        f"import def from './old'\nexport function use() {{ {pick['use']} }}\n"
        f"export const more = (x) => {{ {pick['use']} }}\n",
        "old.js": f"{pick['made']}\nclass Other {{ gamma() {{}} }}\n{pick['script']}\n",
        "again.ts": "import { use, more } from './use'\nimport * as all from './mid'\nuse().alpha()\nall.make().alpha()\nall.obj.alpha()\n",
    }


@histories(100)
@given(choices, changes)
def test_update_of_knit_files_equals_full(chosen: dict[str, int], edits: list[tuple[str, int]]) -> None:
    record, before = link(knit(chosen)), MemoryTree(knit(chosen))
    for slot, number in edits:
        chosen = {**chosen, slot: number}
        after = MemoryTree(knit(chosen))
        record = check(record, before, after, slot)
        before = after


CHAIN = {
    "types.ts": "export interface Face { run(): void }\nexport type Handler = (x: Face) => void\n",
    "one.ts": "import { Face } from './types'\nexport class One implements Face { run() {} }\nexport class Two { run() {} }\n",
    "lib.ts": "import { Handler } from './types'\nexport function on(h: Handler) {}\n",
    "index.ts": "export * from './lib'\nexport * from './one'\n",
    "use.ts": "import { on } from './index'\nexport const a = () => on((x) => x.run())\n",
    "other.ts": "export const nothing = 1\n",
}


@pytest.mark.parametrize(
    ("path", "new", "relinked"),
    [
        ("types.ts", CHAIN["types.ts"].replace("x: Face", "x: { go(): void }"), {"types.ts", "use.ts", "lib.ts"}),
        ("lib.ts", CHAIN["lib.ts"].replace("{}", "{ return 1 }").replace("import {return 1}", "import {"), {"lib.ts", "use.ts"}),
        ("one.ts", CHAIN["one.ts"].replace("run() {} }\nexport", "run() { 1 } }\nexport"), {"one.ts"}),
        ("use.ts", CHAIN["use.ts"].replace("x.run", "x.go"), {"use.ts"}),
        ("other.ts", "export const nothing = 2\n", {"other.ts"}),
    ],
)
def test_early_cut_off(path: str, new: str, relinked: set[str]) -> None:
    before, after = MemoryTree(CHAIN), MemoryTree(CHAIN | {path: new})
    change = link_change(before, link(CHAIN), after, before.changed(after))
    assert set(change.outputs) <= relinked
    assert path in change.outputs


def test_an_alias_three_files_away() -> None:
    sources = {
        "a.ts": "export class A { m() {} }\nexport class B { m() {} }\n",
        "b.ts": "import { A, B } from './a'\nexport type T = A\n",
        "c.ts": "import { T } from './b'\nexport declare function make(): T\n",
        "d.ts": "import { make } from './c'\nexport function use() { make().m() }\n",
    }
    before, after = MemoryTree(sources), MemoryTree(sources | {"b.ts": sources["b.ts"].replace("= A", "= B")})
    record = link(sources)
    assert any(r.target.endswith("A.m") for r in record.relations() if r.type == "CALLS")
    change = link_change(before, record, after, before.changed(after))
    assert "d.ts" in change.outputs
    assert any(r.target.endswith("B.m") for r in record.apply(change).relations() if r.type == "CALLS")


def test_a_new_implementer_reaches_callers_through_the_hub() -> None:
    sources = {
        "types.ts": "export interface Face { run(): void }\n",
        "use.ts": "import { Face } from './types'\nexport function use(f: Face) { f.run() }\n",
    }
    added = {"lit.ts": "import { Face } from './types'\nexport const lit: Face = { run() {} }\n"}
    before, after = MemoryTree(sources), MemoryTree(sources | added)
    record = link(sources)
    change = link_change(before, record, after, before.changed(after))
    assert set(change.outputs) == {"lit.ts", ""}
    assert any(r.source.endswith("use.ts:use") and r.target.endswith("lit.run") for r in record.apply(change).relations())
