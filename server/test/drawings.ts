import { Readable } from 'node:stream'
import { threadId } from 'node:worker_threads'

/** Draws the number of the thread that draws it. */
export const numberOfThread = (): Readable => Readable.from([Buffer.from(String(threadId))])
