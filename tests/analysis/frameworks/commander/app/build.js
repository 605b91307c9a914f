exports.build = function build(options) {}
