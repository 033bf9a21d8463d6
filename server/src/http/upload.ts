import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, forbidden, Refusal } from '../errors.ts'

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

/** Lets a scope of the app take multipart/form-data and nothing else. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  await scope.register(multipart, { throwFileSizeLimit: false })
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
  try {
    await readParts(request, reply, fileField, sink, form)
    return form
  } catch (error) {
    if (form.file) await sink.discard(form.file)
    throw error instanceof Refusal ? error : asRefusal(error)
  }
}

async function readParts<F>(
  request: FastifyRequest,
  reply: FastifyReply,
  fileField: string,
  sink: FileSink<F>,
  form: Form<F>,
): Promise<void> {
  const limits = {
    fileSize: sink.bytesMax,
    files: 1,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FIELDS_MAX + 1,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (Object.hasOwn(form.fields, part.fieldname)) throw badRequest(`${part.fieldname} is given twice`)
      if (part.valueTruncated || typeof part.value !== 'string') throw tooLong(part.fieldname)
      // A browser sends each line break as two characters, and counts it as one.
      form.fields[part.fieldname] = part.value.replaceAll('\r\n', '\n')
    } else if (part.fieldname !== fileField) {
      part.file.resume()
    } else {
      if (!request.headers['content-length']) part.file.once('limit', () => breakOff(part.file, reply, sink))
      const file = await sink.receive(part.file)
      if (part.file.truncated) {
        await sink.discard(file)
        throw new Refusal(413, sink.tooLarge)
      }
      // A browser sends an empty part where no file was chosen.
      if (part.filename || part.file.bytesRead > 0) form.file = file
      else await sink.discard(file)
    }
  }
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

function asRefusal(error: unknown): unknown {
  const { statusCode } = (error ?? {}) as { statusCode?: number }
  const refusal = diskRefusal(error)
  if (refusal instanceof Refusal) return refusal
  // What the parser says of a form that is cut off, has no boundary or too many parts, it says without a status or with one of these.
  const isParsers = error instanceof Error && !('errno' in error) && (statusCode === undefined || statusCode < 500)
  return isParsers ? badRequest('The form could not be read.') : error
}
