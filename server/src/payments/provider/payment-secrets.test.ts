import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { anOrder, aPaidComplaint, COMPLAINT, initiate, payingApp, submit, verify } from '../../../test/paying-app.ts'
import { adminView, checkPayment, refund, sendEvent, theAdmin } from '../../../test/payment-state.ts'
import { KEYS } from '../../../test/sandbox.ts'
import { storedText } from '../../../test/stored.ts'

// Keeps the circuit closed, because the provider fails often here.
const app = await payingApp({ RAZORPAY_CIRCUIT_OPEN_SECONDS: '0' })
const BUILT = path.join(import.meta.dirname, '../../../../dist')

afterEach(async () => {
  app.wire.clearFaults()
  await app.sandbox.clearFaults()
})

/** The secrets, also encoded or inside an Authorization header, as careless code could log them. */
const SECRETS = [KEYS.keySecret, KEYS.webhookSecret].flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  Buffer.from(secret).toString('hex'),
])
const BASIC = Buffer.from(`${KEYS.keyId}:${KEYS.keySecret}`).toString('base64').replaceAll('=', '')

function expectNoSecret(text: string, where: string) {
  for (const secret of [...SECRETS, BASIC]) expect(text.includes(secret), `${where} holds a secret`).toBe(false)
}

// PAY-2, V16.2.5
test('no reply, row or log line of a payment has a secret or what a payer wrote', async () => {
  const answers: unknown[] = []
  const keep = <T extends { body: unknown; headers: Headers }>(reply: T): T => {
    answers.push(reply.body, [...reply.headers])
    return reply
  }
  const admin = await theAdmin(app)
  const { complaintId, orderId, checkout } = await aPaidComplaint(app)
  keep(await verify(app, complaintId, checkout))
  keep(await verify(app, complaintId, { ...checkout, razorpay_signature: 'f'.repeat(64) }))
  keep(await initiate(app, complaintId))
  keep(await refund(app, checkout.razorpay_payment_id))
  for (const fault of ['status500', 'html', 'nonsense', 'cut-before', 'wrong-amount'] as const) {
    const open = await anOrder(app)
    const paid = await app.sandbox.pay(open.orderId)
    await app.sandbox.injectFault({ api: fault })
    keep(await initiate(app, open.complaintId, 200))
    keep(await verify(app, open.complaintId, paid))
    keep(await checkPayment(app, open.complaintId))
    await app.sandbox.clearFaults()
  }
  const unauthorized = '{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed"}}'
  const other = await anOrder(app)
  app.wire.decide(() => ({ status: 401, body: unauthorized }))
  keep(await initiate(app, other.complaintId, 300))
  app.wire.clearFaults()
  const [event] = (await app.sandbox.ledger(orderId)).webhooks
  for (const signature of [null, 'x'.repeat(64)]) {
    answers.push(await (await sendEvent(app, event?.body ?? '', { signature })).text())
  }
  answers.push(await (await sendEvent(app, event?.body ?? '')).text(), await adminView(app, complaintId))
  for (const page of [
    '/',
    '/complaint',
    '/login',
    '/openapi.json',
    '/healthz',
    `/api/admin/complaints/${complaintId}`,
  ]) {
    const reply = await app.fetch(page, { headers: { authorization: `Bearer ${admin.token}` } })
    answers.push(await reply.text(), [...reply.headers])
  }

  expect(answers.length).toBeGreaterThan(40)
  expectNoSecret(JSON.stringify(answers), 'an answer')
  expectNoSecret(await storedText(app.pool), 'the database')
  const log = app.logged()
  expect(log).toContain('payment-forged')
  expectNoSecret(log, 'the log')
  const written = [COMPLAINT.email, COMPLAINT.fullname, '55500', COMPLAINT.description, checkout.razorpay_signature]
  // The ids of requests are random and may hold the digits.
  const rest = log.replaceAll(/"reqId":"[\da-f-]{36}"/g, '')
  for (const text of [...written, admin.token]) expect(rest.includes(text), `the log holds ${text}`).toBe(false)
})

// PAY-2
test('the replies about a complaint do not contain what others wrote', async () => {
  const reply = await submit(app, { fields: { fullname: 'Canary Complainant', email: 'canary@example.org' } })
  const { data } = (await reply.json()) as { data: { complaint_id: number } }
  const stranger = await initiate(app, data.complaint_id)
  expect(JSON.stringify(stranger.error)).not.toMatch(/canary/i)
})

// PAY-2, V13.3.1
test('the built pages and scripts hold no secret, and nothing that reads one', async () => {
  const files = (await readdir(BUILT, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const texts = files.filter((file) => /\.(js|mjs|html|css|json|map)$/.test(file.name))
  expect(texts.length).toBeGreaterThan(3)
  for (const file of texts) {
    const text = await readFile(path.join(file.parentPath, file.name), 'utf8')
    expectNoSecret(text, file.name)
    expect(text, file.name).not.toMatch(/key_?secret|webhook_?secret/i)
    expect(text, file.name).not.toMatch(
      /DATABASE_URL|ADMIN_PASSWORD|PRIVATE KEY|password_hash|token_hash|rzp_(test|live)_/,
    )
  }
  expect(files.map((file) => file.name).filter((name) => /\.(map|ts|tsx|env)$/.test(name))).toEqual([])
})
