const Router = require('koa-router')

const router = new Router()
router.prefix('/v1')

router
  .get('/', list)
  .post('/', create)
  .all('/rest', (ctx) => {})

async function list(ctx) {}
async function create(ctx) {}

module.exports = router
