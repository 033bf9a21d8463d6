import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyConfig, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, forbidden } from '../../errors.ts'

/** Handlers for the parts of a form as they stream in. If one throws, reading stops with its error. */
export type PartTaker = {
  field: (name: string, value: string, isCutOff: boolean) => void
  /** Must consume the stream to its end. Parts that follow the file in the form may be handed over before that. */
  file: (name: string, file: BusboyFileStream, filename: string) => Promise<void>
}

type Limits = NonNullable<BusboyConfig['limits']>

/** Parses a multipart form. Rejects one that breaks off or exceeds a limit; by then no handler is running any more. */
export async function readForm(
  { raw: request, admitted }: FastifyRequest,
  limits: Limits,
  take: PartTaker,
): Promise<void> {
  const parser = parserFor(request, limits)
  const { promise: read, resolve, reject } = Promise.withResolvers<void>()
  const fail = () => reject(unreadable())
  const files: BusboyFileStream[] = []
  const taken: Promise<void>[] = []

  parser.on('field', (name, value, _isNameCutOff, isCutOff) => {
    try {
      take.field(name, value, isCutOff)
    } catch (error) {
      reject(error)
    }
  })
  parser.on('file', (name, stream, filename) => {
    files.push(stream)
    // Errors of the stream are reported elsewhere; without a listener they would crash the process.
    stream.on('error', () => {})
    const taking = take.file(name, stream, filename)
    taking.catch(reject)
    taken.push(taking)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, fail)
  parser.on('error', fail)
  parser.on('finish', resolve)
  // A complete request also emits 'close', possibly while the parser still works on its last part.
  request.on('close', () => request.readableEnded || fail())
  // The client hung up while it waited for its turn, so no 'close' event will follow.
  if (request.destroyed) fail()
  if (admitted) admitted.onCut = reject
  request.pipe(parser)

  try {
    await read
    await Promise.all(taken)
  } catch (error) {
    request.unpipe(parser)
    parser.destroy()
    // The rest is discarded, so that the next request on this connection can be read.
    request.resume()
    for (const file of files) file.destroy(error as Error)
    await Promise.allSettled(taken)
    throw error
  } finally {
    if (admitted) admitted.onCut = null
  }
}

function parserFor({ headers }: IncomingMessage, limits: Limits) {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits })
  } catch {
    throw unreadable()
  }
}

export const unreadable = () => badRequest('unreadable_form')

/** A form posted by another site's page needs no CORS preflight, so its origin is checked here. */
export function rejectForeignForm({ headers }: Pick<IncomingMessage, 'headers'>): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw forbidden()
}

/** Browsers send a line break as CR LF but count it as one character for maxlength. */
export const withLineFeeds = (value: string): string => value.replaceAll('\r\n', '\n')

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const contentTypeOf = ({ headers }: FastifyRequest) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

export const isPlainForm = (request: FastifyRequest): boolean =>
  [URL_ENCODED, MULTIPART].includes(contentTypeOf(request))

export const isMultipart = (request: FastifyRequest): boolean => contentTypeOf(request) === MULTIPART

/** Also accepts forms, beside JSON: small ones of text fields, and multipart ones, which the handler reads. */
export function acceptPlainForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser(MULTIPART, (_request, _body, done) => done(null))
  scope.addContentTypeParser(URL_ENCODED, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    rejectForeignForm(request)
    return readFields(body, request.headers['content-type'] ?? '')
  })
  return scope
}

/** The text fields of a form that a call takes as bytes. Bytes of any other type are read like a small form. */
export function fieldsOfBytes(request: FastifyRequest, body: Buffer): Promise<Record<string, string>> {
  return readFields(body, isMultipart(request) ? (request.headers['content-type'] ?? '') : URL_ENCODED)
}

async function readFields(body: Buffer, type: string): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw unreadable()
  })
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const fields = Object.fromEntries(texts.map(([name, value = '']) => [name, withLineFeeds(value)]))
  if (Object.keys(fields).length < texts.length) throw unreadable()
  return fields
}
