module.exports = function renderFile(name, done) {
  done(null, name)
}
;(function (root, factory) {
  root.lib = factory()
})(this, function () {
  var lib = {}
  lib.run = function () { return lib }
  return lib
})
var Lib = function (options) { if (!(this instanceof Lib)) return new Lib(options) }
Lib.fn = Lib.prototype = { init: function () { return this }, size: 0 }
