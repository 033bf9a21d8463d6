import { expect, test } from 'vitest'
import { KEYS, testSandbox } from '../test-sandbox.ts'
import { checkoutSignature } from './keys.ts'

const SHOP = 'http://127.0.0.1:3000'

type Query = Record<string, string>
type Opening = { parent: string; amount: number; session: string | null; problem: string | null }

async function aCheckout() {
  const sandbox = await testSandbox()
  const order = await sandbox.order()
  const asked = { key: KEYS.keyId, order_id: order.id, amount: '10000', currency: 'INR', parent: SHOP }
  const load = (query: Query = {}) =>
    fetch(`${sandbox.origin}/v1/checkout?${new URLSearchParams({ ...asked, ...query })}`)
  const open = async (query: Query = {}) => openingOf(await (await load(query)).text())
  const pay = async (session: unknown, outcome: string, headers: Query = {}) => {
    const init = { method: 'POST', body: JSON.stringify({ session, outcome, email: 'm@example.org' }), headers }
    const response = await fetch(`${sandbox.origin}/v1/checkout/payments`, init)
    return { status: response.status, body: await response.json() }
  }
  return { sandbox, order, load, open, pay }
}

function openingOf(page: string): Opening {
  const attribute = /data-opening="([^"]*)"/.exec(page)?.[1] ?? ''
  return JSON.parse(attribute.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
}

// PAY-7
test('checkout.js is served with an ETag, without cookies, to any page', async () => {
  const { origin } = await testSandbox()

  const response = await fetch(`${origin}/v1/checkout.js`)

  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('set-cookie')).toBeNull()
  expect(await response.text()).toContain('globalThis.Razorpay')
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
  expect((await fetch(`${origin}/v1/checkout.js`, { headers })).status).toBe(304)
})

// PAY-7
test('the checkout says that it is a test, and only the requesting page may frame it', async () => {
  const { load } = await aCheckout()
  const response = await load()
  expect(await response.text()).toContain('Test mode – no money moves')
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`frame-ancestors ${SHOP}`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
})

test.each(['', 'https://example.org', 'http://127.0.0.1:3000/path', "http://localhost; script-src 'unsafe-inline'"])(
  // PAY-7
  'the checkout does not open in the page "%s"',
  async (parent) => {
    const { load } = await aCheckout()
    expect((await load({ parent })).status).toBe(400)
  },
)

test.each([
  [{ key: 'rzp_test_Another0000001' }, 'Authentication failed'],
  [{ order_id: 'order_00000000000000' }, 'The id provided does not exist'],
  [{ order_id: '"><script>' }, '"><script> is not a valid id'],
  [{ amount: '9999' }, 'Payment failed because the amount does not match the order.'],
  [{ currency: 'USD' }, 'Payment failed because the amount does not match the order.'],
  // PAY-7
])('a checkout of %j shows the problem and has nothing to pay with', async (query, problem) => {
  const { load, open } = await aCheckout()
  expect(await open(query)).toMatchObject({ problem, session: null })
  expect(await (await load(query)).text()).not.toContain('"><script>')
})

// PAY-7
test('a checkout pays its order: failed, silent, then captured with the signature', async () => {
  const { sandbox, order, open, pay } = await aCheckout()
  const { session } = await open()

  const failed = await pay(session, 'failed')
  const silent = await pay(session, 'silent')
  const paid = await pay(session, 'success')

  const { payments } = await sandbox.ledger()
  expect(payments).toMatchObject([{ status: 'failed' }, { status: 'created' }, { status: 'captured' }])
  const [first, , third] = payments
  expect(failed.body).toEqual({
    failed: {
      code: 'BAD_REQUEST_ERROR',
      description: first.error_description,
      source: 'gateway',
      step: 'payment_response',
      reason: 'payment_failed',
      metadata: { order_id: order.id, payment_id: first.id },
    },
  })
  expect(silent.body).toEqual({ silent: true })
  expect(paid.body).toEqual({
    paid: {
      razorpay_order_id: order.id,
      razorpay_payment_id: third.id,
      razorpay_signature: checkoutSignature(order.id, third.id, KEYS.keySecret),
    },
  })
  expect(third.email).toBe('m@example.org')
})

// PAY-7
test('an open checkout cannot pay a second time, and a paid order opens none', async () => {
  const { sandbox, open, pay } = await aCheckout()
  const [one, other] = [await open(), await open()]
  await pay(one.session, 'success')

  expect((await pay(other.session, 'success')).body).toMatchObject({ failed: { reason: 'order_already_paid' } })
  expect(await open()).toMatchObject({ session: null, problem: expect.stringContaining('already paid') })
  expect((await sandbox.ledger()).payments).toHaveLength(1)
})

// PAY-7
test('only the checkout itself pays: not another site, not a guess', async () => {
  const { sandbox, open, pay } = await aCheckout()
  const { session } = await open()
  expect((await pay(session, 'success', { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect((await pay('guess', 'success')).status).toBe(401)
  expect((await pay(session, 'lucky')).status).toBe(400)
  expect((await sandbox.ledger()).payments).toEqual([])
})
