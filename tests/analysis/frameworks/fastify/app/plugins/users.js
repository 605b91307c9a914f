module.exports = async function (app, options) {
  app.get('/', list)
  app.get('/:id', show)
  app.register(nested, { prefix: '/:id/posts' })
}

async function nested(instance) {
  instance.head('/', list)
}

async function list() {}
async function show() {}
