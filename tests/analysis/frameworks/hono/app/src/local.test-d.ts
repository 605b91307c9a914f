import { Hono } from 'hono'

describe('one', () => {
  const app = new Hono().basePath('/one')
  app.get('/a', (c) => c.text('a'))
})

describe('two', () => {
  const app = new Hono()
  app.get('/b', (c) => c.text('b'))
})
