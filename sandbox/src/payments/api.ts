import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { invalid, unknownUrl, unspecific } from '../errors.ts'
import { type ApiFault, takeApiFault } from '../faults.ts'
import { amountField, type Fields, rejectOthers } from '../fields.ts'
import { json, type Reply, readFields, refused, SERVER_ERROR } from '../http-reply.ts'
import type { Row } from '../state.ts'
import { authenticate, type Provider } from './keys.ts'
import { createOrder, readOrder } from './orders.ts'
import { readPayment } from './payment-store.ts'
import { capturePayment } from './payments.ts'
import { readRefund } from './refund-store.ts'
import { refundPayment } from './refunds.ts'

type ApiCall = {
  /** The ids in the path, in their order. */
  ids: string[]
  query: URLSearchParams
  fields: Fields
  idempotencyKey: string | null
}

type Operation = {
  method: 'GET' | 'POST'
  path: RegExp
  /** Throws an HttpError for invalid requests. */
  run: (provider: Provider, call: ApiCall) => unknown
}

const ID = '([^/]+)'
const path = (pattern: string) => new RegExp(`^/v1/${pattern}/?$`)

/** The provider's calls, by the names that faults are switched on for. Source: provider's API reference. */
export const OPERATIONS: Record<string, Operation> = {
  createOrder: {
    method: 'POST',
    path: path('orders'),
    run: ({ state }, { fields }) => state.transaction(() => createOrder(state, fields)),
  },
  listOrders: {
    method: 'GET',
    path: path('orders'),
    run({ state }, { query }) {
      const { from, to, count, skip } = readPage(query, ['receipt'])
      const receipt = query.get('receipt')
      const sql = `select entity from orders
                   where created_at between ? and ? and (? is null or receipt = ?)
                   order by number desc limit ? offset ?`
      return collection(state.all(sql, from, to, receipt, receipt, count, skip))
    },
  },
  fetchOrder: {
    method: 'GET',
    path: path(`orders/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readOrder(state, id),
  },
  fetchOrderPayments: {
    method: 'GET',
    path: path(`orders/${ID}/payments`),
    run({ state }, { ids: [id = ''] }) {
      const order = readOrder(state, id)
      return collection(state.all('select entity from payments where order_id = ? order by number desc', order.id))
    },
  },
  listPayments: {
    method: 'GET',
    path: path('payments'),
    run: listOf('payments'),
  },
  fetchPayment: {
    method: 'GET',
    path: path(`payments/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readPayment(state, id),
  },
  capture: {
    method: 'POST',
    path: path(`payments/${ID}/capture`),
    run(provider, { ids: [id = ''], fields }) {
      rejectOthers(fields, ['amount', 'currency'])
      return capturePayment(provider, id, amountField(fields.amount), fields.currency)
    },
  },
  refund: {
    method: 'POST',
    path: path(`payments/${ID}/refund`),
    run(provider, { ids: [id = ''], fields, idempotencyKey: key }) {
      if (key !== null && !/^[A-Za-z0-9_-]{10,}$/.test(key)) {
        throw unspecific(400, 'The idempotency key must have at least 10 characters of A-Z, a-z, 0-9, _ and -.')
      }
      return refundPayment(provider, id, fields, key)
    },
  },
  fetchPaymentRefunds: {
    method: 'GET',
    path: path(`payments/${ID}/refunds`),
    run({ state }, { ids: [id = ''] }) {
      const payment = readPayment(state, id)
      return collection(state.all('select entity from refunds where payment_id = ? order by number desc', payment.id))
    },
  },
  fetchPaymentRefund: {
    method: 'GET',
    path: path(`payments/${ID}/refunds/${ID}`),
    run: ({ state }, { ids: [id = '', refundId = ''] }) => readRefund(state, refundId, readPayment(state, id).id),
  },
  listRefunds: {
    method: 'GET',
    path: path('refunds'),
    run: listOf('refunds'),
  },
  fetchRefund: {
    method: 'GET',
    path: path(`refunds/${ID}`),
    run: ({ state }, { ids: [id = ''] }) => readRefund(state, id),
  },
}

// Refund keys whose requests are still in progress, of all sandboxes in this process.
const keysInProgress = new Set<string>()

/** A page of all payments or refunds, the newest first. */
function listOf(table: 'payments' | 'refunds'): Operation['run'] {
  return ({ state }, { query }) => {
    const { from, to, count, skip } = readPage(query)
    const sql = `select entity from ${table}
                 where created_at between ? and ?
                 order by number desc limit ? offset ?`
    return collection(state.all(sql, from, to, count, skip))
  }
}

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

type Page = { from: number; to: number; count: number; skip: number }

type Collection = { entity: 'collection'; count: number; items: unknown[] }

/** A page of a list: `from` and `to` in Unix seconds, both included; 10 items by default, 100 at most. */
function readPage(query: URLSearchParams, others: string[] = []): Page {
  rejectOthers(Object.fromEntries(query), ['from', 'to', 'count', 'skip', ...others])
  const count = wholeNumber(query, 'count', 10)
  if (count < 1) throw invalid('The count must be at least 1.', 'count')
  if (count > 100) throw invalid('The count may not be greater than 100.', 'count')
  return {
    from: wholeNumber(query, 'from', 0),
    to: wholeNumber(query, 'to', Number.MAX_SAFE_INTEGER),
    count,
    skip: wholeNumber(query, 'skip', 0),
  }
}

function collection(rows: Row[]): Collection {
  return { entity: 'collection', count: rows.length, items: rows.map((row) => JSON.parse(String(row.entity))) }
}

function wholeNumber(query: URLSearchParams, name: string, fallback: number): number {
  const text = query.get(name)
  if (text === null) return fallback
  if (!/^\d{1,15}$/.test(text)) throw invalid(`The ${name} must be an integer.`, name)
  return Number(text)
}
