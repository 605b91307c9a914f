@Component({ selector: 'x' })
export abstract class Service<T> extends Base<T>.Inner implements Runs, Stops<T> {
  static readonly count: number = 0
  #secret = load()
  handler: Handler = (c) => this.run(c)

  constructor(private readonly repo: Repo, protected other?: Other, plain: Plain = make()) {
    super(plain)
    this.state = plain
  }

  get value(): T {
    return this.#secret
  }

  set value(v: T) {
    this.#secret = v
  }

  @Get('/x')
  @Log
  async run(@Inject(TOKEN) c: Context): Promise<T> {
    return super.run(c)
  }

  abstract stop(): void
  over(a: string): void
  over(a: any) {}
  static create<U>() {
    return new this<U>()
  }
  static {
    register(Service)
  }
  [Symbol.iterator]() {}
  [key: string]: any
}

const Named = class Inner extends mixin(Base, Other) {}
export default class {}
function make() {
  return class extends Base {}
}
