"""What changes in JavaScript mean: (old code, new code, what is said)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("function f(a) {}", "function f(a, b) {}", ["signature f: parameter `b` added without default"]),
        ("function f(a) {}", "function f(a, b = 1) {}", ["signature f: parameter `b` added with default"]),
        ("function f(a, b) {}", "function f(a) {}", ["signature f: parameter `b` removed"]),
        ("function f(a, b) {}", "function f(a, c) {}", ["signature f: parameter `b` renamed to `c`"]),
        ("function f(a, b) {}", "function f(b, a) {}", ["signature f: parameters reordered: `a, b` is now `b, a`"]),
        ("function f(a) {}", "function f(...a) {}", ["signature f: parameter `a` is now the rest of the arguments"]),
        ("function f(a = 1) {}", "function f(a = 2) {}", ["signature f: default of parameter `a` changed"]),
        ("function f(a) {}", "async function f(a) {}", ["signature f: is now async"]),
        ("function f() {}", "function* f() {}", ["signature f: is now a generator"]),
        ("class A { m() {} }", "class A { static m() {} }", ["signature A.m: is now static"]),
        ("class A { m() {} }", "class A { #m() {} }", ["renamed A.#m: was `m`"]),
        ("class A { x = 1 }", "class A { #x = 1 }", ["modified A: field `#x` added, field `x` removed"]),
        ("class A { get x() { return 1 } }", "class A { x() { return 1 } }", ["signature A.x: is no longer property"]),
        ("function f() {}", "export function f() {}", ["signature f: is now exported"]),
        ("export function f() {}", "export default function f() {}", ["signature f: is now default"]),
        ("exports.f = function () { return 1 }", "exports.f = function () { return 2 }", ["modified f"]),
        ("exports.f = function (a) {}", "exports.f = function (a, b) {}", ["signature f: parameter `b` added without default"]),
        ("exports.f = function (a) {}", "exports.g = function (a) {}", ["renamed g: was `f`"]),
        ("module.exports = { a: 1 }", "module.exports = { a: 2 }", ["modified a.js: module code changed"]),
        ("module.exports = f", "module.exports = g", ["modified a.js: module code changed"]),
        ("const a = require('x')", "const a = require('y')", ["modified a.js: import of `x` as `a` removed, import of `y` as `a` added"]),
        (
            "import a from 'x'",
            "import a from 'y'",
            ["modified a.js: import of the default of `x` as `a` removed, import of the default of `y` as `a` added"],
        ),
        ("import 'x'", "import 'y'", ["modified a.js: import of `x` removed, import of `y` added"]),
        ("@d class A {}", "@e class A {}", ["signature A: decorator `d` removed, decorator `e` added"]),
        ("/** x */\nfunction f() {}", "/** y */\nfunction f() {}", ["comment f"]),
        ("function f() { return 1 }", "function f() {\n  // why\n  return 1;\n}", ["comment f"]),
        ("class A extends B {}", "class A extends C {}", ["signature A: base `B` removed, base `C` added"]),
        ("class A {}", "class A extends B {}", ["signature A: base `B` added"]),
        ("class A { m() {} }", "class A { m() {} n() {} }", ["added A.n"]),
        ("class A { x = 1 }", "class A { x = 2 }", ["modified A: field `x` changed"]),
        ("class A { x = 1 }", "class A { x = 1; y = 2 }", ["modified A: field `y` added"]),
        ("class A { constructor() { this.x = 1 } }", "class A { constructor() { this.y = 1 } }", ["modified A.constructor"]),
        ("const x = 1", "const x = 2", ["modified x: value changed"]),
        ("let x = 1", "const x = 1", ["signature x: declaration changed"]),
        ("run()", "run(1)", ["modified a.js: module code changed"]),
        ("function f() { return 1 }", "function f() { return 2 }", ["modified f"]),
        ("const f = a => a", "const f = (a, b) => a", ["signature f: parameter `b` added without default"]),
        ("const f = async () => 1", "const f = () => 1", ["signature f: is no longer async"]),
        ("function f(a) { const b = a + 1; return b * 2 }", "function g(a) { const b = a + 1; return b * 2 }", ["renamed g: was `f`"]),
        ("function f() {}", "", ["deleted f"]),
        ("", "function f() {}", ["added f"]),
        ("function f({ a }) {}", "function f({ a, b }) {}", ["signature f: declaration changed"]),
        (
            "A.prototype.m = function (a) { return a }",
            "A.prototype.m = function (a, b) { return a }",
            ["signature A.m: parameter `b` added without default"],
        ),
        ("const o = { m() { return 1 } }", "const o = { m() { return 2 } }", ["modified o.m"]),
        (
            "export { a } from 'x'",
            "export { b } from 'x'",
            ["modified a.js: re-export of `a` from `x` removed, re-export of `b` from `x` added"],
        ),
        (
            "const a = 1; export { a }",
            "const a = 1; export { a as b }",
            ["comment a", "modified a.js: export of `a` removed, export of `a` as `b` added"],
        ),
        (
            "export * from 'x'",
            "export * from 'y'",
            ["modified a.js: re-export of everything from `x` removed, re-export of everything from `y` added"],
        ),
    ],
)
def test_kinds_and_details(kinds, old, new, expected):
    assert kinds({"a.js": old + "\n"}, {"a.js": new + "\n"}) == expected
