import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Order, State } from './state.ts'

type Keys = { keyId: string; keySecret: string }
type Answer = { status: number; body: unknown }

const BODY_BYTES_MAX = 64 * 1024

/** The provider's API as far as it is needed by now: making and reading orders. Source: the provider's public documentation. */
export function createProvider(state: State, keys: Keys): Server {
  return createServer((request, response) => {
    answer(request, state, keys).then(
      ({ status, body }) => send(response, status, body),
      () => send(response, 500, refusal('The server encountered an error.', 'SERVER_ERROR').body),
    )
  })
}

async function answer(request: IncomingMessage, state: State, keys: Keys): Promise<Answer> {
  if (!isAuthenticated(request.headers.authorization, keys)) {
    return { status: 401, body: { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } } }
  }
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
  const orderId = /^\/v1\/orders\/([^/]+)$/.exec(pathname)?.[1]
  if (request.method === 'GET' && orderId) return readOrder(state, orderId)
  if (request.method === 'POST' && pathname === '/v1/orders') return createOrder(state, await readJson(request))
  return refusal('The requested URL was not found on the server.')
}

function createOrder(state: State, body: Record<string, unknown> | null): Answer {
  const { amount, currency, receipt = null, notes = {} } = body ?? {}
  if (typeof amount !== 'number' || !Number.isInteger(amount)) return refusal('The amount must be an integer.')
  if (amount < 100) return refusal('The amount must be at least INR 1.00')
  if (currency !== 'INR') return refusal('The currency is required')
  if (typeof receipt === 'string' && receipt.length > 40) return refusal('receipt: the length must be no more than 40.')
  const order: Order = {
    id: newId('order'),
    amount,
    currency,
    receipt: typeof receipt === 'string' ? receipt : null,
    notes: notes as Record<string, string>,
    created_at: Math.floor(Date.now() / 1_000),
  }
  state.insertOrder(order)
  return { status: 200, body: orderEntity(order) }
}

function readOrder(state: State, id: string): Answer {
  if (!/^order_[A-Za-z0-9]{14}$/.test(id)) return refusal(`${id} is not a valid id`)
  const order = state.findOrder(id)
  return order ? { status: 200, body: orderEntity(order) } : refusal('The id provided does not exist')
}

function orderEntity(order: Order) {
  return {
    ...order,
    entity: 'order',
    amount_paid: 0,
    amount_due: order.amount,
    offer_id: null,
    status: 'created',
    attempts: 0,
    // The provider prints no notes as a list.
    notes: Object.keys(order.notes).length > 0 ? order.notes : [],
  }
}

function newId(prefix: string): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let id = `${prefix}_`
  for (const byte of randomBytes(14)) id += letters[byte % letters.length]
  return id
}

function refusal(description: string, code = 'BAD_REQUEST_ERROR'): Answer {
  return {
    status: code === 'SERVER_ERROR' ? 500 : 400,
    body: { error: { code, description, source: 'business', metadata: {} } },
  }
}

function isAuthenticated(header: string | undefined, { keyId, keySecret }: Keys): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > BODY_BYTES_MAX) return null
    chunks.push(chunk as Buffer)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    return typeof body === 'object' ? (body as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
