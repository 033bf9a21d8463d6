import type { FastifyInstance } from 'fastify'

/**
 * One line a request: its id (also in the answer, so that a person can quote it), the route's pattern, status, time and
 * the caller's number. Never an address, a query or a body: they hold names, tag IDs and what people wrote.
 */
export function logRequests(app: FastifyInstance): void {
  // Nothing in this line can be a secret: looking for one would take a seventh of the time of a scan.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        person: request.person?.id,
      },
      'answered',
    )
    done()
  })
}
