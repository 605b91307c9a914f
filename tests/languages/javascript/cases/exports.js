function a() {}
function b() {}
class C {}
const late = () => a()
module.exports = { a, two: b, C, inline() { return C }, other: a.b }
exports.late = late
let shared = first()
function reset() { shared = second() }
shared.use()
