#!/usr/bin/env node
export default async function* () {}
export class A extends B {
  static x = 1
  #p
  @dec m() { return this.#p }
  field = () => this.m()
  static { init() }
}
class C extends mixin(A) {}
label: for (const x of y) { if (x) continue label }
var hoisted = 1
if (hoisted) { var hoisted = two() }
using file = open()
const el = <Comp render={x => <div>{x}</div>} />
x => x, async y => { await y }, function* named() { yield this }
if (#p in a || b instanceof A) a.b ??= c
new.target, import.meta.url
