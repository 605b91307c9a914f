exports.onPaid = function (order) {}
