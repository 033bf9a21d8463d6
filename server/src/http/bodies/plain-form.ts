import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../../errors.ts'
import { unreadable } from './form.ts'

const FIELDS = 'application/x-www-form-urlencoded'
const PARTS = 'multipart/form-data'

const typeOf = ({ headers }: FastifyRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''

/** True for the form of a page that works without JavaScript: its answer is a page. */
export const isPlainForm = (request: FastifyRequest): boolean => [FIELDS, PARTS].includes(typeOf(request))

/** True for a form that may hold a file. The handler reads it. */
export const hasParts = (request: FastifyRequest): boolean => typeOf(request) === PARTS

/** Also accepts forms, beside JSON: small ones of text fields, and those with parts, which the handler reads. */
export function acceptPlainForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser(PARTS, (_request, _body, done) => done(null))
  scope.addContentTypeParser(FIELDS, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // A form posted by another site's page needs no CORS preflight, so its origin is checked here.
    if (request.headers['sec-fetch-site'] === 'cross-site') throw forbidden()
    return readFields(body, request.headers['content-type'] ?? '')
  })
  return scope
}

async function readFields(body: Buffer, type: string): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => {
    throw unreadable()
  })
  const texts = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // Browsers send a line break as CR LF but count it as one character for maxlength.
  const fields = Object.fromEntries(texts.map(([name, value = '']) => [name, value.replaceAll('\r\n', '\n')]))
  if (Object.keys(fields).length < texts.length) throw unreadable()
  return fields
}
