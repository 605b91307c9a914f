module.exports = function logger(req, res, next) {
  next()
}
