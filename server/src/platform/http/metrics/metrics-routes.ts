import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { unauthorized } from '../../errors.ts'
import { isBearer } from '../headers/bearer.ts'
import type { Metrics } from './metrics.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Counts every request, and answers Prometheus at `/metrics`: with the token if there is one, else only to this machine. */
export function metricsRoutes(
  app: FastifyInstance,
  { registry, requests }: Metrics,
  { token, readStored }: { token: string | null; readStored: () => Promise<void> },
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'none' } = request.routeOptions
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    if (token !== null && !isBearer(request.headers.authorization, token)) throw unauthorized()
    if (token === null && !isFromThisMachine(request)) return reply.callNotFound()
    await readStored()
    reply.header('content-type', registry.contentType).header('cache-control', 'no-store')
    return registry.metrics()
  })
}

/** A proxy on this machine forwards the requests of everybody, also one that TRUSTED_PROXIES does not name. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}
