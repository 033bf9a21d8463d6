import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, HttpError } from '../../errors.ts'
import { readForm, unreadable } from './form.ts'

const FIELD_BYTES_MAX = 32 * 1024
const FIELDS_MAX = 30
// A body that announces more than this is rejected unread and its connection closed.
const BODY_BYTES_MAX = 24 * 1024 * 1024

type TooLarge = 'file_too_large' | 'photo_too_large'

export type Form<F> = { fields: Record<string, string>; file: F | null }

/** Receives the file of a form while it streams in. */
export type FileSink<F> = {
  /** Consumes the stream to its end, or throws; if it throws, it has cleaned up after itself. */
  receive: (file: Readable) => Promise<F>
  discard: (file: F) => Promise<void>
  bytesMax: number
  /** The code of the error for a larger file. */
  tooLarge: TooLarge
}

/** Accepts only multipart/form-data in this scope. The handler reads the body. */
export function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  return scope
}

/**
 * Reads a form with at most one file, `fileField`, which streams through `sink` and is never held in memory. Unknown fields
 * are kept; the caller's schema drops them. On any error the file has been discarded, and `fields` holds what came before.
 */
export async function receiveForm<F>(
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
  sink: FileSink<F>,
  fields: Record<string, string> = {},
): Promise<Form<F>> {
  rejectForeignForm(request)
  rejectHugeBody(request, reply, sink.tooLarge)
  const form: Form<F> = { fields, file: null }
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
        if (!request.headers['content-length']) file.once('limit', () => breakOff(file, reply, sink.tooLarge))
        const received = await sink.receive(file)
        // A browser sends an empty part if no file was chosen.
        if (!file.truncated && (filename || file.bytesRead > 0)) form.file = received
        else await sink.discard(received)
        if (file.truncated) throw new HttpError(413, sink.tooLarge)
      },
    })
    return form
  } catch (error) {
    if (form.file) await sink.discard(form.file)
    // Closes the connection, because the rest of a slow body is not awaited.
    if (error instanceof HttpError && error.status === 408) reply.header('connection', 'close')
    throw diskError(error)
  }
}

function addField(fields: Record<string, string>, name: string, value: string, isCutOff: boolean): void {
  if (name in Object.prototype) throw unreadable()
  if (Object.hasOwn(fields, name)) throw new HttpError(400, 'field_given_twice', { values: { field: name } })
  if (isCutOff) throw tooLong(name)
  // Browsers send a line break as CR LF but count it as one character for maxlength.
  fields[name] = value.replaceAll('\r\n', '\n')
}

function tooLong(field: string): HttpError {
  return new HttpError(400, 'field_too_long', { field, values: { field } })
}

// A form posted by another site's page needs no CORS preflight, so its origin is checked here.
function rejectForeignForm(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden()
}

function rejectHugeBody(request: FastifyRequest, reply: FastifyReply, tooLarge: TooLarge): void {
  if (Number(request.headers['content-length'] ?? 0) <= BODY_BYTES_MAX) return
  reply.header('connection', 'close')
  throw new HttpError(413, tooLarge)
}

// A body without a Content-Length has an unknown rest, so the connection is closed instead of reading on.
function breakOff(file: Readable, reply: FastifyReply, tooLarge: TooLarge): void {
  reply.header('connection', 'close')
  file.destroy(new HttpError(413, tooLarge))
}

// The disk is full, failing or does not accept the file: an operator has to act.
const DISK_TROUBLE: unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']

/** Turns an error of the disk into a 503; returns any other error unchanged. */
export function diskError(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  if (!DISK_TROUBLE.includes(code)) return error
  const extra = { retryAfterSeconds: 300, cause: error }
  return new HttpError(503, 'uploads_unavailable', extra)
}
