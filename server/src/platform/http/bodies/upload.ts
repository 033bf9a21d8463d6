import type { Readable } from 'node:stream'
import { pluralValues } from '@petsetu/languages/formats.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../../errors.ts'
import type { FileRoom } from '../limits/admission.ts'
import { readForm, rejectForeignForm, unreadable, withLineFeeds } from './form.ts'

const FIELD_BYTES_MAX = 32 * 1024
const FIELDS_MAX = 30
// A body that announces more than this is rejected unread and its connection closed. Enough for five attachments and the fields.
const BODY_BYTES_MAX = 28 * 1024 * 1024

type TooLarge = 'file_too_large' | 'photo_too_large'

export type Form<F> = { fields: Record<string, string>; files: F[] }

export type FileParts = {
  /** The name of a part that may come once. */
  one: string
  /** The name of further parts, and how many files there may be altogether. */
  more?: { name: string; max: number }
}

export type FileSink<F> = FileRoom & {
  /** Consumes the stream to its end, or throws; if it throws, it has cleaned up after itself. */
  receive: (file: Readable) => Promise<F>
  discard: (file: F) => Promise<void>
  tooLarge: TooLarge
}

export function acceptForms(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  return scope
}

/** Streams a form's files through `sink`. On an error all are discarded, and `fields` holds what came before. */
export async function receiveForm<F>(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: FileParts,
  sink: FileSink<F>,
  fields: Record<string, string> = {},
): Promise<Form<F>> {
  rejectForeignForm(request)
  rejectHugeBody(request, reply, sink.tooLarge)
  const filesMax = parts.more?.max ?? 1
  const takesPart = partCounter(parts)
  // By the order of their parts. A small file may be received before a larger one ahead of it is on the disk.
  const received: (F | null)[] = []
  const limits = {
    fileSize: sink.bytesMax,
    // One more, so that it is rejected below.
    files: filesMax + 1,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FIELDS_MAX + filesMax + 1,
  }
  try {
    await readForm(request, limits, {
      field: (name, value, isCutOff) => addField(fields, name, value, isCutOff),
      async file(name, file, filename) {
        if (!takesPart(name)) return void file.resume()
        request.admitted?.beginFile(sink)
        const index = received.push(null) - 1
        if (!request.headers['content-length']) file.once('limit', () => breakOff(file, reply, sink.tooLarge))
        const one = await sink.receive(file).finally(request.admitted?.endFile)
        // A browser sends an empty part if no file was chosen.
        if (!file.truncated && (filename || file.bytesRead > 0)) received[index] = one
        else await sink.discard(one)
        if (file.truncated) throw new HttpError(413, sink.tooLarge)
      },
    })
    return { fields, files: received.filter((file) => file !== null) }
  } catch (error) {
    for (const file of received) if (file) await sink.discard(file)
    throw diskError(error)
  }
}

/** Returns a function that counts the file parts; false for one of an unknown name. Throws for one too many. */
function partCounter({ one, more }: FileParts): (name: string) => boolean {
  const max = more?.max ?? 1
  let count = 0
  let others = 0
  return (name) => {
    if (name !== more?.name && ++others > 1) throw unreadable()
    if (++count > max) throw new HttpError(400, 'too_many_files', { values: pluralValues(max) })
    return name === one || name === more?.name
  }
}

function addField(fields: Record<string, string>, name: string, value: string, isCutOff: boolean): void {
  if (name in Object.prototype) throw unreadable()
  if (Object.hasOwn(fields, name)) throw new HttpError(400, 'field_given_twice', { values: { field: name } })
  if (isCutOff) throw tooLong(name)
  fields[name] = withLineFeeds(value)
}

function tooLong(field: string): HttpError {
  return new HttpError(400, 'field_too_long', { field, values: { field } })
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
