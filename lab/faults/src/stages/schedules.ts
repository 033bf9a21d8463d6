import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { doubleClick, file, newPurchase, order, orderInOtherTab, type Purchase } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle, sweepDisk } from '../simulation/settle.ts'
import { createWebhookTransport, deliver, type WebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { KINDS, PLAIN, type Plan } from './kinds.ts'
import { reportPayment } from './report-payment.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const KINDS_MAX = 6
const DAY_SECONDS = 86_400

/** Stage B: one to six kinds of faults, chosen at random, in one purchase. */
export async function schedules(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('B')
  for (const number of numbersOf(options)) await runSchedule(world, seed, number, stage, options.kinds)
  return stage
}

async function runSchedule(
  world: World,
  seed: number,
  number: number,
  stage: StageLog,
  kinds?: string[],
): Promise<void> {
  const random = seededRandom(seed, 'B', number)
  const plan: Plan = { ...PLAIN, plannedFaults: [] }
  const drawn = kinds ?? random.shuffled(Object.keys(KINDS)).slice(0, 1 + random.below(KINDS_MAX))
  for (const name of drawn) if (!isUnheardOf(name, drawn)) KINDS[name]?.(plan, random)
  // A payment made after the last check, with its webhook lost, could never be found.
  if (plan.paysLate) plan.loses = false
  const run = await beginRun(world, random, plan.begin ?? plainTime())
  if (plan.begin) run.countFault('time: month end or leap day')
  const purchase = newPurchase(run, random, random.pick(PURPOSES), random.happens(0.4))
  const transport = createWebhookTransport(run)
  run.plannedFaults.push(
    ...plan.plannedFaults.map((planned) => planned(run, () => payMeanwhile(run, purchase, transport))),
  )
  if (plan.skewSeconds) {
    world.skew(plan.skewSeconds)
    run.countFault('time: clock wrong by an hour')
  }
  await begin(run, purchase, plan)
  await spend(run, purchase, plan)
  await reportPayment(run, purchase, plan, transport)
  await settle(run, transport)
  if (plan.replays) await replay(run, transport)
  if (purchase.file) await sweepDisk(run)
  await stage.note(run, number)
}

function isUnheardOf(name: string, drawn: string[]): boolean {
  return name === 'webhook: before the order is known' && drawn.includes('client: double click')
}

/** Up to an order that can be paid. */
async function begin(run: Run, purchase: Purchase, plan: Plan): Promise<void> {
  if (plan.isDoubleClicked) {
    run.countFault('client: double click')
    await doubleClick(run, purchase)
  }
  await file(run, purchase)
  if (plan.isReloaded) {
    await file(run, purchase)
    await order(run, purchase)
    run.countFault('client: reload')
  }
  await order(run, purchase)
}

/** Moves the money at the bank. */
async function spend(run: Run, purchase: Purchase, plan: Plan): Promise<void> {
  const { provider } = run.world
  if (!purchase.orderId || purchase.checkout) return
  if (plan.paysLate) {
    // Six days later: the program has just polled the order for the last time.
    await run.world.pass(6 * DAY_SECONDS)
    await (await run.node()).reconcile()
    run.countFault('provider: order older than the window')
  }
  if (plan.isOtherAmount) {
    purchase.checkout = await provider.pay(purchase.orderId, 'captured', { amount: purchase.feePaise + 4_300 })
    run.countFault('ours: payment of another amount')
    return
  }
  if (plan.failsFirst) {
    purchase.checkout = await provider.pay(purchase.orderId, run.random.pick(['failed', 'silent'] as const))
    return
  }
  purchase.checkout = await provider.pay(purchase.orderId, run.random.happens(0.25) ? 'authorized' : 'captured')
  if (plan.hasTwoTabs) await payTwice(run, purchase)
}

/** Another tab has an order of its own where the amount differs, and the same where not; both are paid. */
async function payTwice(run: Run, purchase: Purchase): Promise<void> {
  const { provider } = run.world
  const { subject, orderId } = purchase
  if (!subject || !orderId) return
  run.countFault('client: two tabs')
  const otherId = await orderInOtherTab(run, purchase)
  await provider.pay(otherId ?? orderId, 'captured', { even_if_paid: true })
}

/** The provider's answer to the order is still on its way when it is paid already, and an event comes. */
async function payMeanwhile(run: Run, purchase: Purchase, transport: WebhookTransport): Promise<void> {
  const { orders } = await run.world.provider.ledger()
  const made = orders.at(-1)
  if (!made || purchase.checkout) return
  const { kind, ref } = made.notes as { kind: Purchase['purpose']; ref: string }
  purchase.subject = { purpose: kind, id: Number(ref) }
  purchase.orderId = made.id
  purchase.checkout = await run.world.provider.pay(made.id, 'captured')
  const other = await run.secondNode()
  for (const webhook of await transport.collect()) await deliver(run, other, webhook)
  transport.waiting.length = 0
  await other.work()
}

/** A day later the provider sends again what was acted on long ago. */
async function replay(run: Run, transport: WebhookTransport): Promise<void> {
  await run.world.pass(DAY_SECONDS + 60)
  const { webhooks } = await run.world.provider.ledger()
  const again = webhooks.map(({ event_id, event, body }) => ({ eventId: event_id, event, body }))
  if (again.length === 0) return
  transport.waiting.push(run.random.pick(again))
  await transport.deliverAll()
  run.countFault('webhook: replayed after a day')
}
