const app = require('./app')

app.listen(3000)
