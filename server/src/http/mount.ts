import type { Readable } from 'node:stream'
import type { Access, Call, Checked, Reply } from '@petsetu/contract/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { badRequest, forbidden, type Refusal, unauthorized } from '../errors.ts'
import { acceptBytes } from './limits.ts'
import { bearerToken, type Person } from './person.ts'
import { serialised } from './serialised.ts'
import { acceptForms } from './upload.ts'

type PersonOf<A extends Access> = A extends 'anyone' ? Person | null : Person

/** What a handler gets: the checked parts of the call, who makes it, and Fastify's own request and reply. */
type Asked<C extends Call> = Checked<C> & {
  person: PersonOf<C['access']>
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler answers with the call's reply, or streams the text of one. */
type Handler<C extends Call> = (asked: Asked<C>) => Promise<Reply<C> | Readable>

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

/**
 * Mounts calls of the contract. In this order: access (before the body is read), then input, then the handler; so that
 * nobody without access learns what a call would have said about their input.
 */
export function mounter(app: FastifyInstance, deps: Pick<Deps, 'findPerson' | 'gate'>) {
  const { gate } = deps
  /** Does work that the gate counts, or refuses it; what it has let in before it does not refuse any more. */
  async function counted<T>(call: Call, work: () => Promise<T>, isIn = false): Promise<T> {
    if (isIn) gate.goOn()
    else gate.enter(call.whenBusy)
    try {
      return await work()
    } finally {
      gate.leave()
    }
  }
  return <C extends Call>(call: C, handler: Handler<C>): void => {
    const status = call.status ?? 200
    const inTurn = gate.inTurn(call)
    const route: RouteOptions = {
      method: call.method,
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { call },
      ...(status !== 204 && !call.file && serialised(status, call.reply)),
      onRequest(request, _reply, done) {
        const admit = (person: Person | null) => {
          request.person = person
          done(refusalOf(call.access, person))
        }
        const token = bearerToken(request)
        if (token) counted(call, () => deps.findPerson(token)).then(admit, done)
        else admit(null)
      },
      handler: async (request, reply) => {
        reply.code(status).header('cache-control', 'no-store')
        const parts = {
          ...checked('params', call, request),
          ...checked('query', call, request),
          // A form is read, and checked, by its handler: its file streams in between.
          ...(!call.multipart && checked('body', call, request)),
        }
        const asked = { ...parts, person: request.person, request, reply } as Asked<C>
        // Whoever has a token was let in to be asked who they are.
        const answer = await counted(call, () => inTurn(() => handler(asked)), bearerToken(request) !== null)
        return status === 204 ? reply.send() : answer
      },
    }
    if (call.multipart) app.register(async (scope) => void acceptForms(scope).route(route))
    else if (call.raw) app.register(async (scope) => void acceptBytes(scope).route(route))
    else app.route(route)
  }
}

function refusalOf(access: Access, person: Person | null): Refusal | undefined {
  if (access === 'anyone') return undefined
  if (!person) return unauthorized()
  return (access === 'admin' || access === 'user') && person.role !== access ? forbidden() : undefined
}

function checked(part: 'params' | 'query' | 'body', call: Call, request: FastifyRequest): Record<string, unknown> {
  const schema = call[part]
  if (!schema) return {}
  return { [part]: checkedFields(schema, request[part] ?? (part === 'body' ? {} : undefined)) }
}

/** What the schema makes of the input, or a refusal with a message for each field. */
export function checkedFields<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const fields = fieldMessages(result.error)
  const messages = Object.values(fields)
  throw badRequest(
    messages.length === 1 && messages[0] ? messages[0] : `${messages.length} fields need your attention.`,
    fields,
  )
}

/** The first message of each field, by the field's name. */
function fieldMessages(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = issue.path.join('.') || 'body'
    fields[name] ??= issue.message
  }
  return fields
}
