import { Hono } from 'hono/quick'

export const users = new Hono().basePath('/users')

users.patch('/:user', change)

async function change(c) {}
