import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { RouteOptions } from 'fastify'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** The compiled serialiser of a reply. Compiled on first use, to keep the start short. */
export function serialised(status: number, reply: z.ZodType): Pick<RouteOptions, 'schema' | 'serializerCompiler'> {
  let write: ((answer: unknown) => string) | null = null
  return {
    schema: { response: { [status]: {} } },
    serializerCompiler: () => (answer) => {
      write ??= fastJsonStringify(replySchema(reply) as Schema)
      return write(answer)
    },
  }
}

/**
 * The JSON schema from which the serialiser is compiled. Objects are closed: a field that the contract does not name never
 * leaves the server. `X | null` is folded into one schema, which serialises several times faster than `anyOf`.
 */
function replySchema(reply: z.ZodType): JsonSchema {
  return z.toJSONSchema(reply, { target: 'draft-7', io: 'output', override: ({ jsonSchema }) => foldNull(jsonSchema) })
}

function foldNull(schema: JsonSchema): void {
  const [first, second] = schema.anyOf ?? []
  if (schema.anyOf?.length !== 2 || second?.type !== 'null' || typeof first?.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, first, { type: [first.type, 'null'] })
}
