import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { FRAME_PAGE } from '../browser-files.ts'
import { HttpError, invalid, unauthenticated, unspecific } from '../errors.ts'
import { type Fields, rejectOthers } from '../fields.ts'
import { escapeHtml } from '../html.ts'
import { json, type Reply, readFields } from '../http-reply.ts'
import { isLoopbackUrl } from '../loopback.ts'
import type { State } from '../state.ts'
import { checkoutSignature, type Provider } from './keys.ts'
import { type Order, readOrder } from './orders.ts'
import { errorOf, NOBODY, type Payer } from './payment-store.ts'
import { ALREADY_PAID, type Outcome, pay } from './payments.ts'

const SESSION_MS = 24 * 3_600_000

/** A checkout opened for one order. Its secret token authorises the frame to pay. */
function openSession(state: State, orderId: string): string {
  const session = randomBytes(24).toString('base64url')
  state.transaction(() => {
    state.run('delete from checkouts where opened_at < ?', Date.now() - SESSION_MS)
    state.run('insert into checkouts (session, order_id, opened_at) values (?, ?, ?)', session, orderId, Date.now())
  })
  return session
}

function orderOfSession(state: State, session: unknown): string {
  const row = state.one('select order_id from checkouts where session = ?', String(session))
  if (!row) throw unspecific(401, 'This checkout is over. Please open it again.')
  return String(row.order_id)
}

/** The reply that checkout's handler gets. A valid signature does not prove a payment: the control call always signs. */
export function checkoutReply(provider: Provider, orderId: string, paymentId: string) {
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: checkoutSignature(orderId, paymentId, provider.keys.keySecret),
  }
}

export function payerOf({ email, contact, description }: Fields): Payer {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 255) : null)
  return {
    email: text(email) ?? NOBODY.email,
    contact: text(contact) ?? NOBODY.contact,
    description: text(description),
  }
}

/** The data that the frame's script finds on its page: a session to pay with, or a problem to show. */
type Opening = { parent: string; amount: number; currency: string; session: string | null; problem: string | null }

const OUTCOMES: readonly unknown[] = ['success', 'failed', 'silent'] satisfies Outcome[]

/** The page in the frame: `key`, `order_id`, `amount` and `currency` as checkout's options tell, `parent` the origin around it. */
export function checkoutPage(provider: Provider, query: URLSearchParams): Reply {
  const parent = query.get('parent') ?? ''
  if (!isLoopbackUrl(parent) || new URL(parent).origin !== parent) {
    throw unspecific(400, 'The checkout opens inside of a page on loopback only.')
  }
  const opening = JSON.stringify({ parent, ...open(provider, query) } satisfies Opening)
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy(parent) },
    body: FRAME_PAGE.replace('{{opening}}', () => escapeHtml(opening)),
  }
}

/** A payment attempt by the frame. Returns what checkout passes on: the three fields, or the error. */
export async function payInCheckout(provider: Provider, request: IncomingMessage): Promise<Reply> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw unspecific(403, 'Only the checkout itself may pay.')
  const fields = await readFields(request)
  rejectOthers(fields, ['session', 'outcome', 'international', 'email', 'contact', 'description'])
  const orderId = orderOfSession(provider.state, fields.session)
  if (!OUTCOMES.includes(fields.outcome)) throw invalid(`The outcome must be one of ${OUTCOMES.join(', ')}.`, 'outcome')
  return json(200, attempt(provider, orderId, fields))
}

function attempt(provider: Provider, orderId: string, fields: Fields) {
  try {
    const isInternational = fields.international === true
    const payment = pay(provider, orderId, {
      outcome: fields.outcome as Outcome,
      payer: payerOf(fields),
      isInternational,
    })
    if (payment.status === 'failed') return { failed: errorOf(payment) }
    if (payment.status === 'created') return { silent: true }
    return { paid: checkoutReply(provider, orderId, payment.id) }
  } catch (error) {
    if (error instanceof HttpError) return { failed: error.error }
    throw error
  }
}

function open(provider: Provider, query: URLSearchParams): Omit<Opening, 'parent'> {
  const asked = { amount: Number(query.get('amount')), currency: query.get('currency') ?? '' }
  try {
    if (query.get('key') !== provider.keys.keyId) throw unauthenticated('Authentication failed')
    const order = readOrder(provider.state, query.get('order_id') ?? '')
    rejectMismatch(order, asked)
    const session = openSession(provider.state, order.id)
    return { amount: order.amount, currency: order.currency, session, problem: null }
  } catch (error) {
    if (error instanceof HttpError) return { ...asked, session: null, problem: error.error.description }
    throw error
  }
}

function rejectMismatch(order: Order, asked: { amount: number; currency: string }): void {
  if (order.status === 'paid') throw invalid(ALREADY_PAID)
  if (asked.amount !== order.amount || asked.currency !== order.currency) {
    throw invalid('Payment failed because the amount does not match the order.')
  }
}

function pagePolicy(parent: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${parent}`,
  ].join('; ')
}
