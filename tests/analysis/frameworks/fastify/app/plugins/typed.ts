import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

export const typed: FastifyPluginAsync = async (scope) => {
  scope.options('/typed', answer)
}

export function more(instance: FastifyInstance) {
  instance.get('/more', answer)
}

async function answer() {}
