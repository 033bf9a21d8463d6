import type { FastifyInstance } from 'fastify'

/**
 * Starts what runs beside the requests once the app serves, and stops it, last first, when the app closes. `stopping` tells all of it
 * at once that it is to come to an end.
 */
export function runInBackground(
  app: FastifyInstance,
  startsOf: (stopping: AbortSignal) => (() => Running | Promise<Running>)[],
): void {
  const stopping = new AbortController()
  const running: Running[] = []
  app.addHook('onReady', async () => {
    for (const start of startsOf(stopping.signal)) running.push(await start())
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    for (const part of running.reverse()) await part.stop()
  })
}

type Running = { stop: () => Promise<void> }
