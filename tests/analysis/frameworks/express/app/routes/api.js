import { Router } from 'express'
import { Users } from '../controllers/users'

const api = Router()
const nested = Router()
const users = new Users()

nested.get('/:user', users.show)
nested.post('/', users.create.bind(users))
api.use('/users', nested)
api.use(nested)

export default api
