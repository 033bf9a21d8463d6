import { ErrorReply } from '@petsetu/contract/platform/envelope.ts'
import { z } from 'zod'
import { errorCodes } from '../src/platform/languages/texts.ts'
import type { Operation } from './fuzz-requests.ts'
import type { PlainReply } from './plain-request.ts'

const AnyError = ErrorReply.strict().extend({ code: z.enum(errorCodes()) })

/** Describes the difference of a reply from the OpenAPI document; null if there is none. */
export function faultOf(operation: Operation, reply: PlainReply): string | null {
  const type = String(reply.headers['content-type'] ?? 'none')
  if (reply.headers['x-content-type-options'] !== 'nosniff') return 'without its headers'
  if (reply.status >= 500 || reply.status < 200) return `status ${reply.status}`
  if (reply.status === 204)
    return reply.text === '' && operation.responses['204'] ? null : 'a body without a status for it'
  if (reply.status >= 400) {
    return type === 'application/json; charset=utf-8' && AnyError.safeParse(JSON.parse(reply.text)).success
      ? null
      : `a refusal in another form: ${reply.text.slice(0, 200)}`
  }
  const { content } = operation.responses[String(reply.status)] ?? {}
  if (!content) return `status ${reply.status}, which is not described`
  const [described, media] = Object.entries(content).find(([each]) => type.startsWith(each)) ?? []
  if (!described || !media) return `content type ${type}`
  const result = schemaOf(media.schema).safeParse(
    described === 'application/json' ? JSON.parse(reply.text) : reply.text,
  )
  return result.success ? null : `another form than described: ${JSON.stringify(result.error.issues).slice(0, 300)}`
}

const schemas = new Map<object, z.ZodType>()

function schemaOf(described: object): z.ZodType {
  const schema = schemas.get(described) ?? z.fromJSONSchema(described as never)
  schemas.set(described, schema)
  return schema
}
