const EventEmitter = require('events')
const { onPaid } = require('./handlers')

class Bus extends EventEmitter {
  constructor() {
    super()
    this.on('closed', this.close.bind(this))
  }

  close() {}
}

const bus = new Bus()
bus.on('paid', onPaid)
bus.once('ready', () => console.log('ready'))
process.on('SIGTERM', stop)
app.on('mount', made(1))

function stop() {}
function made(n) {
  return stop
}
