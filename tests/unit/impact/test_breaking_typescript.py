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
