const express = require('express')
const logger = require('./middleware/logger')
const orders = require('./routes/orders')

const app = express()

app.set('view engine', 'ejs')
app.use(express.json())
app.use(logger)
app.use('/orders', logger, orders)
app.use(['/v1', '/v2'], require('./routes/api').default)
require('./routes/health')(app, {})

app.get('/', (req, res) => res.send(app.get('title')))
app.all(/^\/files/, function files(req, res) {
  res.sendStatus(404)
})
app.delete('/cache', logger, clear)

function clear(req, res) {
  res.end()
}


app.patch('/spread', ...[logger, clear])
app.put(settings.path, clear)

module.exports = app
