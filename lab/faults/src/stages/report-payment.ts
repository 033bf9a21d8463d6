import { aPerson } from '../simulation/builders.ts'
import { refund, verify } from '../simulation/client.ts'
import { confirm, file, newPurchase, order, type Purchase } from '../simulation/purchase.ts'
import type { Run } from '../simulation/run.ts'
import { deliver, type Webhook, type WebhookTransport } from '../simulation/webhook-transport.ts'
import type { Plan } from './kinds.ts'

const DAY_SECONDS = 86_400

/** Tells the program of the payment in the way of the plan. */
export async function reportPayment(
  run: Run,
  purchase: Purchase,
  plan: Plan,
  transport: WebhookTransport,
): Promise<void> {
  const { provider } = run.world
  const { checkout, subject } = purchase
  const paymentId = checkout?.razorpay_payment_id
  if (paymentId && plan.failsFirst && !plan.isOtherAmount) await failThenPay(run, paymentId, transport)
  if (paymentId && plan.isRefundedAtOnce) await refundAtOnce(run, paymentId)
  if (plan.hasForeignOrder) await payForeign(run)
  if (plan.triesForeign && subject && checkout) await tryForeign(run, purchase)
  const webhooks = changeOrder(run, plan, await transport.collect())
  transport.waiting.length = 0
  const steps = [
    ...(plan.neverReturns && !plan.paysLate ? [] : [() => comeBack(run, purchase, plan)]),
    ...webhooks.map((webhook) => () => deliverOne(run, webhook, plan, transport)),
    async () => void (await (await run.node()).work()),
  ]
  if (plan.neverReturns && !plan.paysLate) run.countFault('client: never returns')
  if (plan.hasPoison) steps.push(() => deliverPoison(run))
  for (const step of plan.reorders ? run.random.shuffled(steps) : steps) await step()
  if (plan.delaysSeconds) {
    await passDays(run, plan.delaysSeconds)
    run.countFault('webhook: delayed')
  }
  if (plan.secondWorker) await workTogether(run, transport)
  if (paymentId && run.random.happens(0.2)) await refund(run, await run.node(), paymentId)
  await provider.settings({})
}

/** Reconciles every day, because the provider returns an uncaptured payment after some days. */
async function passDays(run: Run, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= DAY_SECONDS) {
    await run.world.pass(Math.min(left, DAY_SECONDS))
    if (left > DAY_SECONDS) await (await run.node()).reconcile()
  }
}

function changeOrder(run: Run, plan: Plan, webhooks: Webhook[]): Webhook[] {
  if (plan.loses && webhooks.length > 0) {
    const lost = run.random.below(webhooks.length)
    webhooks = webhooks.filter((webhook, index) => index !== lost || webhook.event.startsWith('refund'))
    run.countFault('webhook: lost')
  }
  if (!plan.reorders) return webhooks
  run.countFault('webhook: reordered')
  return webhooks.toReversed()
}

async function comeBack(run: Run, purchase: Purchase, plan: Plan): Promise<void> {
  const { subject, checkout } = purchase
  if (!subject || !checkout) return
  const proc = await run.node()
  if (plan.isDoubleClicked)
    await Promise.all([verify(run, proc, subject, checkout), verify(run, proc, subject, checkout)])
  const { status } = await run.world.provider.findPayment(checkout.razorpay_payment_id)
  const isRefused = status === 'failed' || plan.isOtherAmount
  if (isRefused) await verify(run, await run.node(), subject, checkout)
  else await confirm(run, purchase)
}

async function deliverOne(run: Run, webhook: Webhook, plan: Plan, transport: WebhookTransport): Promise<void> {
  if (plan.delaysSeconds) {
    transport.waiting.push(webhook)
    return
  }
  if (plan.hasWrongSecret) {
    await deliver(run, await run.node(), webhook, { secret: 'another_secret_0002' })
    run.countFault('webhook: wrong secret, then right')
  }
  const proc = await run.node()
  const copies = plan.doubles ? 2 + run.random.below(7) : 1
  if (plan.doubles) run.countFault('webhook: doubled')
  const answers = await Promise.all(Array.from({ length: copies }, () => deliver(run, proc, webhook)))
  if (answers.every(({ status }) => status === null || status >= 500)) transport.waiting.push(webhook)
}

async function failThenPay(run: Run, paymentId: string, transport: WebhookTransport): Promise<void> {
  await transport.deliverAll()
  const { status } = await run.world.provider.findPayment(paymentId)
  if (status !== 'failed' && status !== 'created') return
  await run.world.provider.authorizeLate(paymentId)
  run.countFault('webhook: failed, then captured')
}

async function refundAtOnce(run: Run, paymentId: string): Promise<void> {
  const { status } = await run.world.provider.findPayment(paymentId)
  if (status !== 'captured') return
  await run.world.provider.refund(paymentId)
  run.countFault('webhook: refund before capture')
}

async function payForeign(run: Run): Promise<void> {
  const { provider } = run.world
  await provider.pay(await provider.foreignOrder(70_000), 'captured')
  run.countFault('webhook: unknown order')
}

/** Uses a valid signature for another person's subject. */
async function tryForeign(run: Run, purchase: Purchase): Promise<void> {
  const { subject, checkout } = purchase
  if (!subject || !checkout) return
  const other = newPurchase(run, run.random, subject.purpose, false)
  other.person = aPerson()
  await file(run, other)
  await order(run, other)
  if (!other.subject) return
  await verify(run, await run.node(), other.subject, checkout, true)
  run.countFault('client: foreign subject')
}

async function deliverPoison(run: Run): Promise<void> {
  const bodies = [
    'no JSON at all',
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_00000000000000"}}}}',
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":["pay_1"]}}}}',
    '{"event":"refund.processed","payload":{"refund":{"entity":null}}}',
    '[[[[[[[[]]]]]]]]',
  ]
  await deliver(run, await run.node(), { eventId: `poison${run.random.below(2 ** 31)}`, body: run.random.pick(bodies) })
  run.countFault('webhook: poison')
}

/** Two nodes process the same events and reconcile at the same time. */
async function workTogether(run: Run, transport: WebhookTransport): Promise<void> {
  const [one, other] = [await run.node(), await run.secondNode()]
  const webhooks = transport.waiting.splice(0)
  await Promise.all(webhooks.flatMap((webhook) => [deliver(run, one, webhook), deliver(run, other, webhook)]))
  await run.world.pass(15 * 60)
  await Promise.all([one.work(), other.work(), one.reconcile(), other.reconcile()])
  run.countFault('process: second worker')
}
