const Koa = require('koa')
const Router = require('@koa/router')
const orders = require('./orders')

const app = new Koa()
const router = new Router({ prefix: '/api' })

router.get('/', home)
router.get('named', '/named/:id', log, show)
router.use('/orders', orders.routes(), orders.allowedMethods())
router.del('/gone', show)

app.use(async (ctx, next) => {
  await next()
})
app.use(router.routes()).use(router.allowedMethods())

async function home(ctx) {
  ctx.body = ctx.get('/not/a/route', home)
}
function log(ctx, next) {}
function show(ctx) {}

module.exports = app
