export interface Shape<T> extends Base, ns.Other<T> {
  name: string
  readonly items?: T[]
  draw(ctx: Canvas): this
  draw(ctx: Canvas, at: [number, y?: number]): this
  (call: string): Shape<T>
  new (x: number): Shape<T>
  [key: string]: unknown
}

type Alias<K extends keyof Shape<any>> = { a: A; m(x: B): C; get g(): D } & Partial<E> | null
type Fn = (a: A, ...rest: B[]) => a is A
type Cond<T> = T extends (infer U)[] ? U : T extends string ? 'text' : never
type Mapped = { readonly [K in keyof Shape<1>]?: Shape<1>[K] }
type Lookup = Shape<string>['name'] | typeof value.inner | `x-${Alias}` | import('./other').Thing
const enum Kind { A = 1, B = compute(), 'c-d' }

namespace Outer.Inner {
  export const x: Kind = Kind.A
}
declare module 'foreign' {
  export function f(): void
}
declare global {
  interface Window { app: Shape<1> }
}
declare function ambient(x: Alias<'name'>): void
let a = value as Shape<A>, b = <B>value, c = value satisfies C, d = value as const, e = value!
call<Generic>(new Made<Param>())
