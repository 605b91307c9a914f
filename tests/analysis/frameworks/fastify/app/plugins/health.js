module.exports = (server, options, done) => {
  server.get('/health', health)
  done()
}

function health() {}
