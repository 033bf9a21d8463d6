import type { FastifyInstance } from 'fastify'

// A line for each request would push away the sign-in that the start shows once: in a terminal, and in the demo, whose sandbox reports
// many payments.
const isQuiet = process.stdout.isTTY || process.argv.includes('--demo')
const levelOf = (status: number) => (isQuiet && status < 500 ? 'debug' : 'info')

/** Logs a line per request, never an address, query or body: they hold names, tag IDs and people's texts. */
export function logRequests(app: FastifyInstance): void {
  // No field of this line can be a secret, and redaction would take a seventh of the time of a scan.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    log[levelOf(reply.statusCode)](
      {
        reqId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.person?.id,
      },
      'answered',
    )
    done()
  })
}
