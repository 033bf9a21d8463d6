import { createHmac } from 'node:crypto'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { storedText } from '../../../server/test/stored.ts'
import { type Chance, chanceOf } from '../random.ts'
import { KEYS } from '../sandbox.ts'
import { post, type Subject } from '../simulation/client.ts'
import { plainTime } from '../simulation/people.ts'
import { openPostOffice } from '../simulation/post-office.ts'
import { beginRun } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { file, newStory, order, pay, type Story } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

const AT_ONCE = 8
const A_RUN = 250

/**
 * Stage H: payments that were made and not yet told of, and thousands of attempts to tell of them, or of others, without the provider's
 * signature. None may be accepted, and not a row may change.
 */
export async function forgeries(world: World, seed: number, { runs, until, only }: StageOptions): Promise<StageLog> {
  const stage = startStage('H')
  if (only !== undefined) await forge(world, seed, only, stage)
  else for (let number = runs.from; number < runs.to && !until(); number++) await forge(world, seed, number, stage)
  return stage
}

async function forge(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const chance = chanceOf(seed, 'H', number)
  const run = await beginRun(world, chance, plainTime())
  const stories = [newStory(run, chance, 'complaint', false), newStory(run, chance, 'membership', false)]
  for (const story of stories) {
    await file(run, story)
    await order(run, story)
    await pay(run, story)
  }
  const office = openPostOffice(run)
  const letters = await office.collect()
  const node = await run.node()
  const pool = new pg.Pool({ connectionString: world.databaseUrl })
  const before = await storedText(pool)
  for (let done = 0; done < A_RUN; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const body = chance.pick(letters).body
        const request = chance.happens(0.5) ? forgedEvent(chance, body) : forgedReply(chance, stories)
        const { status, text } = await run.ask(node, request)
        run.struck('forgery')
        if (status === null || status < 400 || status >= 500)
          run.wrong.push({ invariant: 'I11', what: `${status} ${text} to ${JSON.stringify(request)}` })
      }),
    )
  }
  if ((await storedText(pool)) !== before) run.wrong.push({ invariant: 'I11', what: 'a forgery changed something' })
  await pool.end()
  await settle(run, office)
  await stage.note(run, number)
}

/** An event whose bytes, signature or both are not the provider's. */
function forgedEvent(chance: Chance, body: string): InjectOptions {
  const right = hmac(body, KEYS.RAZORPAY_WEBHOOK_SECRET)
  const [payload, signature] = chance.pick<() => [string, string | undefined]>([
    () => [changed(chance, body), right],
    () => [`${body} `, right],
    () => [body.replaceAll(',', ', '), right],
    () => [JSON.stringify(JSON.parse(body), null, 1), right],
    () => [body, changed(chance, right)],
    () => [body, right.toUpperCase()],
    () => [body, right.slice(0, chance.below(right.length))],
    () => [body, `${right}0`],
    () => [body, undefined],
    () => [body, ''],
    () => [body, hmac(body, '')],
    () => [body, hmac(body, KEYS.RAZORPAY_KEY_SECRET)],
    () => [body, hmac(body, 'null')],
  ])()
  const headers = { 'content-type': 'application/json', 'x-razorpay-event-id': `forged${chance.below(2 ** 31)}` }
  return {
    ...{ method: 'POST', url: paymentCalls.webhook.path, payload },
    headers: { ...headers, ...(signature !== undefined && { 'x-razorpay-signature': signature }) },
  }
}

/** A checkout's answer with a wrong signature, for a wrong subject, or made up. */
function forgedReply(chance: Chance, stories: Story[]): InjectOptions {
  const { subject, checkout } = chance.pick(stories)
  const other = stories.find((story) => story.subject !== subject)
  if (!subject || !checkout || !other?.checkout || !other.subject) throw new Error('Nobody has paid')
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = checkout
  const signed = (order: string, payment: string, secret: string) => hmac(`${order}|${payment}`, secret)
  const [target, fields] = chance.pick<() => [Subject, [unknown, unknown, unknown]]>([
    () => [subject, [orderId, paymentId, changed(chance, signature)]],
    () => [subject, [orderId, changed(chance, paymentId), signature]],
    () => [subject, [changed(chance, orderId), paymentId, signature]],
    () => [subject, [orderId, other.checkout?.razorpay_payment_id, signature]],
    () => [subject, [orderId, paymentId, signature.toUpperCase()]],
    () => [subject, [orderId, paymentId, '']],
    () => [subject, [orderId, paymentId, signed(orderId, paymentId, KEYS.RAZORPAY_WEBHOOK_SECRET)]],
    () => [subject, [orderId, paymentId, signed(orderId, paymentId, '')]],
    () => [subject, [orderId, [paymentId], signature]],
    () => [subject, [{ $ne: null }, paymentId, signature]],
    () => [subject, Object.values(other.checkout ?? {}) as [string, string, string]],
    () => [{ ...subject, id: subject.id + 1_000 + chance.below(1_000) }, [orderId, paymentId, signature]],
    () => [{ purpose: other.subject?.purpose ?? 'complaint', id: subject.id }, [orderId, paymentId, signature]],
  ])()
  const [razorpay_order_id, razorpay_payment_id, razorpay_signature] = fields
  const url = target.purpose === 'complaint' ? '/api/complaints/payment/verify' : '/api/memberships/verify-payment'
  return post(url, { razorpay_order_id, razorpay_payment_id, razorpay_signature, [`${target.purpose}_id`]: target.id })
}

/** One character is another. */
function changed(chance: Chance, text: string): string {
  const at = chance.below(text.length)
  const other = text[at] === 'a' ? 'b' : 'a'
  return text.slice(0, at) + other + text.slice(at + 1)
}

function hmac(message: string, secret: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}
