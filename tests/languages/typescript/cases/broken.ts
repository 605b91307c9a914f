interface Generic {
  <T>(x: T): T
  <T, U>(x: T, y: U): U
}
export type * from './x'
function good() { return 1 }
function bad( { return }
class After { m() {} }
