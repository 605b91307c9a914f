import { Hono } from 'hono'

const list = (c) => c.json([])

export default new Hono()
  .get('/', list)
  .get('/:id', async (c) => c.json({ id: c.req.param('id') }))
  .post('/', validator('json', check), create)

function create(c) {}
function check(value) {}
