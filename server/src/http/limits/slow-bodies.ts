import type { FastifyInstance } from 'fastify'
import { watchRate } from '../bodies/minimum-rate.ts'

/** What Node reports of a request that takes too long, so that both are answered by the same handler. */
const TOO_SLOW = Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/** Ends a request whose body arrives more slowly than any phone sends. A form is watched while it is read (`bodies/form.ts`). */
export function rejectSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers }, _reply, done) => {
    const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
    if (hasBody && !isForm) {
      const stop = watchRate(raw, () => {
        stop()
        app.server.emit('clientError', TOO_SLOW, raw.socket)
      })
      raw.once('close', stop)
    }
    done()
  })
}
