function flow(x: A | B | string, list: B[], map: Map<string, C>) {
  if (x instanceof A) {
    x.a()
  } else if (typeof x === 'string') {
    x.trim()
  } else {
    x.b()
  }
  if (!(x instanceof B)) return
  x.b()
  const y = x instanceof A && x.c() ? x.d() : x.e()
  for (const [key, value] of map) value.f(key)
  for await (const item of list) item.g()
  for (const k in list) k
  for (let i = 0, x = list; i < 1; i++) x[i].h()
  while (x instanceof C) x.i()
  try {
    risky()
  } catch (x) {
    x.message
  } finally {
    done()
  }
  switch (x.kind) {
    case 'a': {
      const list = x.j()
      return list.k()
    }
    default:
      return list.l()
  }
}

let app
beforeEach(() => {
  app = new App()
})
for (const name of names) {
  app.use(name)
}
{
  const app = 1
  app.inner
}
