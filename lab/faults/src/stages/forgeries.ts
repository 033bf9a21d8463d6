import { createHmac } from 'node:crypto'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { storedText } from '../../../../server/test/stored.ts'
import { type Random, seededRandom } from '../random.ts'
import { KEYS } from '../sandbox.ts'
import { plainTime } from '../simulation/builders.ts'
import { type Subject, verifyRequest } from '../simulation/client.ts'
import { file, newPurchase, order, type Purchase, pay } from '../simulation/purchase.ts'
import { beginRun } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const AT_ONCE = 8
const A_RUN = 250

/** Stage H: thousands of forged events and checkout results. None may be accepted, and no row may change. */
export async function forgeries(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('H')
  for (const number of numbersOf(options)) await forge(world, seed, number, stage)
  return stage
}

async function forge(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'H', number)
  const run = await beginRun(world, random, plainTime())
  const purchases = PURPOSES.map((purpose) => newPurchase(run, random, purpose, false))
  for (const purchase of purchases) {
    await file(run, purchase)
    await order(run, purchase)
    await pay(run, purchase)
  }
  const transport = createWebhookTransport(run)
  const webhooks = await transport.collect()
  const node = await run.node()
  const pool = new pg.Pool({ connectionString: world.databaseUrl })
  const before = await storedText(pool)
  for (let done = 0; done < A_RUN; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const body = random.pick(webhooks).body
        const request = random.happens(0.5) ? forgedEvent(random, body) : forgedReply(random, purchases)
        const { status, text } = await run.ask(node, request)
        run.countFault('forgery')
        if (status === null || status < 400 || status >= 500)
          run.wrong.push({ invariant: 'I11', what: `${status} ${text} to ${JSON.stringify(request)}` })
      }),
    )
  }
  if ((await storedText(pool)) !== before) run.wrong.push({ invariant: 'I11', what: 'a forgery changed something' })
  await pool.end()
  await settle(run, transport)
  await stage.note(run, number)
}

/** A webhook whose body or signature is not the provider's. */
function forgedEvent(random: Random, body: string): InjectOptions {
  const right = hmac(body, KEYS.RAZORPAY_WEBHOOK_SECRET)
  const [payload, signature] = random.pick<() => [string, string | undefined]>([
    () => [changed(random, body), right],
    () => [`${body} `, right],
    () => [body.replaceAll(',', ', '), right],
    () => [JSON.stringify(JSON.parse(body), null, 1), right],
    () => [body, changed(random, right)],
    () => [body, right.toUpperCase()],
    () => [body, right.slice(0, random.below(right.length))],
    () => [body, `${right}0`],
    () => [body, undefined],
    () => [body, ''],
    () => [body, hmac(body, '')],
    () => [body, hmac(body, KEYS.RAZORPAY_KEY_SECRET)],
    () => [body, hmac(body, 'null')],
  ])()
  const headers = { 'content-type': 'application/json', 'x-razorpay-event-id': `forged${random.below(2 ** 31)}` }
  return {
    ...{ method: 'POST', url: paymentCalls.webhook.path, payload },
    headers: { ...headers, ...(signature !== undefined && { 'x-razorpay-signature': signature }) },
  }
}

/** A checkout result with a wrong signature, for another subject, or invented. */
function forgedReply(random: Random, purchases: Purchase[]): InjectOptions {
  const { subject, checkout } = random.pick(purchases)
  const other = random.pick(purchases.filter((purchase) => purchase.subject !== subject))
  if (!subject || !checkout || !other.checkout || !other.subject) throw new Error('Nobody has paid')
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = checkout
  const signed = (order: string, payment: string, secret: string) => hmac(`${order}|${payment}`, secret)
  const [target, fields] = random.pick<() => [Subject, [unknown, unknown, unknown]]>([
    () => [subject, [orderId, paymentId, changed(random, signature)]],
    () => [subject, [orderId, changed(random, paymentId), signature]],
    () => [subject, [changed(random, orderId), paymentId, signature]],
    () => [subject, [orderId, other.checkout?.razorpay_payment_id, signature]],
    () => [subject, [orderId, paymentId, signature.toUpperCase()]],
    () => [subject, [orderId, paymentId, '']],
    () => [subject, [orderId, paymentId, signed(orderId, paymentId, KEYS.RAZORPAY_WEBHOOK_SECRET)]],
    () => [subject, [orderId, paymentId, signed(orderId, paymentId, '')]],
    () => [subject, [orderId, [paymentId], signature]],
    () => [subject, [{ $ne: null }, paymentId, signature]],
    () => [subject, Object.values(other.checkout ?? {}) as [string, string, string]],
    () => [{ ...subject, id: subject.id + 1_000 + random.below(1_000) }, [orderId, paymentId, signature]],
    () => [{ ...subject, purpose: other.purpose }, [orderId, paymentId, signature]],
  ])()
  const [razorpay_order_id, razorpay_payment_id, razorpay_signature] = fields
  return verifyRequest(target, { razorpay_order_id, razorpay_payment_id, razorpay_signature })
}

/** Changes one character. */
function changed(random: Random, text: string): string {
  const at = random.below(text.length)
  const other = text[at] === 'a' ? 'b' : 'a'
  return text.slice(0, at) + other + text.slice(at + 1)
}

function hmac(message: string, secret: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}
