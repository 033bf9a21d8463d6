import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMultipart, isPlainForm } from '../bodies/form.ts'
import { type FileSink, receiveForm } from '../bodies/upload.ts'
import type { LoadShedding } from '../limits/load-shedding.ts'
import { statusOf } from './error-reply.ts'

/** The content of a form, or of JSON. */
export type Sent<F> = { fields: unknown; file: F | null }

/** Typed text that was not accepted, to be shown again. */
export type Rejected = { typed: Record<string, string>; error: unknown }

type Answers<F, Found, Saved, Said> = {
  /** Looks up what a form is about before it is read; rejects one that need not be read. */
  find: () => Promise<Found>
  save: (sent: Sent<F>, found: Found) => Promise<Saved>
  /** Answers a form of a page with a redirect or a page. */
  next: (saved: Saved) => Promise<FastifyReply> | FastifyReply
  /** Answers JSON, or a form of a program that asks for JSON. */
  say: (saved: Saved) => Promise<Said>
  /** The page with the form, and with what was rejected. */
  again: (rejected: Rejected, status: number) => Promise<FastifyReply>
}

/** Answers forms of pages that work without JavaScript, which may hold one file, and the same as JSON. */
export function formAnswerer<F>({
  loadShedding,
  fileField,
  sink,
}: {
  loadShedding: LoadShedding
  fileField: string
  sink: FileSink<F>
}) {
  return async <Found, Saved, Said>(
    request: FastifyRequest,
    reply: FastifyReply,
    { find, save, next, say, again }: Answers<F, Found, Saved, Said>,
  ): Promise<Said | FastifyReply> => {
    const typed: Record<string, string> = {}
    try {
      if (isPlainForm(request) && !isMultipart(request)) Object.assign(typed, request.body)
      const found = await loadShedding.run(find)
      const saved = await receive(request, reply, typed, (sent) => save(sent, found))
      return wantsPage(request) ? next(saved) : await say(saved)
    } catch (error) {
      if (!wantsPage(request)) throw error
      return again({ typed, error }, statusOf(error, request, reply))
    }
  }

  /** Reads what was sent, hands it to `use`, and discards the file afterwards. `typed` gets the fields, also if reading fails. */
  async function receive<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    typed: Record<string, string>,
    use: (sent: Sent<F>) => Promise<T>,
  ): Promise<T> {
    if (!isMultipart(request)) return use({ fields: request.body ?? {}, file: null })
    const { files } = await receiveForm(request, reply, { one: fileField }, sink, typed)
    const [file = null] = files
    try {
      return await use({ fields: typed, file })
    } finally {
      if (file) await sink.discard(file)
    }
  }
}

/** True for the form of a page that works without JavaScript. */
function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers
  return isPlainForm(request) && (accept.includes('text/html') || !accept.includes('application/json'))
}
