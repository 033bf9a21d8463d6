import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import ipaddr from 'ipaddr.js'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { unauthorized } from '../../errors.ts'
import { isBearer } from '../routing/person.ts'

// A scan takes a millisecond, a report seconds.
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const PROVIDER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3]

/** Counts for Prometheus on this node. Labels come from the code and are never about a person. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    name: 'petsetu_http_request_duration_seconds',
    help: 'Requests answered, by the pattern of their path',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const providerCalls = new Histogram({
    name: 'petsetu_provider_call_duration_seconds',
    help: 'Calls to the payment provider; "unreachable" holds those that the circuit breaker stopped, too',
    labelNames: ['outcome'],
    buckets: PROVIDER_SECONDS,
    registers,
  })
  const throttled = new Counter({
    name: 'petsetu_throttled_total',
    help: 'Requests rejected by a limit',
    labelNames: ['limit'],
    registers,
  })
  const pushes = new Counter({
    name: 'petsetu_push_notices_total',
    help: 'Notices handed to push services, by what became of them; a later one is tried again',
    labelNames: ['outcome'],
    registers,
  })
  const jobs = new Counter({
    name: 'petsetu_jobs_done_total',
    help: 'Jobs that this node ran, by how they ended; a failed one is tried again',
    labelNames: ['task', 'outcome'],
    registers,
  })
  processGauges(registry)
  return { registry, requests, providerCalls, throttled, pushes, jobs }
}

export type Metrics = ReturnType<typeof createMetrics>

export function countedTasks(tasks: TaskList, { jobs }: Metrics): TaskList {
  const counted = Object.entries(tasks).map(([task, run]): [string, Task] => [
    task,
    async (...args) => {
      try {
        await run?.(...args)
        jobs.inc({ task, outcome: 'done' })
      } catch (error) {
        jobs.inc({ task, outcome: 'failed' })
        throw error
      }
    },
  ])
  return Object.fromEntries(counted)
}

/** The library's own set of these measures the event loop with a timer that never rests. */
function processGauges(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of the process',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.set((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started',
    registers,
    collect() {
      this.set(Math.round(performance.timeOrigin / 1_000))
    },
  })
}

export function diskGauge(registry: Registry, dataDir: string): void {
  new Gauge({
    name: 'petsetu_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    registers: [registry],
    async collect() {
      const disk = await statfs(dataDir).catch(() => null)
      if (disk) this.set(disk.bavail * disk.bsize)
    },
  })
}

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
