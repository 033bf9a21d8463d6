import type { ErrorCode } from '@petsetu/contract/platform/envelope.ts'
import type { FormProblems, PublicPage, RejectedForm } from '@petsetu/contract/site/public-pages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, HttpError } from '../../errors.ts'
import { languageOf } from '../../languages/request-language.ts'
import { textsIn } from '../../languages/texts.ts'
import { acceptPlainForms, isMultipart, isPlainForm } from '../bodies/form.ts'
import { type FileSink, receiveForm } from '../bodies/upload.ts'
import type { LoadShedding } from '../limits/load-shedding.ts'
import { sentenceOf, statusOf } from './error-reply.ts'

/** Renders a page for one person and sends it with this status. It is kept nowhere. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, page: PublicPage, status: number) => FastifyReply

/** Sends the page that `read` makes. If it cannot be made, whoever asked gets the page of `failed`, and not a bare error. */
export async function answerWithPage(
  { sendPage, loadShedding }: { sendPage: SendPage; loadShedding: LoadShedding },
  request: FastifyRequest,
  reply: FastifyReply,
  { read, failed, status = 200 }: PageAnswer,
): Promise<FastifyReply> {
  try {
    return sendPage(request, reply, await loadShedding.run(read), status)
  } catch (error) {
    return sendPage(request, reply, failed(error), statusOf(error, request, reply))
  }
}

type PageAnswer = { read: () => Promise<PublicPage>; failed: (error: unknown) => PublicPage; status?: number }

export function acceptsHtml(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && (request.headers.accept?.includes('text/html') ?? false)
}

type Answer = FastifyReply | Promise<FastifyReply>

type PageForm = {
  /** Does what the form asks for, and answers with a redirect or a page. */
  take: (fields: Record<string, string>, request: FastifyRequest, reply: FastifyReply) => Answer
  /** The page with the form, what was typed, and what is wrong. `fields` are all that were sent: secrets among them must not be shown. */
  again: (
    rejected: RejectedForm,
    status: number,
    request: FastifyRequest,
    reply: FastifyReply,
    cause: { fields: Record<string, string>; error: unknown },
  ) => Answer
}

/** Takes a form of a page that works without a script. Only a page of this site may send it. */
export function onPageForm(
  app: FastifyInstance,
  { loadShedding, config }: { loadShedding: LoadShedding; config: { publicUrl: string } },
  path: string,
  { take, again }: PageForm,
): void {
  app.register(async (scope) => {
    acceptPlainForms(scope).post(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const fields = isMultipart(request) ? {} : { ...(request.body as Record<string, string> | undefined) }
      try {
        rejectFromElsewhere(request, config.publicUrl)
        return await loadShedding.run(async () => take(fields, request, reply))
      } catch (error) {
        const status = statusOf(error, request, reply)
        return again({ typed: shownAgain(fields), ...problemsOf(error, request) }, status, request, reply, {
          fields,
          error,
        })
      }
    })
  })
}

/**
 * Leads from an address to which only forms are sent to the page above it. The page that answers a form there has links to its own address, such
 * as those of the language switch.
 */
export function leadToPageAbove(app: FastifyInstance, path: string): void {
  const above = path.slice(0, path.lastIndexOf('/'))
  app.get<{ Params: Record<string, string> }>(path, ({ params, url }, reply) => {
    const page = above.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const query = url.indexOf('?')
    return reply.redirect(query === -1 ? page : page + url.slice(query), 303)
  })
}

const SECRET = /password|token|ticket|code/i

function shownAgain(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)))
}

function problemsOf(error: unknown, request: FastifyRequest): FormProblems {
  const { errors } = error instanceof HttpError ? error.describe(textsIn(languageOf(request))) : { errors: undefined }
  return errors ? { problem: null, fields: errors } : { problem: sentenceOf(error, request), fields: {} }
}

export const NO_PROBLEMS: FormProblems = { problem: null, fields: {} }

// Stores of files know nothing of the form that a file came with.
const FILE_PROBLEMS: readonly ErrorCode[] = [
  'file_too_large',
  'photo_animated',
  'photo_too_heavy',
  'photo_too_large',
  'photo_too_many_pixels',
  'photo_unreadable',
  'photo_wrong_type',
]

/** Problems of fields that the page does not show are problems of the whole form; a file's are those of `file`. */
export function problemsShown(
  shown: { fields: readonly string[]; file?: string },
  error: unknown,
  request: FastifyRequest,
): FormProblems {
  const { problem, fields } = problemsOf(error, request)
  if (problem !== null) {
    const isOfFile = error instanceof HttpError && FILE_PROBLEMS.includes(error.code)
    return shown.file && isOfFile ? { problem: null, fields: { [shown.file]: problem } } : { problem, fields }
  }
  const isShown = (name: string) => name === shown.file || shown.fields.includes(name)
  const all = Object.entries(fields)
  const others = all.filter(([name]) => !isShown(name)).map(([, message]) => message)
  return {
    problem: others.length > 0 ? others.join(' ') : null,
    fields: Object.fromEntries(all.filter(([name]) => isShown(name))),
  }
}

/** Rejects a form of another site by `Sec-Fetch-Site`, else `Origin`. A program without both has nobody's cookies. */
export function rejectFromElsewhere(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw forbidden()
    return
  }
  if (origin === undefined) return
  const from = URL.canParse(origin) ? new URL(origin).host : null
  if (from !== request.host && from !== new URL(publicUrl).host) throw forbidden()
}

export type Sent<F> = { fields: unknown; file: F | null }

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

function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers
  return isPlainForm(request) && (accept.includes('text/html') || !accept.includes('application/json'))
}
