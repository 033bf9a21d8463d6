import type { FastifyInstance, FastifyRequest } from 'fastify'
import { rejectForeignForm, unreadable, withLineFeeds } from './form.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

const contentTypeOf = ({ headers }: FastifyRequest) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

/** True for a form as a page sends it, small or multipart. */
export const isPlainForm = (request: FastifyRequest): boolean =>
  [URL_ENCODED, MULTIPART].includes(contentTypeOf(request))

/** True for a form that may hold a file. The handler reads it. */
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

async function readFields(body: Buffer, type: string): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw unreadable()
  })
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const fields = Object.fromEntries(texts.map(([name, value = '']) => [name, withLineFeeds(value)]))
  if (Object.keys(fields).length < texts.length) throw unreadable()
  return fields
}
