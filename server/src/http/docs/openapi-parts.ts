import type { Call } from '@petsetu/contract/call.ts'
import type { Example } from '@petsetu/contract/examples.ts'
import { z } from 'zod'

export function requestBodyOf(call: Call, example: Example['body']): Record<string, unknown> {
  if (call.raw) return { requestBody: { required: true, content: jsonOf({ type: 'object' }) } }
  if (!call.body) return {}
  const schema = schemaOf(call.body, 'input')
  if (!call.multipart) {
    const forms = call.plainForm && formOf(schema, call.plainForm)
    return { requestBody: { required: true, content: { ...jsonOf(schema, example), ...forms } } }
  }
  return { requestBody: { required: true, content: formOf(schema, call.multipart, example, call.moreFiles) } }
}

/** A form with this field for an optional file, and perhaps one for more. */
function formOf(
  schema: ReturnType<typeof schemaOf>,
  field: string,
  example?: Example['body'],
  more?: Call['moreFiles'],
) {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const files = more && { [more.name]: { type: 'array', items: file, maxItems: more.max } }
  const form = { ...schema, properties: { ...schema.properties, [field]: file, ...files } }
  return { 'multipart/form-data': { schema: form, ...(example !== undefined && { example }) } }
}

/** The replies to requests that are refused, by status: those that follow from the facts of a call, and any other. */
export function refusalsOf(call: Call): Record<string, unknown> {
  const statuses = {
    400: call.params || call.query || call.body || call.raw,
    401: !call.ignoresDeadToken,
    403: call.access === 'admin' || call.access === 'user',
    404: call.params,
    409: call.idempotent,
    413: call.body || call.raw,
  }
  const given = Object.entries(statuses).filter(([, isGiven]) => isGiven)
  return refused(given.map(([status]) => Number(status)))
}

const REFUSED: Record<number, string> = {
  400: 'The request is not valid: errors names the fields',
  401: 'Nobody is signed in, or the token is not known any more',
  403: 'The account may not do this',
  404: 'There is none, or it belongs to somebody else',
  409: 'It does not fit what was saved meanwhile',
  413: 'The body is too large',
}

/** Replies with these statuses, and any other refusal. */
export function refused(statuses: number[]): Record<string, unknown> {
  const content = jsonOf({ $ref: '#/components/schemas/Error' })
  const replies = statuses.map((status) => [status, { description: REFUSED[status], content }])
  return { ...Object.fromEntries(replies), default: { description: 'Refused', content } }
}

function jsonOf(schema: unknown, example?: unknown) {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } }
}

export function parametersOf(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  example: Record<string, unknown> = {},
): unknown[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }))
}

export function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
