import type { FastifyInstance } from 'fastify'

/**
 * Starts the background work when the app is ready, and stops it in reverse order when the app closes. `stopping` tells all of
 * it to end.
 */
export function runInBackground(app: FastifyInstance, startsOf: (stopping: AbortSignal) => Start[]): void {
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

/** Starts a part of the background work. */
export type Start = () => Running | Promise<Running>
