import type { FastifyInstance } from 'fastify'
import type { Pool } from '../../db/pool.ts'
import { unavailable } from '../../errors.ts'

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve requests; 503 while the database is unavailable and once it is
 * stopping.
 */
export function healthRoutes(app: FastifyInstance, pool: Pool): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    if (isStopping) throw unavailable()
    await pool.query('select 1')
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
