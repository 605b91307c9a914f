import { Hono } from 'hono'
import { logger } from 'hono/logger'
import books from './books'
import { users as people } from './users'
import { createAdmin } from './admin'

const app = new Hono<{ Bindings: Env }>()

app.use('*', logger())
app.get('/', (c) => c.text('hello'))
app.on('PURGE', '/cache', purge)
app.on(['PUT', 'DELETE'], ['/old', '/older'], purge)
app.route('/books', books)
app.route('/people', people)
app.route('/admin', createAdmin())

const v2 = app.basePath('/v2')
v2.get('/status', status).post('/status', status)

app.all('/any', purge)
app.get(`/files/${kind}`, purge)

function purge(c) {
  return c.get('/not/a/route', purge)
}
const status = (c) => c.json({})

export default app
