"""Call relations in TypeScript and JavaScript: (files, expected `source → target` at confidence ≥ 0.5)."""

from __future__ import annotations

import pytest
from memory import calls

AB = "export class A { m() {} }\nexport class B { m() {} }\n"
IMPORT_AB = "import { A, B } from './ab'\n"

CASES: dict[str, tuple[dict[str, str], set[str]]] = {
    # Scopes and names
    "same file": ({"a.ts": "function f() {}\nfunction g() { f() }\n"}, {"a.ts:g → a.ts:f"}),
    "module code calls": ({"a.ts": "function f() {}\nf()\n"}, {"a.ts → a.ts:f"}),
    "hoisted": ({"a.ts": "function g() { return f() }\nfunction f() {}\n"}, {"a.ts:g → a.ts:f"}),
    "callbacks belong to the file": (
        {"x.test.ts": "function f() {}\ndescribe('x', () => { it('y', () => { f() }) })\n"},
        {"x.test.ts → x.test.ts:f"},
    ),
    "shadowed by a parameter": ({"a.ts": "function f() {}\nfunction g(f) { f() }\n"}, set()),
    "block scope": ({"a.ts": "function f() {}\nfunction g() { { const f = 1 } f() }\n"}, {"a.ts:g → a.ts:f"}),
    "closure": ({"a.ts": "function g() { const f = () => {}\n return () => f() }\n"}, {"a.ts:g → a.ts:g.f"}),
    "bare name in an object method is not the member": (
        {"a.ts": "function send() {}\nexport const o = { send() { send() } }\n"},
        {"a.ts:o.send → a.ts:send"},
    ),
    "bare name in a class is not the member": ({"a.ts": "function m() {}\nclass C { m() { m() } }\n"}, {"a.ts:C.m → a.ts:m"}),
    "named function expression counts as anonymous": (
        {"a.ts": "function f() {}\nexport const g = () => run(function inner() { f() })\n"},
        {"a.ts:g → a.ts:f"},
    ),
    "a wrapping call belongs to what it makes": (
        {"a.ts": "function wrap(f) { return f }\nexport const g = wrap(() => 1)\nexport function h() { g() }\n"},
        {"a.ts:g → a.ts:wrap", "a.ts:h → a.ts:g"},
    ),
    # Modules
    "named import": ({"a.ts": "export function f() {}\n", "b.ts": "import { f as g } from './a'\ng()\n"}, {"b.ts → a.ts:f"}),
    "namespace import": ({"a.ts": "export function f() {}\n", "b.ts": "import * as a from './a'\na.f()\n"}, {"b.ts → a.ts:f"}),
    "default import": ({"a.ts": "export default function f() {}\n", "b.ts": "import g from './a'\ng()\n"}, {"b.ts → a.ts:f"}),
    "default arrow": ({"a.ts": "export default () => 1\n", "b.ts": "import g from './a'\ng()\n"}, {"b.ts → a.ts:default"}),
    "default of a name": ({"a.ts": "const f = () => 1\nexport default f\n", "b.ts": "import g from './a'\ng()\n"}, {"b.ts → a.ts:f"}),
    "barrel": (
        {"lib/index.ts": "export * from './a'\n", "lib/a.ts": "export function f() {}\n", "b.ts": "import { f } from './lib'\nf()\n"},
        {"b.ts → lib/a.ts:f"},
    ),
    "named re-export": (
        {"i.ts": "export { f as g } from './a'\n", "a.ts": "export function f() {}\n", "b.ts": "import { g } from './i'\ng()\n"},
        {"b.ts → a.ts:f"},
    ),
    "export * as": (
        {"i.ts": "export * as ns from './a'\n", "a.ts": "export function f() {}\n", "b.ts": "import { ns } from './i'\nns.f()\n"},
        {"b.ts → a.ts:f"},
    ),
    "namespace imported and exported": (
        {
            "i.ts": "import * as z from './a'\nexport { z }\nexport default z\n",
            "a.ts": "export function f() {}\n",
            "b.ts": "import z from './i'\nz.f()\n",
        },
        {"b.ts → a.ts:f"},
    ),
    "default re-exported by name": (
        {
            "i.ts": "export { default as g } from './a'\n",
            "a.ts": "export default function f() {}\n",
            "b.ts": "import { g } from './i'\ng()\n",
        },
        {"b.ts → a.ts:f"},
    ),
    "tsconfig paths": (
        {
            "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
            "src/a.ts": "export function f() {}\n",
            "src/b.ts": "import { f } from '@/a'\nf()\n",
        },
        {"src/b.ts → src/a.ts:f"},
    ),
    "workspace package": (
        {
            "package.json": '{"workspaces": ["packages/*"]}',
            "packages/x/package.json": '{"name": "@o/x", "main": "./src/index.ts"}',
            "packages/x/src/index.ts": "export function f() {}\n",
            "packages/y/package.json": '{"name": "@o/y"}',
            "packages/y/a.ts": "import { f } from '@o/x'\nf()\n",
        },
        {"packages/y/a.ts → packages/x/src/index.ts:f"},
    ),
    "dynamic import": (
        {
            "a.ts": "export function f() {}\n",
            "b.ts": "async function g() { const { f } = await import('./a')\n f()\n (await import('./a')).f() }\n",
        },
        {"b.ts:g → a.ts:f"},
    ),
    "module.exports of names": (
        {"a.js": "function f() {}\nmodule.exports = { f, g: f }\n", "b.js": "const { g } = require('./a')\ng()\n"},
        {"b.js → a.js:f"},
    ),
    "module.exports of a function": (
        {"a.js": "module.exports = function f() {}\n", "b.js": "const f = require('./a')\nf()\n"},
        {"b.js → a.js:exports"},
    ),
    "exports.x": ({"a.js": "exports.f = function () {}\n", "b.js": "const a = require('./a')\na.f()\n"}, {"b.js → a.js:f"}),
    "exports and module.exports": (
        {
            "a.js": "exports = module.exports = make\nfunction make() {}\nexports.f = function f() {}\n",
            "b.js": "const make = require('./a')\nmake()\nmake.f()\n",
        },
        {"b.js → a.js:make", "b.js → a.js:f"},
    ),
    "require member": ({"a.js": "exports.f = () => 1\n", "b.js": "const f = require('./a').f\nf()\n"}, {"b.js → a.js:f"}),
    "import of CommonJS": (
        {"a.js": "function f() {}\nmodule.exports = { f }\n", "b.mjs": "import a, { f } from './a.js'\nf()\na.f()\n"},
        {"b.mjs → a.js:f"},
    ),
    "object of functions": (
        {"a.ts": "export const api = { get() {}, put: () => 1 }\n", "b.ts": "import { api } from './a'\napi.get()\napi.put()\n"},
        {"b.ts → a.ts:api.get", "b.ts → a.ts:api.put"},
    ),
    "namespace": ({"a.ts": "export namespace N { export function f() {} }\nN.f()\n"}, {"a.ts → a.ts:N.f"}),
    "type only imports": (
        {"ab.ts": AB, "b.ts": "import type { A } from './ab'\nexport const f = (a: A) => a.m()\n"},
        {"b.ts:f → ab.ts:A.m"},
    ),
    # Classes
    "constructor": ({"a.ts": "class C { constructor() {} }\nnew C()\n"}, {"a.ts → a.ts:C.constructor"}),
    "implicit constructor": ({"a.ts": "class C {}\nclass D extends C {}\nnew D()\n"}, {"a.ts → a.ts:D"}),
    "super call": (
        {"a.ts": "class C { constructor() {} m() {} }\nclass D extends C { constructor() { super() } m() { super.m() } }\n"},
        {"a.ts:D.constructor → a.ts:C.constructor", "a.ts:D.m → a.ts:C.m"},
    ),
    "this in arrows": ({"a.ts": "class C { m() {}\n n() { return [1].map(() => this.m()) } }\n"}, {"a.ts:C.n → a.ts:C.m"}),
    "field function": ({"a.ts": "class C { m = () => 1\n n() { this.m() } }\n"}, {"a.ts:C.n → a.ts:C.m"}),
    "private members": (
        {"a.ts": "class C { #x = new D()\n #m() { this.#x.d() }\n n() { this.#m() } }\nclass D { d() {} }\n"},
        {"a.ts:C.#m → a.ts:D.d", "a.ts:C.n → a.ts:C.#m", "a.ts → a.ts:D"},
    ),
    "parameter property": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "class C { constructor(private a: A) {}\n n() { this.a.m() } }\n"},
        {"c.ts:C.n → ab.ts:A.m"},
    ),
    "field types": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "class C { a: A\n b?: B | null\n n() { this.a.m(); this.b?.m() } }\n"},
        {"c.ts:C.n → ab.ts:A.m", "c.ts:C.n → ab.ts:B.m"},
    ),
    "assigned in the constructor": (
        {"ab.ts": AB, "c.js": IMPORT_AB + "class C { constructor() { this.a = new A() }\n n() { this.a.m() } }\n"},
        {"c.js:C.constructor → ab.ts:A", "c.js:C.n → ab.ts:A.m"},
    ),
    "static": (
        {"a.ts": "class C { static make() { return new C() }\n m() {}\n static { C.make() } }\nC.make().m()\n"},
        {"a.ts:C.make → a.ts:C", "a.ts → a.ts:C.make", "a.ts → a.ts:C.m"},
    ),
    "getter": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "class C { get a() { return new A() } }\nnew C().a.m()\n"},
        {"c.ts → c.ts:C", "c.ts → c.ts:C.a", "c.ts:C.a → ab.ts:A", "c.ts → ab.ts:A.m"},
    ),
    "class expression": ({"a.ts": "const C = class { m() {} }\nnew C().m()\n"}, {"a.ts → a.ts:C", "a.ts → a.ts:C.m"}),
    "inherited": ({"a.ts": "class C { m() {} }\nclass D extends C { n() { this.m() } }\n"}, {"a.ts:D.n → a.ts:C.m"}),
    "abstract": (
        {"a.ts": "abstract class C { abstract m(): void\n n() { this.m() } }\nclass D extends C { m() {} }\n"},
        {"a.ts:C.n → a.ts:C.m", "a.ts:C.n → a.ts:D.m"},
    ),
    "fluent this": (
        {"a.ts": "class C { x(): this { return this } }\nclass D extends C { y() {} }\nnew D().x().y()\n"},
        {"a.ts → a.ts:D", "a.ts → a.ts:C.x", "a.ts → a.ts:D.y"},
    ),
    # Interfaces and literals
    "interface": (
        {"a.ts": "interface I { m(): void }\nclass C implements I { m() {} }\nfunction f(i: I) { i.m() }\n"},
        {"a.ts:f → a.ts:I.m", "a.ts:f → a.ts:C.m"},
    ),
    "interface extends": (
        {"a.ts": "interface I { m(): void }\ninterface J extends I {}\nfunction f(j: J) { j.m() }\n"},
        {"a.ts:f → a.ts:I.m"},
    ),
    "declaration merging": (
        {"a.ts": "interface I { m(): void }\ninterface I { n(): void }\nfunction f(i: I) { i.m(); i.n() }\n"},
        {"a.ts:f → a.ts:I.m", "a.ts:f → a.ts:I.n"},
    ),
    "typed literal implements": (
        {"a.ts": "interface I { m(): void }\nexport const i: I = { m() {} }\nfunction f(i: I) { i.m() }\n"},
        {"a.ts:f → a.ts:I.m", "a.ts:f → a.ts:i.m"},
    ),
    "returned literal implements": (
        {"a.ts": "interface I { m(): void }\nfunction make(): I { return { m() {} } }\nfunction f() { make().m() }\n"},
        {"a.ts:f → a.ts:make", "a.ts:f → a.ts:I.m", "a.ts:f → a.ts:make.m"},
    ),
    "handed literal implements": (
        {"a.ts": "interface I { m(): void }\nfunction f(i: I) { i.m() }\nf({ m() {} })\n"},
        {"a.ts → a.ts:f", "a.ts:f → a.ts:I.m", "a.ts:f → a.ts:m"},
    ),
    "this in a literal": ({"a.ts": "export const o = { m() { this.n() }, n() {} }\n"}, {"a.ts:o.m → a.ts:o.n"}),
    "intersection and union": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(x: A | B, y: A & { z: 1 }) { x.m(); y.m() }\n"},
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "object type": ({"ab.ts": AB, "c.ts": IMPORT_AB + "function f(o: { a: A }) { o.a.m() }\n"}, {"c.ts:f → ab.ts:A.m"}),
    # Generics
    "alias with arguments": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "type Box<T> = { item: T }\nfunction f(b: Box<A>) { b.item.m() }\n"},
        {"c.ts:f → ab.ts:A.m"},
    ),
    "class with arguments": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "class Box<T> { constructor(public item: T) {}\n get(): T { "
                "return this.item } }\nfunction f(b: Box<A>) { b.get().m(); b.item.m() }\n"
            ),
        },
        {"c.ts:f → c.ts:Box.get", "c.ts:f → ab.ts:A.m"},
    ),
    "constraint": ({"ab.ts": AB, "c.ts": IMPORT_AB + "function f<T extends A>(t: T) { t.m() }\n"}, {"c.ts:f → ab.ts:A.m"}),
    "default": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "interface Box<T = A> { item: T }\nfunction f(b: Box) { b.item.m() }\n"},
        {"c.ts:f → ab.ts:A.m"},
    ),
    "inferred": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare function id<T>(x: T): T\nfunction f() { id(new A()).m() }\n"},
        {"c.ts:f → c.ts:id", "c.ts:f → ab.ts:A", "c.ts:f → ab.ts:A.m"},
    ),
    "inferred from elements": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare function first<T>(x: T[]): T\nfunction f(all: A[]) { first(all).m() }\n"},
        {"c.ts:f → c.ts:first", "c.ts:f → ab.ts:A.m"},
    ),
    "inferred from a callback's result": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare function memo<T>(f: () => T): T\nfunction f() { memo(() => new A()).m() }\n"},
        {"c.ts:f → c.ts:memo", "c.ts:f → ab.ts:A", "c.ts:f → ab.ts:A.m"},
    ),
    "explicit": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare function get<T>(k: string): T\nfunction f() { get<A>('x').m() }\n"},
        {"c.ts:f → c.ts:get", "c.ts:f → ab.ts:A.m"},
    ),
    "utility types": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(x: Readonly<A>, y: Partial<B>, z: Pick<A, 'm'>) { x.m(); y.m(); z.m() }\n"},
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "an object spread into itself ends": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "let s = { a: new A() }\nfunction f() { s = { ...s }; s = { ...s, b: 1 }; s.a.m(); s.b.m() }\n"
            + "type X = { a: X['a'] }\nfunction g(x: X) { x.a.m() }\n",
        },
        {"c.ts → ab.ts:A", "c.ts:f → ab.ts:A.m"},
    ),
    "recursive bounds and defaults end": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "type P<T extends P<T>> = T & A\ninterface N<T extends N<T> = N<any>, U = N> { a: A; next: U }\n"
            + "function f<T extends P<T>>(n: N, t: T) { n.next.a.m(); t.m() }\n",
        },
        {"c.ts:f → ab.ts:A.m"},
    ),
    "ReturnType and InstanceType": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "const make = () => new A()\nfunction f(x: ReturnType<typeof make>, y: InstanceType<typeof B>) { x.m(); y.m() }\n",
        },
        {"c.ts:make → ab.ts:A", "c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "indexed access": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "interface O { a: A }\nfunction f(x: O['a']) { x.m() }\n"},
        {"c.ts:f → ab.ts:A.m"},
    ),
    "typeof": ({"a.ts": "export const api = { get() {} }\nfunction f(x: typeof api) { x.get() }\n"}, {"a.ts:f → a.ts:api.get"}),
    # Values
    "satisfies and as": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare const x: unknown\nfunction f() { (x as A).m() }\n"},
        {"c.ts:f → ab.ts:A.m"},
    ),
    "await": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "async function make() { return new A() }\nasync function f(p: Promise<B>) { (await make()).m(); (await p).m() }\n",
        },
        {"c.ts:make → ab.ts:A", "c.ts:f → c.ts:make", "c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "then": ({"ab.ts": AB, "c.ts": IMPORT_AB + "function f(p: Promise<A>) { p.then((x) => x.m()) }\n"}, {"c.ts:f → ab.ts:A.m"}),
    "Promise.all": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "async function f(p: Promise<A>, q: Promise<B>) { const [a, b] = await Promise.all([p, q]); a.m(); b.m() }\n",
        },
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "iteration": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "function f(all: A[], map: Map<string, B>) { for (const a of all) a.m()\n for (const [k, b] of map) b.m() }\n",
        },
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "array methods": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "function f(all: A[]) { all.filter((a) => a).forEach((a) => a.m()) }\n"
                "function g(all: A[]) { all.map((a) => new B()).find((b) => b)!.m() }\n"
            ),
        },
        {"c.ts:f → ab.ts:A.m", "c.ts:g → ab.ts:B", "c.ts:g → ab.ts:B.m"},
    ),
    "reduce and sort": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(all: A[]) { all.reduce((b, a) => { a.m(); b.m(); return b }, new B()) }\n"},
        {"c.ts:f → ab.ts:B", "c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "map and set": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(m: Map<string, A>, s: Set<B>) { m.get('x')!.m(); s.forEach((b) => b.m()) }\n"},
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "elements": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(all: A[], by: Record<string, B>) { all[0].m(); by['x'].m(); by.y.m() }\n"},
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "Object.values and entries": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "function f(by: Record<string, A>) { Object.values(by).forEach((a) "
                "=> a.m())\n for (const [k, a] of Object.entries(by)) a.m() }\n"
            ),
        },
        {"c.ts:f → ab.ts:A.m"},
    ),
    "spread": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "function f(all: A[]) { const more = [...all]; more[0].m() }\nconst o = { a: new B() }\nconst p = { ...o }\np.a.m()\n",
        },
        {"c.ts:f → ab.ts:A.m", "c.ts → ab.ts:B", "c.ts → ab.ts:B.m"},
    ),
    "destructuring": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "interface O { a: A; list: B[] }\nfunction f({ a, list: [b] }: O) "
                "{ a.m(); b.m() }\nfunction g(o: O) { const { a: x } = o; x.m() }\n"
            ),
        },
        {"c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m", "c.ts:g → ab.ts:A.m"},
    ),
    "rest parameters": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(...all: A[]) { all[0].m(); all.forEach((a) => a.m()) }\n"},
        {"c.ts:f → ab.ts:A.m"},
    ),
    "instanceof narrows": ({"ab.ts": AB, "c.ts": IMPORT_AB + "function f(x) { if (x instanceof A) x.m() }\n"}, {"c.ts:f → ab.ts:A.m"}),
    "conditional and nullish": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "function f(c) { (c ? new A() : new B()).m() }\n"},
        {"c.ts:f → ab.ts:A", "c.ts:f → ab.ts:B", "c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "enum members are no calls": ({"a.ts": "enum E { X, Y }\nfunction f() { return E.X.toString() }\n"}, set()),
    "returned function": (
        {"a.ts": "function make() { function inner() {}\n return inner }\nfunction f() { make()() }\n"},
        {"a.ts:f → a.ts:make", "a.ts:f → a.ts:make.inner"},
    ),
    "returned object of functions": (
        {
            "a.ts": (
                "function make() { const get = () => 1\n return { get, put() "
                "{} } }\nfunction f() { const { get, put } = make(); get(); put() }\n"
            )
        },
        {"a.ts:f → a.ts:make", "a.ts:f → a.ts:make.get", "a.ts:f → a.ts:make.put"},
    ),
    "callback handed on": ({"a.ts": "function run(f) { f() }\nfunction g() {}\nrun(g)\n"}, {"a.ts → a.ts:run", "a.ts:run → a.ts:g"}),
    # Contextual types
    "declared callback": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "declare function on(f: (a: A) => void): void\nfunction f() { on((a) => a.m()) }\n"},
        {"c.ts:f → c.ts:on", "c.ts:f → ab.ts:A.m"},
    ),
    "typed variable": ({"ab.ts": AB, "c.ts": IMPORT_AB + "type H = (a: A) => void\nconst f: H = (a) => a.m()\n"}, {"c.ts:f → ab.ts:A.m"}),
    "options object": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "interface O { done?: (a: A) => void }\ndeclare function run(o: O): void\n"
                "run({ done: (a) => a.m(), })\nrun({ done(a) { a.m() } })\n"
            ),
        },
        {"c.ts → c.ts:run", "c.ts:done → ab.ts:A.m", "c.ts:done#2 → ab.ts:A.m"},
    ),
    "generic callback": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + "declare function each<T>(all: T[], f: (x: T) => void): void\nfunction f(all: A[]) { each(all, (x) => x.m()) }\n",
        },
        {"c.ts:f → c.ts:each", "c.ts:f → ab.ts:A.m"},
    ),
    "method with overloads": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "interface Get { (p: string, f: (a: A) => void): App; (f: (a: A) => void): App }\n"
                "class App { get: Get }\nfunction f() { new App().get('/', (a) => a.m()).get((a) => a.m()) }\n"
            ),
        },
        {"c.ts:f → c.ts:App", "c.ts:f → ab.ts:A.m"},
    ),
    "returned arrow": (
        {"ab.ts": AB, "c.ts": IMPORT_AB + "type H = (a: A) => void\nfunction make(): H { return (a) => a.m() }\n"},
        {"c.ts:make → ab.ts:A.m"},
    ),
    "handler union": (
        {
            "ab.ts": AB,
            "c.ts": IMPORT_AB
            + (
                "type H = ((a: A) => void) | ((a: A, n: B) => void)\n"
                "declare function on(...h: H[]): void\nfunction f() { on((a, b) => { a.m(); b.m() }) }\n"
            ),
        },
        {"c.ts:f → c.ts:on", "c.ts:f → ab.ts:A.m", "c.ts:f → ab.ts:B.m"},
    ),
    "overload signatures": (
        {
            "a.ts": (
                "export function f(x: string): void\nexport function f(x: number): void\n"
                "export function f(x: unknown) {}\nfunction g() { f(1) }\n"
            )
        },
        {"a.ts:g → a.ts:f#3"},
    ),
    # JavaScript
    "prototype": (
        {
            "a.js": (
                "function Foo() { this.x = 1 }\nFoo.prototype.m = function m() "
                "{ this.n() }\nFoo.prototype.n = function () {}\nnew Foo().m()\n"
            )
        },
        {"a.js → a.js:Foo", "a.js → a.js:Foo.m", "a.js:Foo.m → a.js:Foo.n"},
    ),
    "functions on an object": (
        {
            "a.js": "var app = exports = module.exports = {}\napp.init = function init() { this.run() }\napp.run = function run() {}\n",
            "b.js": "var app = require('./a')\napp.init()\n",
        },
        {"a.js:app.init → a.js:app.run", "b.js → a.js:app.init"},
    ),
    "defined properties": (
        {
            "a.js": "class C { m() {} }\nObject.defineProperty(exports, 'C', { get() { return C } })\n"
            "Object.defineProperty(exports, 'f', { value: f })\nfunction f() {}\n",
            "b.js": "const a = require('./a')\nnew a.C().m()\na.f()\n",
        },
        {"b.js → a.js:C", "b.js → a.js:C.m", "b.js → a.js:f"},
    ),
    "a test's object is no candidate": ({"a.js": "function f(res) { res.transmit() }\n", "b.js": "const o = { transmit() {} }\n"}, set()),
    # JSX
    "component": (
        {"a.tsx": "export function Button() { return <b/> }\nexport class Card {}\nexport const Page = () => <Button><Card/></Button>\n"},
        {"a.tsx:Page → a.tsx:Button", "a.tsx:Page → a.tsx:Card"},
    ),
    "imported and namespaced component": (
        {
            "a.tsx": "export const Button = () => <b/>\n",
            "b.tsx": "import { Button } from './a'\nimport * as ui from './a'\nexport function P() { return <><Button/><ui.Button/></> }\n",
        },
        {"b.tsx:P → a.tsx:Button"},
    ),
    "wrapped component": (
        {"a.tsx": "import { memo } from 'react'\nexport const Row = memo(() => <b/>)\nexport const P = () => <Row/>\n"},
        {"a.tsx:P → a.tsx:Row"},
    ),
    "attribute callback": (
        {
            "ab.ts": AB,
            "c.tsx": IMPORT_AB
            + (
                "interface Props { onPick: (a: A) => void }\nfunction List(p: Props) "
                "{ return null }\nfunction P() { return <List onPick={(a) => a.m()}/> }\n"
            ),
        },
        {"c.tsx:P → c.tsx:List", "c.tsx:P → ab.ts:A.m"},
    ),
    "hook": (
        {
            "a.tsx": (
                "export function useThing() { const load = () => 1\n return { "
                "load } }\nexport function P() { const { load } = useThing(); load() }\n"
            )
        },
        {"a.tsx:P → a.tsx:useThing", "a.tsx:P → a.tsx:useThing.load"},
    ),
    # Guesses
    "unique method name": (
        {"a.ts": "class C { frobnicate() {} }\n", "b.ts": "export function f(c) { c.frobnicate() }\n"},
        {"b.ts:f → a.ts:C.frobnicate"},
    ),
    "built-in method name is no evidence": ({"a.ts": "class C { push() {} }\n", "b.ts": "export function f(c) { c.push() }\n"}, set()),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str) -> None:
    sources, expected = CASES[name]
    assert calls(sources) == expected
