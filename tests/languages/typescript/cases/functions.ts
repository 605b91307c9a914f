export function plain(a: string, b?: number, ...rest: Item[]): Result {
  return make(a, b)
}

async function* both<T extends Base = Item>({ a, b: { c = 1 } }: Options<T>, [d, , e]: T[] = defaults()) {
  yield a
  yield* rest(c, d, e)
}

/** An arrow. */
export const arrow = async (x: Context, next = () => x): Promise<void> => {
  await next()
}

const short = (x) => x.y
let later: Handler
later = function inner() {
  return inner
}

export const cast = (({ children }: any) => children) as FC<Props>

function overloaded(a: string): string
function overloaded(a: number): number
function overloaded(a: any) {
  function nested() {
    return this
  }
  return nested(a)
}

function typed(this: App, cb: (e: Event) => void): asserts cb is Known {
  cb(new Event('x'))
  this.stored = cb
}
