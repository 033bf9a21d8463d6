import type { FastifyInstance } from 'fastify'

/** Starts what runs beside the requests once the app serves, and stops it, last first, when the app closes. */
export function runInBackground(app: FastifyInstance, starts: (() => Running | Promise<Running>)[]): void {
  const running: Running[] = []
  app.addHook('onReady', async () => {
    for (const start of starts) running.push(await start())
  })
  app.addHook('onClose', async () => {
    for (const part of running.reverse()) await part.stop()
  })
}

type Running = { stop: () => Promise<void> }
