import def, { a, b as c, type T } from './x'
import * as ns from 'pkg'
import type { U } from './types'
import './side'
import req = require('old')
import Alias = ns.Inner
export { a, c as d, c as default }
export { e, f as g, default } from './re'
export { default as h } from './re'
export * from './all'
export * as all from './all'
export type { V } from './types'
export type * from './types'
export const lazy = () => import('./lazy')
export const { one, two: [three] } = ns
export import Out = ns.Out
async function load() {
  const { four } = await import('./four')
  return four()
}
export = load
