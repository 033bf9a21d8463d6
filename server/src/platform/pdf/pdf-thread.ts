import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import pLimit from 'p-limit'
import type { Deps } from '../../deps.ts'

// A sheet of a hundred codes takes some seconds on a slow machine.
const SECONDS_MAX = 30
// A sheet of 240 codes takes 30 MB.
const HEAP_LIMITS = { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 4 }
// The thread takes some 80 MB beside the program's own and starts within half a second.
const IDLE_MS_MAX = 5_000

/** The file and the name of an exported function, whose arguments can be cloned. */
export type Drawing = { file: string; name: string; args: unknown[] }

const oneAtATime = pLimit(1)
let thread: Worker | null = null
let ending: NodeJS.Timeout | undefined

/**
 * Returns a function that draws with `name` of `file` in a thread of its own, one PDF after the other, so that nobody else waits meanwhile.
 * The thread starts with the first PDF and ends when nobody has asked for a while, so that a program that draws none does not hold the
 * library in memory.
 */
export function inPdfThread<Draw extends (...args: never[]) => Readable>(file: URL, name: string) {
  return (...args: Parameters<Draw>): Promise<Uint8Array> =>
    oneAtATime(() => draw({ file: file.href, name, args: [...args] }))
}

async function draw(drawing: Drawing): Promise<Uint8Array> {
  clearTimeout(ending)
  thread ??= startThread()
  const drawer = thread
  try {
    drawer.postMessage(drawing)
    const [pdf] = await once(drawer, 'message', { signal: AbortSignal.timeout(SECONDS_MAX * 1_000) })
    return pdf
  } catch (error) {
    await drawer.terminate()
    throw error
  } finally {
    ending = setTimeout(end, IDLE_MS_MAX, drawer).unref()
  }
}

function end(idle: Worker): void {
  if (thread === idle) thread = null
  void idle.terminate()
}

function startThread(): Worker {
  const started = new Worker(new URL('./draw-pdfs.ts', import.meta.url), { resourceLimits: HEAP_LIMITS })
  // It does not keep the program from ending.
  started.unref()
  // Whoever waits for a drawing is told of the error there.
  started.on('error', () => {})
  started.once('exit', () => {
    if (thread === started) thread = null
  })
  return started
}

export function sendPdf(reply: FastifyReply, filename: string, pdf: Uint8Array): FastifyReply {
  return reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength))
}

/** Limits how many PDFs one account has drawn, before any of them waits for its turn. */
export const countedByAccount = ({ throttles }: Pick<Deps, 'throttles'>) => ({
  async checkHead({ person }: FastifyRequest) {
    await throttles.pdfs.count(`account ${person?.id}`)
  },
})
