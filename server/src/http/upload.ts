import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, forbidden, Refusal } from '../errors.ts'
import { readForm, unreadable } from './read-form.ts'

const FIELD_BYTES_MAX = 32 * 1024
const FIELDS_MAX = 30
// A body that announces more than this is not even read to its end to be polite.
const BODY_BYTES_MAX = 24 * 1024 * 1024

export type Form<F> = { fields: Record<string, string>; file: F | null }

/** What becomes of a form's file while it streams in. */
export type FileSink<F> = {
  /** Takes the stream to its end, or refuses; leaves nothing behind where it refuses. */
  receive: (file: Readable) => Promise<F>
  discard: (file: F) => Promise<void>
  bytesMax: number
  tooLarge: string
}

/** Lets a scope of the app take multipart/form-data and nothing else; whoever handles it reads it. */
export function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  return scope
}

/**
 * Reads a form with at most one file, `fileField`, which streams through `sink` and never stands in memory. Unknown fields are
 * kept for the caller's schema to drop. Whatever is wrong with the form is a refusal, and the file is gone then.
 */
export async function receiveForm<F>(
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
  sink: FileSink<F>,
): Promise<Form<F>> {
  refuseForeignForm(request)
  refuseHugeBody(request, reply, sink)
  const form: Form<F> = { fields: {}, file: null }
  const limits = {
    fileSize: sink.bytesMax,
    files: 1,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FIELDS_MAX + 1,
  }
  try {
    await readForm(request.raw, limits, {
      field: (name, value, isCutOff) => addField(form.fields, name, value, isCutOff),
      async file(name, file, filename) {
        if (name !== fileField) return void file.resume()
        if (!request.headers['content-length']) file.once('limit', () => breakOff(file, reply, sink))
        const received = await sink.receive(file)
        // A browser sends an empty part where no file was chosen.
        if (!file.truncated && (filename || file.bytesRead > 0)) form.file = received
        else await sink.discard(received)
        if (file.truncated) throw new Refusal(413, sink.tooLarge)
      },
    })
    return form
  } catch (error) {
    if (form.file) await sink.discard(form.file)
    throw diskRefusal(error)
  }
}

function addField(fields: Record<string, string>, name: string, value: string, isCutOff: boolean): void {
  if (name in Object.prototype) throw unreadable()
  if (Object.hasOwn(fields, name)) throw badRequest(`${name} is given twice`)
  if (isCutOff) throw tooLong(name)
  // A browser sends each line break as two characters, and counts it as one.
  fields[name] = value.replaceAll('\r\n', '\n')
}

function tooLong(field: string): Refusal {
  const message = `${field} is too long`
  return badRequest(message, { [field]: message })
}

// A form that another site's page sends needs no preflight; ours are sent by our own pages.
function refuseForeignForm(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden()
}

function refuseHugeBody<F>(request: FastifyRequest, reply: FastifyReply, sink: FileSink<F>): void {
  if (Number(request.headers['content-length'] ?? 0) <= BODY_BYTES_MAX) return
  reply.header('connection', 'close')
  throw new Refusal(413, sink.tooLarge)
}

// Of a body without an announced length nobody knows how much would still come: its end is not waited for.
function breakOff<F>(file: Readable, reply: FastifyReply, sink: FileSink<F>): void {
  reply.header('connection', 'close')
  file.destroy(new Refusal(413, sink.tooLarge))
}

// It is full, fails, or takes no file of this size or none at all: somebody has to look after it.
const DISK_TROUBLE: unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']

/** A refusal for what the disk could not do; any other error stays what it is. */
export function diskRefusal(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (!DISK_TROUBLE.includes(code)) return error
  const extra = { retryAfterSeconds: 300, cause: error }
  return new Refusal(503, 'Uploads are temporarily unavailable. Please try again later.', extra)
}
