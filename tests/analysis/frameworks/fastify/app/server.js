const fastify = require('fastify')({ logger: true })
const fp = require('fastify-plugin')

fastify.register(require('./plugins/users'), { prefix: '/users' })
fastify.register(fp(require('./plugins/health')))

fastify.get('/', async () => ({ hello: 'world' }))
fastify.get('/schema', { schema: {} }, answer)
fastify.post('/options', { schema: {}, handler: answer })
fastify.route({ method: ['PUT', 'PATCH'], url: '/route', handler: answer })
fastify.route({
  method: 'DELETE',
  url: '/inline',
  handler: async function (request, reply) {
    return headers.get('/not/a/route', answer)
  },
})

function answer(request, reply) {}
const headers = new Map()
