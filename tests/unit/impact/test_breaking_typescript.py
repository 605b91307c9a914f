"""Breaking call sites in TypeScript and JavaScript: (what changes in lib, who uses it, what is said)."""

from __future__ import annotations

import pytest

USE = "import {{ f }} from './lib'\n\nexport function user(x: any) {{\n  return {}\n}}\n"


@pytest.mark.parametrize(
    ("old", "new", "call", "wrong"),
    [
        ("a: string", "a: string, b: number", "f('x')", "it needs `b`"),
        ("a: string", "a: string, b?: number", "f('x')", ""),
        ("a: string", "a: string, b = 1", "f('x')", ""),
        ("a: string, b: number", "a: string", "f('x', 1)", "it takes 1 argument at most, not 2"),
        ("a: string", "a: string, ...b: number[]", "f('x', 1)", ""),
        ("a: string, b: number", "b: number, a: string", "f('x', 1)", "argument 1 was `a` and is `b` now"),
        ("a: string", "a: string, b: number", "f(...x)", ""),
        ("a?: string", "a: string", "f()", "it needs `a`"),
        ("{ a }: A", "{ a }: A, b: number", "f(x)", "it needs `b`"),
        ("a: string", "this: Foo, a: string", "f('x')", ""),
        ("a: string, b: number", "a: string, c: number", "f('x', 1)", ""),
        ("a: string, b: number", "", "f('x', 1)", "it takes no arguments, not 2"),
        ("a: string, b?: number", "a: string", "f('x')", ""),
        ("a: string, b?: number", "a: string", "f('x', 1)", "it takes 1 argument at most, not 2"),
        ("a: string, b = 1, c = 2", "a: string, c = 2", "f('x', 1)", "argument 2 was `b` and is `c` now"),
        ("a: string, ...b: number[]", "a: string", "f('x', 1, 2)", "it takes 1 argument at most, not 3"),
        ("a: string", "a: string, { b }: B", "f('x')", "it needs one more argument"),
    ],
)
@pytest.mark.parametrize("form", ["export function f({}) {{ return 1 }}\n", "export const f = ({}) => 1\n"])
def test_arguments_of_a_function(broken, old, new, call, wrong, form):
    if "this" in new and "=>" in form:
        return
    files = {"lib.ts": form.format(old), "use.ts": USE.format(call)}
    found = broken(files, {**files, "lib.ts": form.format(new)})
    assert [text.rpartition("`f`: ")[2] for text in found] == ([wrong] if wrong else [])


OLD = "export function f(a: string) { return 1 }\n"
NEW = "export function f(a: string, b: number) { return 1 }\n"


@pytest.mark.parametrize(
    ("old", "new", "use"),
    [
        pytest.param(
            {"lib.js": OLD.replace(": string", "")},
            {"lib.js": NEW.replace(": string", "").replace(": number", "")},
            {"use.js": "import { f } from './lib'\nf(1)\n"},
            id="JavaScript takes any number",
        ),
        pytest.param({"lib.ts": OLD}, {"lib.ts": NEW}, {"use.js": "import { f } from './lib'\nf(1)\n"}, id="called from JavaScript"),
        pytest.param(
            {"lib.ts": "export const f: Handler = (a) => 1\n"},
            {"lib.ts": "export const f: Handler = (a, b) => 1\n"},
            {"use.ts": "import { f } from './lib'\nf(1)\n"},
            id="typed by its variable",
        ),
        pytest.param(
            {"lib.ts": "export function f(a: string): void\nexport function f(a: number, b: number): void\nexport function f() {}\n"},
            {"lib.ts": "export function f(a: string): void\nexport function f(a: number, b: string): void\nexport function f() {}\n"},
            {"use.ts": "import { f } from './lib'\nf('x')\n"},
            id="an overload takes it",
        ),
        pytest.param({"lib.ts": OLD}, {"lib.ts": NEW}, {"use.tsx": "import { f } from './lib'\nf('x', 1)\n"}, id="fits both"),
        pytest.param(
            {"lib.ts": "export interface A { m(a: string): void }\nexport class B implements A { m(a: string) {} }\n"},
            {"lib.ts": "export interface A { m(a: string, b?: number): void }\nexport class B implements A { m(a: string) {} }\n"},
            {},
            id="fewer parameters in an implementation",
        ),
    ],
)
def test_what_is_not_certain_is_not_said(broken, old, new, use):
    assert broken({**old, **use}, {**new, **use}) == []


@pytest.mark.parametrize(
    ("old", "new", "use", "kinds"),
    [
        (OLD, "", "import { f } from './lib'\nf('x')\n", ["import"]),
        (OLD, OLD.replace("export ", ""), "import { f } from './lib'\n", ["import"]),
        (OLD, "", "import * as lib from './lib'\nlib.f('x')\n", ["gone"]),
        (OLD, "", "export { f } from './lib'\n", ["import"]),
        (OLD, "", "export * from './lib'\n", []),
        (OLD, "export * from './other'\n", "import { f } from './lib'\n", []),
        (OLD, "export { g as f } from './other'\n", "import { f } from './lib'\n", []),
        (OLD, "const g = 1\nexport { g as f }\n", "import { f } from './lib'\n", []),
        ("export type T = string\n", "", "import type { T } from './lib'\n", ["import"]),
        ("export default function f() {}\n", "export function f() {}\n", "import f from './lib'\n", ["import"]),
        (
            "export class C { m() {} }\n",
            "export class C { n() {} }\n",
            "import { C } from './lib'\nexport function u(c: C) { c.m() }\n",
            ["gone"],
        ),
        (
            "export class C { m() {} }\n",
            "export class C { [k: string]: any }\n",
            "import { C } from './lib'\nexport function u(c: C) { c.m() }\n",
            [],
        ),
        (
            "export class C { m() {} }\n",
            "export class C extends Map { }\n",
            "import { C } from './lib'\nexport function u(c: C) { c.m() }\n",
            [],
        ),
        (
            "export class C { constructor(a: string) {} }\n",
            "export class C { constructor(a: string, b: number) {} }\n",
            "import { C } from './lib'\nexport const c = new C('x')\n",
            ["arguments"],
        ),
        (
            "export class C { constructor(a: string) {} }\nexport class D extends C {}\n",
            "export class C { constructor(a: string, b: number) {} }\nexport class D extends C {}\n",
            "import { D } from './lib'\nexport const c = new D('x')\n",
            ["arguments"],
        ),
        (
            "export interface I { m(): void }\n",
            "export interface I { m(): void; n(): void }\n",
            "import { I } from './lib'\nclass C implements I { m() {} }\n",
            ["unimplemented"],
        ),
        (
            "export interface I { m(): void }\n",
            "export interface I { m(): void; n?(): void }\n",
            "import { I } from './lib'\nclass C implements I { m() {} }\n",
            [],
        ),
        (
            "export abstract class I { abstract m(): void }\n",
            "export abstract class I { abstract m(): void; abstract n(): void }\n",
            "import { I } from './lib'\nclass C extends I { m() {} }\n",
            ["unimplemented"],
        ),
        (
            "export class A { m(a: string, b: string) {} }\n",
            "export class A { m(a: string) {} }\n",
            "import { A } from './lib'\nclass B extends A { m(a: string, b: string) {} }\n",
            ["override"],
        ),
    ],
)
def test_what_is_gone(broken, old, new, use, kinds):
    files = {"lib.ts": old, "use.ts": use, "other.ts": "export const g = 1, f = 2\n"}
    found = broken(files, {**files, "lib.ts": new})
    assert [text.split()[1].rstrip(":") for text in found] == kinds, found


@pytest.mark.parametrize(
    ("old", "new", "use", "lines"),
    [
        ("exports.f = function () {}\nexports.g = 1\n", "exports.g = 1\n", "const lib = require('./lib')\nlib.f()\n", [2]),
        ("exports.f = function () {}\nexports.g = 1\n", "exports.g = 1\n", "const { f } = require('./lib')\nf()\n", [1]),
        ("exports.f = function () {}\n", "module.exports = make()\n", "const lib = require('./lib')\nlib.f()\n", []),
        ("export function f() {}\n", "export function g() { return 2 }\n", "import { f } from './lib.js'\nf()\n", [1]),
    ],
)
def test_javascript(broken, old, new, use, lines):
    files = {"lib.js": old, "use.js": use}
    found = broken(files, {**files, "lib.js": new})
    assert [int(text.split()[0].partition(":")[2]) for text in found] == lines, found


def test_own_uses_in_a_file(broken):
    old = {"lib.js": "function log(e) { print(e) }\n\nfunction run() {\n  on('x', log.bind(this))\n}\n"}
    found = broken(old, {"lib.js": old["lib.js"].replace("function log", "function logError")})
    assert found == ["lib.js:4 gone: `log.bind(this)` uses `log`, which is gone: it is `logError` now"]


VIEW = "module.exports = View\n\nfunction View(n) {\n  this.n = n\n  this.look(n)\n}\n\nView.prototype.look = function (n) { return n }\n"


@pytest.mark.parametrize(
    ("rest", "lines"),
    [
        ("", ["lib.js:5", "use.js:3"]),
        ("View.prototype.__proto__ = Other.prototype\n", []),
        ("inherits(View, Other)\n", []),
        ("Object.assign(View.prototype, { look() {} })\n", []),
        ("View.prototype = new Other()\n", []),
    ],
)
def test_methods_of_a_prototype(broken, rest, lines):
    use = "const View = require('./lib')\nconst v = new View(1)\nv.look(2)\n"
    old = {"lib.js": VIEW + rest, "use.js": use}
    found = broken(old, {"lib.js": VIEW.replace("prototype.look", "prototype.find") + rest, "use.js": use})
    assert [text.split()[0] for text in found] == lines, found


APP = "var app = exports = module.exports = {}\napp.set = function set(a) { return a }\napp.on = function on(a) { return this.set(a) }\n"


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        ("", "", ["lib.js:2", "use.js:2"]),
        ("", "mixin(app, other)\n", []),
        ("", "names.forEach(name => { app[name] = make(name) })\n", []),
        (
            "names.forEach(name => { app[name] = make(name) })\n",
            "names.forEach(name => { app[name] = make(name) })\n",
            ["lib.js:2", "use.js:2"],
        ),
        ("", "app.set = other\n", []),
    ],
)
def test_functions_of_an_object(broken, old, new, lines):
    use = "var lib = require('./lib')\nlib.set(1)\n"
    gone = APP.replace("app.set = function set(a) { return a }\n", "")
    found = broken({"lib.js": APP + old, "use.js": use}, {"lib.js": gone + new, "use.js": use})
    assert [text.split()[0] for text in found] == lines, found


CLASS = "export class C {{\n  constructor(a: string) {{}}\n  m({}) {{ return 1 }}\n  static s({}) {{ return 1 }}\n}}\n"


@pytest.mark.parametrize(
    "use",
    [
        "import { C } from './lib'\nnew C('x').m('y')\n",
        "import { C } from './lib'\nexport function user(c: C) { return c.m('y') }\n",
        "import { C } from './lib'\nexport function user(c?: C) { return c?.m('y') }\n",
        "import { C } from './lib'\nclass D extends C { user() { return this.m('y') } }\n",
        "import { C } from './lib'\nclass D extends C { user() { return super.m('y') } }\n",
        "import { C } from './lib'\nclass D { c = new C('x')\n user() { return this.c.m('y') } }\n",
        "import { C } from './lib'\nclass D { constructor(private c: C) {}\n user() { return this.c.m('y') } }\n",
        "import * as lib from './lib'\nconst c = new lib.C('x')\nc.m('y')\n",
        "import { C as K } from './lib'\nK.s('y')\n",
    ],
)
@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("a: string", "a: string, b: number", "it needs `b`"),
        ("a: string", "", "it takes no arguments, not 1"),
        ("a: string", "a: string, b?: number", ""),
    ],
)
def test_methods(broken, use, old, new, wrong):
    files = {"lib.ts": CLASS.format(old, old), "use.ts": use}
    found = broken(files, {**files, "lib.ts": CLASS.format(new, new)})
    assert [text.rpartition(": ")[2] for text in found] == ([wrong] if wrong else []), found


@pytest.mark.parametrize(
    ("old", "new", "use", "said"),
    [
        (
            "interface I { a: string; b: string }",
            "interface I { a: string }",
            "import { I } from './lib'\nexport const f = (i: I) => i.b\n",
            [2],
        ),
        ("interface I { m(): void }", "interface I { n(): void }", "import { I } from './lib'\nexport const f = (i: I) => i.m()\n", [2]),
        (
            "interface I { m(): void }",
            "interface I { [k: string]: any }",
            "import { I } from './lib'\nexport const f = (i: I) => i.m()\n",
            [],
        ),
        ("class I { a = 1 }", "class I { b = 1 }", "import { I } from './lib'\nexport const f = (i: I) => i.a\n", [2]),
        (
            "class I { constructor(public a: A) {} }",
            "class I { constructor(a: A) {} }",
            "import { I } from './lib'\nexport const f = (i: I) => i.a\n",
            [2],
        ),
        ("class I { static s() {} }", "class I {}", "import { I } from './lib'\nI.s()\n", [2]),
        ("class I { get x() { return 1 } }", "class I {}", "import { I } from './lib'\nexport const f = (i: I) => i.x\n", [2]),
        ("enum I { A, B }", "enum I { A }", "import { I } from './lib'\nexport const b = I.B\n", [2]),
        ("class I { m() {} }", "class I extends Error {}", "import { I } from './lib'\nexport const f = (i: I) => i.m()\n", [2]),
        ("class I { message() {} }", "class I extends Error {}", "import { I } from './lib'\nexport const f = (i: I) => i.message()\n", []),
        ("class I extends Base {}", "class I {}", "import { I } from './lib'\nexport const f = (i: I) => i.inherited()\n", [2]),
        (
            "class I extends Base {}",
            "class I extends Outside {}",
            "import { I } from './lib'\nexport const f = (i: I) => i.inherited()\n",
            [],
        ),
    ],
)
def test_properties_that_are_gone(broken, old, new, use, said):
    head = "import { Outside } from 'outside'\nexport class Base { inherited() {} }\nexport "
    files = {"lib.ts": head + old + "\n", "use.ts": use}
    found = broken(files, {**files, "lib.ts": head + new + "\n"})
    assert [int(text.split()[0].partition(":")[2]) for text in found] == said, found


@pytest.mark.parametrize(
    ("old", "new", "use", "said"),
    [
        ("interface I { a: string }", "interface I { a: string; b: string }", "class C implements I { a = 'x' }", "`b`"),
        ("interface I { a: string }", "interface I { a: string; b?: string }", "class C implements I { a = 'x' }", ""),
        ("interface I { m(): void }", "interface I { m(): void; n(): void }", "abstract class C implements I { m() {} }", ""),
        (
            "interface I { m(): void }",
            "interface I { m(): void; n(): void }",
            "class B { n() {} }\nclass C extends B implements I { m() {} }",
            "",
        ),
        ("interface I { m(): void }", "interface I extends J { m(): void }", "class C implements I { m() {} }", "`j`"),
        ("abstract class I { m() {} }", "abstract class I { abstract m(): void }", "class C extends I {}", "`m`"),
    ],
)
def test_members_that_are_asked_for(broken, old, new, use, said):
    head = "export interface J { j(): void }\nexport "
    files = {"lib.ts": head + old + "\n", "use.ts": f"import {{ I }} from './lib'\n{use}\n"}
    found = broken(files, {**files, "lib.ts": head + new + "\n"})
    assert [text.partition("does not implement ")[2].partition(",")[0] for text in found] == ([said] if said else []), found


@pytest.mark.parametrize("suffix", ["ts", "js"])
def test_a_module_that_moved(broken, suffix):
    body = "export function f(a) {\n  const b = a + 1\n  return [b, a]\n}\n"
    uses = {f"use.{suffix}": "import { f } from './pkg/lib'\n", f"two.{suffix}": "import * as lib from './pkg/lib'\nlib.f(1)\n"}
    uses[f"three.{suffix}"] = "export { f } from './pkg/lib'\n"
    found = broken({**uses, f"pkg/lib.{suffix}": body}, {**uses, f"pkg/core.{suffix}": body}, {f"pkg/core.{suffix}": f"pkg/lib.{suffix}"})
    assert [text.split(":")[0] for text in found] == [f"three.{suffix}", f"two.{suffix}", f"use.{suffix}"]
    assert found[2] == f"use.{suffix}:1 import: imports `./pkg/lib`, which is gone: it is `pkg/core.{suffix}` now"


@pytest.mark.parametrize("suffix", ["ts", "js"])
def test_a_module_that_became_a_folder(broken, suffix):
    body = "export function f(a) {\n  const b = a + 1\n  return [b, a]\n}\n"
    use = {f"use.{suffix}": "import { f } from './lib'\n"}
    names = {f"lib/index.{suffix}": f"lib.{suffix}"}
    assert broken({**use, f"lib.{suffix}": body}, {**use, f"lib/index.{suffix}": body}, names) == []


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("let f\ntry {\n  f = require('./lib').f\n} catch (e) {\n}\n", False),
        ("let lib\ntry {\n  lib = require('./lib')\n} catch {\n}\n", False),
        ("const lib = require('./lib')\n", True),
        ("if (x) {\n  const lib = require('./lib')\n}\n", True),
    ],
)
def test_requires_that_may_fail(broken, use, said):
    files = {"lib.js": "exports.f = function () {}\n", "use.js": use}
    assert bool(broken(files, {"use.js": use})) == said


USER = "import { C } from './lib'\nexport const f = (c: C) => c.m()\n"


@pytest.mark.parametrize(
    ("new", "use"),
    [
        ("export interface C { m(): void }\nexport class C {}\n", USER),
        ("export class C {}\n", USER + "declare module './lib' { interface C { m(): void } }\n"),
        ("export class C {}\nexport namespace C { export const m = 1 }\n", "import { C } from './lib'\nexport const f = () => C.m()\n"),
        ("export class C { declare m: () => void }\n", USER),
        ("export class C { m = () => {} }\n", USER),
        ("export class C { constructor() { Object.assign(this, { m() {} }) } }\n", USER),
        ("export class C { ['m']() {} }\n", USER),
        ("const K = 'm'\nexport class C { [K]() {} }\n", USER),
        ("export const C = class { m() {} }\n", USER),
        ("export type C = { m(): void }\n", USER),
        ("export class C { accessor m = () => {} }\n", USER),
        ("export class C extends Mixin(Base) {}\n", USER),
        ("import { B } from './nowhere'\nexport class C extends B {}\n", USER),
        ("export interface C extends Pick<X, 'm'> {}\n", USER),
        ("export interface C extends Record<string, any> {}\n", USER),
        ("export class C<T> { m!: T }\n", USER),
    ],
)
def test_members_given_in_other_ways(broken, new, use):
    files = {"lib.ts": "export class C { m() {} }\n", "use.ts": use}
    assert broken(files, {**files, "lib.ts": new}) == []


@pytest.mark.parametrize(("modifier", "said"), [("", True), ("protected ", True), ("private ", False)])
def test_overrides_of_hidden_methods(broken, modifier, said):
    old, new = (
        f"class A {{ {modifier}m({params}) {{}} }}\nclass B extends A {{ {modifier}m(a: string, b: string) {{}} }}\n"
        for params in ("a: string, b: string", "a: string")
    )
    found = broken({"lib.ts": old}, {"lib.ts": new})
    assert bool([text for text in found if " override:" in text]) == said
