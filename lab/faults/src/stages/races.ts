import { setTimeout } from 'node:timers/promises'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { verify } from '../simulation/client.ts'
import { file, newPurchase, order, type Purchase } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import type { SimulatedProcess } from '../simulation/simulated-process.ts'
import {
  createWebhookTransport,
  deliver,
  type Webhook,
  type WebhookTransport,
} from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

const DELIVERIES_EACH = 4
/** Runs that share one world, because resetting and checking takes longer than a race. */
const RUNS_A_WORLD = 10
const RACES_AT_ONCE = 2
// In the program's time: its pauses are shortened here.
const HELD_MS = 2_000

/**
 * Stage E: eight simultaneous reports of one payment (four by browser, four by webhook) on two nodes. No fault is injected, so every
 * error is a violation. Then both nodes reconcile at once, and each order must be checked once.
 */
export async function races(world: World, seed: number, { runs, until, only }: StageOptions): Promise<StageLog> {
  const stage = startStage('E')
  if (only !== undefined) await raceAll(world, seed, only - (only % RUNS_A_WORLD), stage)
  else
    for (let first = runs.from; first < runs.to && !until(); first += RUNS_A_WORLD)
      await raceAll(world, seed, first, stage)
  return stage
}

async function raceAll(world: World, seed: number, first: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'E', first)
  const run = await beginRun(world, random, plainTime())
  const transport = createWebhookTransport(run)
  const nodes = [await run.node(), await run.secondNode()]
  for (let raced = 0; raced < RUNS_A_WORLD; raced += RACES_AT_ONCE) {
    const payments: Paid[] = []
    for (let count = 0; count < RACES_AT_ONCE; count++) payments.push(await paid(run, transport))
    for (const node of nodes) node.addJitter(random)
    await Promise.all(
      random.shuffled(payments.flatMap((payment) => deliveries(run, nodes, payment))).map((send) => send()),
    )
    for (const _ of payments) run.countFault('eight deliveries at once')
  }
  await reconcileTogether(run)
  await settle(run, transport)
  await stage.note(run, first, RUNS_A_WORLD)
}

type Paid = { purchase: Purchase; webhooks: Webhook[] }

async function paid(run: Run, transport: WebhookTransport): Promise<Paid> {
  const purchase = newPurchase(run, run.random, run.random.pick(PURPOSES), false)
  await file(run, purchase)
  await order(run, purchase)
  await payInSomeWay(run, purchase)
  const webhooks = await transport.collect()
  transport.waiting.length = 0
  return { purchase, webhooks }
}

/** Four reports by browser and four by webhook, alternating between the nodes. */
function deliveries(run: Run, nodes: SimulatedProcess[], { purchase, webhooks }: Paid): (() => Promise<void>)[] {
  const byBrowser = Array.from({ length: DELIVERIES_EACH }, (_, index) => async () => {
    const { subject, checkout } = purchase
    const node = nodes[index % 2]
    if (subject && checkout && node) expectAnswer(run, 'verify', await verify(run, node, subject, checkout))
  })
  const byWebhook = Array.from({ length: DELIVERIES_EACH }, (_, index) => async () => {
    const [node, webhook] = [nodes[index % 2], webhooks[index % webhooks.length]]
    if (!node || !webhook) return
    expectAnswer(run, 'webhook', await deliver(run, node, webhook))
    await node.work()
  })
  return [...byBrowser, ...byWebhook]
}

/** Captured, only authorised, or captured twice, which leaves a surplus payment. */
async function payInSomeWay(run: Run, purchase: Purchase): Promise<void> {
  const { provider } = run.world
  if (!purchase.orderId) return
  if (run.random.happens(0.3)) await provider.pay(purchase.orderId, 'failed')
  const isCaptured = run.random.happens(0.7)
  purchase.checkout = await provider.pay(purchase.orderId, isCaptured ? 'captured' : 'authorized')
  if (isCaptured && run.random.happens(0.4)) await provider.pay(purchase.orderId, 'captured', { even_if_paid: true })
}

function expectAnswer(run: Run, what: string, { status, text }: { status: number | null; text: string }): void {
  if (status === 200) return
  run.wrong.push({ invariant: 'race', what: `a ${what} of an undisturbed race was answered with ${status}: ${text}` })
}

/** Two simultaneous reconcilers share the work: neither checks an order that the other checks. */
async function reconcileTogether(run: Run): Promise<void> {
  for (let count = 0; count < 2; count++) {
    const other = newPurchase(run, run.random, 'membership', false)
    await order(run, other)
    if (other.orderId) await run.world.provider.pay(other.orderId, 'captured')
  }
  await run.world.pass(11 * 60)
  const nodes = [await run.node(), await run.secondNode()]
  for (const node of nodes) node.asked.length = 0
  if (run.random.happens(0.7)) await whileHeld(run, () => Promise.all(nodes.map((node) => node.reconcile())))
  else await Promise.all(nodes.map((node) => node.reconcile()))
  const asked = nodes.flatMap((node) => node.asked).filter((call) => /^GET .*\/orders\/.*\/payments$/.test(call))
  const twice = asked.filter((call, index) => asked.indexOf(call) < index)
  for (const call of twice) run.wrong.push({ invariant: 'race', what: `two reconcilers asked the same: ${call}` })
}

/**
 * Locks the orders' rows for a moment: a reconciler that waited for locks, instead of skipping them, would check the same orders as the
 * other.
 */
async function whileHeld(run: Run, work: () => Promise<unknown>): Promise<void> {
  const working = run.world.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('payment_orders').select('id').forUpdate().execute()
    const begun = work()
    await Promise.race([begun, setTimeout(HELD_MS)])
    return { begun }
  })
  await (await working).begun
}
