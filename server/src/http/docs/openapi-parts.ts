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

export function jsonOf(schema: unknown, example?: unknown) {
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
