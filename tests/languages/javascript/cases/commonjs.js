'use strict'
var a = require('./a')
const { b, c: d } = require('./b')
var e = require('./e').inner
const f = require('./f')(a)
const { deep: { g } } = require('./g')
require('./side')
/**
 * The application.
 */
exports = module.exports = createApp
exports.helper = function helper(x) {
  return require('./lazy').run(x)
}
module.exports.named = (y) => y
module.exports.Value = d
function createApp() {
  var app = function (req, res) { app.handle(req, res) }
  app.use = function use(fn) {
    this.stack.push(fn)
    return this
  }
  return app
}
function View(name) {
  this.name = name
  this.lookup = () => this.name
}
View.prototype.render = function render(cb) { cb(this) }
View.prototype['quoted'] = function () {}
View.create = function () { return new View() }
Object.defineProperty(View.prototype, 'size', { get: function () { return 1 } })
defineGetter(req, 'protocol', function protocol() { return this.x })
