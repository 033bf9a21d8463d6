import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { refund, retryUntilAnswered, settleOtherwise } from '../simulation/client.ts'
import type { Fault } from '../simulation/fault-plan.ts'
import { confirm, file, newPurchase, order, type Purchase, pay } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import type { SimulatedProcess } from '../simulation/simulated-process.ts'
import { createWebhookTransport, type WebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS_MAX = 25
const LOST_ANSWERS: Fault[] = [{ do: 'lose', after: false }, { do: 'lose', after: true }, { do: 'status500' }]

/**
 * Stage S: money that goes back by itself. A purchase is paid twice, and an admin leaves the second payment alone, keeps it, or sends it
 * back, at the moment when it is due; or the money comes from abroad; or a refund fails at the bank, after it was done or before. Most
 * runs have a crash at a step drawn by chance, a provider whose answer to the refund is lost, or both.
 */
export async function surplus(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('S')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

type Play = (run: Run, purchase: Purchase, transport: WebhookTransport) => Promise<void>

const SCENARIOS: [name: string, play: Play][] = [
  ['surplus: goes back by itself', leftAlone],
  ['surplus: kept when it is due', keptWhenDue],
  ['surplus: sent back by hand when it is due', refundedWhenDue],
  ['surplus: money from abroad', fromAbroad],
  ['surplus: refund fails late, and a part goes back meanwhile', failsLate],
  ['surplus: refund fails before it counts', failsEarly],
]

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'S', number)
  const run = await beginRun(world, random, plainTime())
  const transport = createWebhookTransport(run)
  const purpose = PURPOSES[Math.floor(number / SCENARIOS.length) % PURPOSES.length] ?? 'complaint'
  const purchase = newPurchase(run, random, purpose, false)
  await file(run, purchase)
  await order(run, purchase)
  const scenario = SCENARIOS[number % SCENARIOS.length]
  if (purchase.orderId && scenario) {
    await scenario[1](run, purchase, transport)
    run.countFault(scenario[0])
  }
  await settle(run, transport)
  await stage.note(run, number)
}

async function leftAlone(run: Run, purchase: Purchase): Promise<void> {
  await payTwice(run, purchase)
  await makeDue(run)
  planFaults(run)
  await onBothNodes(run, [])
}

/** In half of the runs it was kept before: else the nodes are mostly faster than the admin. */
async function keptWhenDue(run: Run, purchase: Purchase): Promise<void> {
  const surplusId = await payTwice(run, purchase)
  const isEarly = run.random.happens(0.5)
  if (isEarly) await settleOtherwise(run, await run.node(), surplusId, 'kept')
  await makeDue(run)
  planFaults(run)
  await onBothNodes(run, isEarly ? [] : [async () => settleOtherwise(run, await run.node(), surplusId, 'kept')])
}

async function refundedWhenDue(run: Run, purchase: Purchase): Promise<void> {
  const surplusId = await payTwice(run, purchase)
  await makeDue(run)
  planFaults(run)
  await onBothNodes(run, [async () => refund(run, await run.node(), surplusId)])
}

/** It is held while the order is reported, captured or not, and goes back; in half of the runs the payer pays again from India. */
async function fromAbroad(run: Run, purchase: Purchase): Promise<void> {
  if (!purchase.orderId) return
  const outcome = run.random.happens(0.75) ? 'captured' : 'authorized'
  planFaults(run)
  purchase.checkout = await run.world.provider.pay(purchase.orderId, outcome, { international: true })
  await confirm(run, purchase)
  await (await run.node()).reconcile()
  if (run.random.happens(0.5)) {
    // An order that is paid is not offered again.
    purchase.orderId = null
    purchase.checkout = null
    await order(run, purchase)
    if (outcome === 'captured') {
      await pay(run, purchase)
      await confirm(run, purchase)
    }
  }
  await makeDue(run)
  await onBothNodes(run, [])
}

/** Half of the money goes back at the provider's page before an admin asks for the refund once more. */
async function failsLate(run: Run, purchase: Purchase, transport: WebhookTransport): Promise<void> {
  await pay(run, purchase)
  await confirm(run, purchase)
  const paymentId = purchase.checkout?.razorpay_payment_id ?? ''
  await refund(run, await run.node(), paymentId)
  const { refunds, payments } = await run.world.provider.ledger()
  const made = refunds.find(({ payment_id }) => payment_id === paymentId)
  const amount = payments.find(({ id }) => id === paymentId)?.amount ?? 0
  if (!made) return
  await run.world.provider.failLate(made.id)
  await transport.deliverAll()
  await run.world.provider.refund(paymentId, Math.floor(amount / 2))
  planFaults(run)
  const retry = async (proc: SimulatedProcess) =>
    (await refund(run, proc, paymentId)) ?? { status: null, text: '', data: {} }
  await retryUntilAnswered(run, retry)
}

/** The bank refuses a refund that the provider has only begun: the money is still here, and an admin has to know. */
async function failsEarly(run: Run, purchase: Purchase, transport: WebhookTransport): Promise<void> {
  await pay(run, purchase)
  await confirm(run, purchase)
  const paymentId = purchase.checkout?.razorpay_payment_id ?? ''
  await run.world.provider.settings({ refundsStayPending: true })
  await refund(run, await run.node(), paymentId)
  await run.world.provider.settings({ refundsStayPending: false })
  const { refunds } = await run.world.provider.ledger()
  const made = refunds.find(({ payment_id }) => payment_id === paymentId)
  if (!made) return
  await run.world.provider.failRefund(made.id)
  planFaults(run)
  await transport.deliverAll()
}

/** Pays the order twice, and both payments become known; returns the provider's id of the second. */
async function payTwice(run: Run, purchase: Purchase): Promise<string> {
  await pay(run, purchase)
  await confirm(run, purchase)
  const { razorpay_payment_id } = await run.world.provider.pay(purchase.orderId ?? '', 'captured', {
    even_if_paid: true,
  })
  await run.world.pass(3_600)
  await (await run.node()).reconcile()
  return razorpay_payment_id
}

/** Brings the time to go back forward: in a day, the session of the admin would be over. */
async function makeDue({ world }: Run): Promise<void> {
  await sql`update payments set return_at = now() where return_at is not null`.execute(world.db)
}

function planFaults({ plannedFaults, random }: Run): void {
  const skip = random.below(STEPS_MAX)
  if (random.happens(0.5))
    plannedFaults.push({ kind: 'surplus: crash', fits: () => true, skip, fault: { do: 'crash' } })
  if (random.happens(0.5))
    plannedFaults.push({
      kind: 'surplus: answer to the refund lost',
      fits: ({ edge, what, moment }) => edge === 'provider' && what === 'refund' && moment === 'before',
      skip: 0,
      fault: random.pick(LOST_ANSWERS),
    })
}

/** Two nodes look for what is due at the same moment, beside what an admin does. */
async function onBothNodes(run: Run, others: (() => Promise<unknown>)[]): Promise<void> {
  const nodes = [await run.node(), await run.secondNode()]
  for (const node of nodes) node.addJitter(run.random)
  await Promise.all([...nodes.map((node) => node.reconcile()), ...others.map((other) => other())])
}
