import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { unknownUrl, unspecific } from '../errors.ts'
import { type ApiFault, takeApiFault } from '../faults.ts'
import { json, type Reply, readFields, refused, SERVER_ERROR } from '../http-reply.ts'
import { type ApiCall, OPERATIONS } from './api-operations.ts'
import { authenticate } from './authentication.ts'
import type { Provider } from './provider.ts'

// Refund keys whose requests are still in progress, of all sandboxes in this process.
const keysInProgress = new Set<string>()

/** One call of the provider's API, with the faults that are switched on. */
export async function answerApi(provider: Provider, request: IncomingMessage, url: URL): Promise<Reply> {
  authenticate(request.headers.authorization, provider.keys)
  const found = findOperation(request.method, url.pathname)
  if (!found) throw unknownUrl()
  const fields = request.method === 'POST' ? await readFields(request) : {}
  const key = request.headers['x-refund-idempotency']?.toString() ?? null
  const call: ApiCall = { ids: found.ids, query: url.searchParams, fields, idempotencyKey: key }
  const fault = takeApiFault(provider.state, found.name)
  if (fault?.fault === 'cut-before') return 'cut'
  const instead = fault && refusalInstead(fault)
  if (instead) return instead

  if (key !== null) {
    if (keysInProgress.has(key)) {
      throw unspecific(409, 'Another request with the same idempotency key is still in progress.')
    }
    keysInProgress.add(key)
  }
  try {
    const reply = work(provider, found.name, call)
    return fault ? await spoil(reply, fault) : reply
  } finally {
    if (key !== null) keysInProgress.delete(key)
  }
}

function findOperation(method: string | undefined, pathname: string): { name: string; ids: string[] } | null {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const ids = operation.method === method ? operation.path.exec(pathname)?.slice(1) : undefined
    if (ids) return { name, ids }
  }
  return null
}

function work(provider: Provider, name: string, call: ApiCall): Reply {
  try {
    return json(200, OPERATIONS[name]?.run(provider, call))
  } catch (error) {
    return refused(error)
  }
}

function refusalInstead({ fault }: ApiFault): Reply | null {
  if (fault === 'status500') return json(500, { error: SERVER_ERROR })
  if (fault === 'status429') {
    return json(429, { error: { code: 'BAD_REQUEST_ERROR', description: 'Too many requests' } })
  }
  if (fault === 'html') {
    const body = '<!doctype html><title>Gateway</title><h1>We will be back soon</h1>'
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
  }
  return null
}

async function spoil(reply: Reply, { fault, ms }: ApiFault): Promise<Reply> {
  if (fault === 'slow') await pause(ms, undefined, { ref: false })
  if (fault === 'cut-after') return 'cut'
  if (fault === 'nonsense') return json(200, { entity: 'weather', items: 'sunny', id: 7 })
  if (fault === 'wrong-amount' && reply !== 'cut') return { ...reply, body: withWrongAmounts(reply.body) }
  return reply
}

/** Adds one rupee to every `amount`. */
function withWrongAmounts(body: string): string {
  return JSON.stringify(
    JSON.parse(body, (name, value) => (name === 'amount' && typeof value === 'number' ? value + 100 : value)),
  )
}
