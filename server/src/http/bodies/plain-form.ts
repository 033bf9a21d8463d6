import type { FastifyInstance, FastifyRequest } from 'fastify'
import { forbidden } from '../../errors.ts'
import { unreadable } from './form.ts'

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** True for the form of a page that works without JavaScript: its answer is a page. */
export function isPlainForm({ headers }: FastifyRequest): boolean {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  return FORM_TYPES.includes(type)
}

/** Also accepts small forms of text fields, beside JSON. A file in a form is left out. */
export function acceptPlainForms(scope: FastifyInstance): FastifyInstance {
  scope.addContentTypeParser(FORM_TYPES, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
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
