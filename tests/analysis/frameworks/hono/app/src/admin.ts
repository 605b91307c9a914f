import { OpenAPIHono } from '@hono/zod-openapi'

export function createAdmin() {
  const admin = new OpenAPIHono()
  admin.delete('/everything', wipe)
  return admin
}

function wipe(c) {}
