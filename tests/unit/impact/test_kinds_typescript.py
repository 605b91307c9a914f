"""What changes in TypeScript mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("function f(a: A) {}", "function f(a: A, b: B) {}", ["signature f: parameter `b` added without default"]),
        ("function f(a: A) {}", "function f(a?: A) {}", ["signature f: parameter `a` is now optional"]),
        ("function f(a: A) {}", "function f(a: A, b = 1) {}", ["signature f: parameter `b` added with default"]),
        ("function f({ a }) {}", "function f({ a, b }) {}", ["signature f: declaration changed"]),
        ("function f(a: A) {}", "async function f(a: A) {}", ["signature f: is now async"]),
        ("function f<T>(a: T) {}", "function f<T, U>(a: T) {}", ["signature f: type parameters changed"]),
        ("function f(a: A): B {}", "function f(a: A): C {}", ["signature f: return type changed from `B` to `C`"]),
        ("function f() {}", "export function f() {}", ["signature f: is now exported"]),
        ("const f = (a) => a", "const f = (a, b) => a", ["signature f: parameter `b` added without default"]),
        ("function f() { return 1 }", "function f() { return 2 }", ["modified f"]),
        ("class A { m() {} }", "class A { static m() {} }", ["signature A.m: is now static"]),
        ("class A { m() {} }", "class A { private m() {} }", ["signature A.m: is now private"]),
        ("class A { get x() { return 1 } }", "class A { x() { return 1 } }", ["signature A.x: is no longer property"]),
        ("class A { x = 1 }", "class A { x = 2 }", ["modified A: field `x` changed"]),
        ("class A { x: string }", "class A { x: number }", ["modified A: field `x` changed"]),
        ("class A extends B {}", "class A extends C {}", ["signature A: base `B` removed, base `C` added"]),
        ("class A {}", "class A implements I {}", ["signature A: base `I` added"]),
        ("@d() class A {}", "@e() class A {}", ["signature A: decorator `d()` removed, decorator `e()` added"]),
        ("interface I { a: string }", "interface I { a: string; b: number }", ["modified I: field `b` added"]),
        ("interface I { a: string }", "interface I { a?: string }", ["modified I: field `a` changed"]),
        ("interface I { m(): void }", "interface I { m(a: string): void }", ["signature I.m: parameter `a` added without default"]),
        ("type T = A", "type T = A | B", ["modified T: type changed from `A` to `A | B`"]),
        ("enum E { A }", "enum E { A, B }", ["modified E: member `B` added"]),
        ("const x = 1", "const x = 2", ["modified x: value changed"]),
        ("const x: A = 1", "const x: B = 1", ["signature x: type changed from `A` to `B`"]),
        ("let x = 1", "const x = 1", ["signature x: declaration changed"]),
        ("import { a } from 'x'", "import { a } from 'y'", ["modified a.ts: import of `a` from `x` removed, import of `a` from `y` added"]),
        ("run()", "run(1)", ["modified a.ts: module code changed"]),
        ("/** x */ function f() {}", "/** y */ function f() {}", ["comment f"]),
        ("const f = x => (x)", "const f = (\n  x,\n) => x;", ["comment f"]),
        ("type T = A | B", "type T =\n  | A\n  | B;", ["comment T"]),
        ("function f(a?: A) {}", "function f(a: A) {}", ["signature f: parameter `a` is no longer optional"]),
        ("function f(a: A) {}", "function f(a: B) {}", ["signature f: type of parameter `a` changed from `A` to `B`"]),
        ("class A { private m() {} }", "class A { protected m() {} }", ["signature A.m: is no longer private, is now protected"]),
        ("class A { readonly x = 1 }", "class A { x = 1 }", ["modified A: field `x` changed"]),
        (
            "class A { constructor(private a: A) {} }",
            "class A { constructor(public a: A) {} }",
            ["signature A.constructor: declaration changed"],
        ),
        ("abstract class A {}", "class A {}", ["signature A: is no longer abstract"]),
        ("class A { abstract m(): void }", "class A { m(): void {} }", ["signature+modified A.m: is no longer abstract"]),
        ("interface I<T> {}", "interface I<T, U> {}", ["signature I: type parameters changed"]),
        ("type T<A> = A", "type T<A, B> = A", ["signature T: type parameters changed"]),
        ("interface I extends J {}", "interface I extends K {}", ["signature I: base `J` removed, base `K` added"]),
        ("enum E { A = 1 }", "enum E { A = 2 }", ["modified E: member `A` changed"]),
        ("interface I { a: string; b: string }", "interface I { a: string }", ["modified I: field `b` removed"]),
        ("namespace N { export const a = 1 }", "namespace N { export const a = 2 }", ["modified N.a: value changed"]),
        (
            "declare function f(a: A): void",
            "declare function f(a: B): void",
            ["signature f: type of parameter `a` changed from `A` to `B`"],
        ),
        (
            "function f(a: string): void\nfunction f(a: any) {}",
            "function f(a: number): void\nfunction f(a: any) {}",
            ["signature f: type of parameter `a` changed from `string` to `number`"],
        ),
        ("import { type a } from 'x'", "import { a } from 'x'", ["modified a.ts: import of `a` from `x` is no longer for types only"]),
        ("export type T = A", "type T = A", ["signature T: is no longer exported"]),
        ("type T = { a: A }", "type T = { a: A, b: B }", ["modified T: type changed from `{a: A}` to `{a: A, b: B}`"]),
        ("const x = { a: 1 } as const", "const x = { a: 2 } as const", ["modified x: value changed"]),
        ("function f(a: A, b: B) {}", "function f(b: B, a: A) {}", ["signature f: parameters reordered: `a, b` is now `b, a`"]),
        ("function f(a: A, b: B) {}", "function f(a: A, c: B) {}", ["signature f: parameter `b` renamed to `c`"]),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.ts": old + "\n"}, {"a.ts": new + "\n"}) == expected
