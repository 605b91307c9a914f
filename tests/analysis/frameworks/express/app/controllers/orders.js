exports.list = function (req, res) {
  const first = cache.get('first', load)
  res.json([first])
}

exports.create = async (req, res) => {
  res.json({})
}

module.exports.show = show
module.exports.change = change

function show(req, res) {}

async function change(req, res) {}

const cache = new Map()
function load() {}
