import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import type { Drawing } from './pdf-thread.ts'

// The program of the thread. An error ends it, and is the answer to whoever asked.
parentPort?.on('message', async ({ file, name, args }: Drawing) => {
  const drawings: Record<string, (...args: unknown[]) => Readable> = await import(file)
  const draw = drawings[name]
  if (!draw) throw new Error(`${file} draws no ${name}`)
  parentPort?.postMessage(new Uint8Array(await buffer(draw(...args))))
})
