module.exports = function (app, options) {
  app.get('/health', health)
  more(app)
}

function more(server) {
  server.head('/health', health)
}

function health(req, res) {
  res.end()
}
