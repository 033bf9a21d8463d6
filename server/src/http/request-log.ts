import type { FastifyInstance } from 'fastify'

/**
 * One line a request: its id (also in the answer, so that a person can quote it), the route's pattern, status, time and
 * the caller's number. Never an address, a query or a body: they hold names, tag IDs and what people wrote.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        person: request.person?.id,
      },
      'answered',
    )
  })
}
