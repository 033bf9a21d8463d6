import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { routeOf } from '@petsetu/contract/paths.ts'
import { hasDuty } from '@petsetu/contract/people/duties.ts'
import type { Access, Call, Checked, Reply } from '@petsetu/contract/platform/call.ts'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { dutyRequired, enrolmentRequired, forbidden, type HttpError, unauthorized, unavailable } from '../../errors.ts'
import { acceptPlainForms } from '../bodies/form.ts'
import { acceptForms } from '../bodies/upload.ts'
import type { WorkLimit } from '../limits/load-shedding.ts'
import { acceptBytes } from '../limits/request-limits.ts'
import { checkedFields } from './checked-fields.ts'
import { type WithIdempotency, withIdempotency } from './idempotency.ts'
import { bearerToken, hasBearerScheme, type Person } from './person.ts'

type PersonOf<A extends Access> = A extends 'anyone' ? Person | null : Person

/** The argument of a handler: the validated parts of the call, the caller, and Fastify's request and reply. */
type HandlerContext<C extends Call> = Checked<C> & {
  person: PersonOf<C['access']>
  request: FastifyRequest
  /** Whoever makes the call, for what records who did something. */
  by: { person: PersonOf<C['access']>; request: FastifyRequest }
  reply: FastifyReply
} & (C extends { multipart: string } | { plainForm: string | null } ? { runAfterUpload: WorkLimit } : unknown) &
  (C extends { idempotent: true; access: Exclude<Access, 'anyone'> } ? { createOnce: WithIdempotency } : unknown)

/** Returns the reply of the call, a stream of its JSON text, or Fastify's reply after it has sent a page or a redirect. */
type Handler<C extends Call> = (asked: HandlerContext<C>) => Promise<Reply<C> | Readable | FastifyReply>

type Checks = {
  /** Rejects a request by its head, so that its body is never read. */
  checkHead?: (request: FastifyRequest) => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
  }
  interface FastifyContextConfig {
    call?: Call
  }
}

/**
 * Registers calls of the contract as routes. Access is checked first (before the body is read), then the input, then the
 * handler runs; so the error messages tell an unauthorised caller nothing about the input. A handler of a form reads the form
 * first and does the rest in `runAfterUpload`, so that a slow body does not occupy a slot.
 */
export function routeRegistrar(app: FastifyInstance, deps: Pick<Deps, 'db' | 'findPerson' | 'loadShedding'>) {
  const { loadShedding } = deps
  async function inProgress<T>(work: () => Promise<T>): Promise<T> {
    loadShedding.reenter()
    try {
      return await work()
    } finally {
      loadShedding.leave()
    }
  }
  return <C extends Call>(call: C, handler: Handler<C>, { checkHead = async () => {} }: Checks = {}): void => {
    const status = call.status ?? 200
    const limit = loadShedding.limitOf(call)
    const isForm = call.multipart !== undefined || call.plainForm !== undefined
    const route: RouteOptions = {
      method: call.method,
      url: routeOf({ pattern: call.path }),
      config: { call },
      ...(status !== 204 && !call.file && serialised(status, call.reply)),
      onRequest(request, _reply, done) {
        const admit = (person: Person | null) => {
          request.person = person && isLikeAnyUser(call, person) ? { ...person, role: 'user' } : person
          const error = accessError(call, person, request)
          if (error) done(error)
          else checkHead(request).then(() => done(), done)
        }
        const token = bearerToken(request)
        if (token) loadShedding.run(() => deps.findPerson(token), call.priority).then(admit, done)
        else admit(null)
      },
      handler: async (request, reply) => {
        reply.code(status).header('cache-control', 'no-store')
        const parts = {
          ...checked('params', call, request),
          ...checked('query', call, request),
          // The handler of a form reads and validates it: its file streams in between, or its answer is a page.
          ...(!isForm && checked('body', call, request)),
        }
        const { person } = request
        const once = call.idempotent && person && { createOnce: withIdempotency(deps.db, request, person, parts) }
        const asked = { ...parts, person, request, by: { person, request }, reply, ...once } as HandlerContext<C>
        // A request with a token was admitted before its session was looked up. One that waits for its turn is not in progress.
        if (bearerToken(request) === null) await loadShedding.run(async () => {}, call.priority)
        const run: WorkLimit = (work) => limit(() => inProgress(work))
        const answer = isForm
          ? await handler({ ...asked, runAfterUpload: (work: () => Promise<unknown>) => untilSent(run, reply, work) })
          : await untilSent(run, reply, () => handler(asked))
        return status === 204 ? reply.send() : answer
      },
    }
    if (call.multipart) app.register(async (scope) => void acceptForms(scope).route(route))
    else if (call.plainForm !== undefined) app.register(async (scope) => void acceptPlainForms(scope).route(route))
    else if (call.raw) app.register(async (scope) => void acceptBytes(scope).route(route))
    else app.route(route)
  }
}

const stayOpen = () => {}

/** Runs the work; if it returns a stream, the slot stays occupied until the stream has been sent or the client is gone. */
function untilSent<T>(run: WorkLimit, { raw, request }: FastifyReply, work: () => Promise<T>): Promise<T> {
  // Node.js closes a silent connection unless somebody listens; one whose request waits for its turn stays open.
  raw.on('timeout', stayOpen)
  return new Promise<T>((resolve, reject) => {
    run(async () => {
      if (request.raw.socket.destroyed) throw unavailable()
      const answer = await work()
      resolve(answer)
      if (answer instanceof Readable) await finished(answer)
    }).catch(reject)
  }).finally(() => raw.off('timeout', stayOpen))
}

/** True if an admin without the call's duty, or before enrolling a second factor, is treated as an ordinary user on a call that users may make, too. */
function isLikeAnyUser({ access, duty }: Call, person: Person): boolean {
  return (person.mustEnrol && access === 'anyone') || (duty !== undefined && !hasDuty(person, duty))
}

function accessError(call: Call, person: Person | null, { headers }: FastifyRequest): HttpError | undefined {
  const { access, beforeEnrolment, ignoresDeadToken } = call
  // Otherwise what somebody does in a session that has ended, such as paying, would belong to nobody.
  if (!person && hasBearerScheme(headers.authorization) && !ignoresDeadToken) return unauthorized()
  if (access === 'anyone') return undefined
  if (!person) return unauthorized()
  if ((access === 'admin' || access === 'user') && person.role !== access) return forbidden()
  if (person.mustEnrol && !beforeEnrolment) return enrolmentRequired()
  if (call.access !== 'admin' || call.duty === 'any') return undefined
  return hasDuty(person, call.duty) ? undefined : dutyRequired(call.duty)
}

function checked(part: 'params' | 'query' | 'body', call: Call, request: FastifyRequest): Record<string, unknown> {
  const schema = call[part]
  if (!schema) return {}
  return { [part]: checkedFields(schema, request[part] ?? (part === 'body' ? {} : undefined)) }
}

type JsonSchema = z.core.JSONSchema.JSONSchema

function serialised(status: number, reply: z.ZodType): Pick<RouteOptions, 'schema' | 'serializerCompiler'> {
  let write: ((answer: unknown) => string) | null = null
  return {
    schema: { response: { [status]: {} } },
    serializerCompiler: () => (answer) => {
      write ??= fastJsonStringify(replySchema(reply) as Schema)
      return write(answer)
    },
  }
}

/** Unnamed fields never leave the server. `X | null` is one schema, much faster than `anyOf` to serialise. */
function replySchema(reply: z.ZodType): JsonSchema {
  return z.toJSONSchema(reply, { target: 'draft-7', io: 'output', override: ({ jsonSchema }) => foldNull(jsonSchema) })
}

function foldNull(schema: JsonSchema): void {
  const [first, second] = schema.anyOf ?? []
  if (schema.anyOf?.length !== 2 || second?.type !== 'null' || typeof first?.type !== 'string') return
  delete schema.anyOf
  Object.assign(schema, first, { type: [first.type, 'null'] })
}
