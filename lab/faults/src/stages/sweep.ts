import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { hardTime, plainTime } from '../simulation/builders.ts'
import { refund, retryUntilAnswered } from '../simulation/client.ts'
import type { Point } from '../simulation/fault-plan.ts'
import { confirm, file, newPurchase, order, type Purchase, pay } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle, sweepDisk } from '../simulation/settle.ts'
import { createWebhookTransport, type WebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

/** `before` runs without faults; the program crashes at one step of `act`; then the client retries and continues. */
type Flow = {
  name: string
  purpose: Purpose
  /** It has about this many steps. */
  steps: number
  hasFile?: boolean
  before: (run: Run, purchase: Purchase) => Promise<void>
  act: (run: Run, purchase: Purchase, transport: WebhookTransport) => Promise<void>
}

const nothing = async () => {}

async function toOrder(run: Run, purchase: Purchase): Promise<void> {
  await file(run, purchase)
  await order(run, purchase)
}

async function toPaid(run: Run, purchase: Purchase): Promise<void> {
  await toOrder(run, purchase)
  await pay(run, purchase, run.random.happens(0.3) ? 'authorized' : 'captured')
}

/** An order that is not ours is paid too; only a webhook reports it. */
async function toPaidAmongOthers(run: Run, purchase: Purchase): Promise<void> {
  const { provider } = run.world
  await provider.pay(await provider.foreignOrder(70_000), 'captured')
  await toPaid(run, purchase)
}

/** The flow that opens an order, for each purpose. */
const ORDERS: Record<Purpose, Flow> = {
  membership: { name: 'membership register', purpose: 'membership', steps: 44, before: nothing, act: order },
  complaint: { name: 'complaint initiate', purpose: 'complaint', steps: 40, before: file, act: order },
  donation: { name: 'donation', purpose: 'donation', steps: 44, before: nothing, act: order },
}

export const FLOWS: Flow[] = [
  ...Object.values(ORDERS),
  { name: 'verify', purpose: 'membership', steps: 40, before: toPaid, act: confirm },
  {
    name: 'webhook',
    purpose: 'complaint',
    steps: 160,
    before: toPaidAmongOthers,
    act: async (_run, _purchase, transport) => transport.deliverAll(),
  },
  { name: 'refund', purpose: 'membership', steps: 70, before: toRefundable, act: sendBack },
  { name: 'complaint with file', purpose: 'complaint', steps: 16, hasFile: true, before: nothing, act: file },
]

const FLOW_STEP = 1_000
const VARIANT_STEP = 10_000

/**
 * Stage A: crashes each flow at its first step, its second and so on until it completes, before and after each step takes effect. Then
 * repeats everything with other random choices; `runs` counts those repetitions.
 */
export async function sweep(
  world: World,
  seed: number,
  { runs, until, only, stride = 1 }: StageOptions,
): Promise<StageLog> {
  const stage = startStage('A')
  if (only !== undefined) await crashOnce(world, seed, only, stage)
  else
    for (let variant = runs.from; variant < runs.to && !until(); variant++)
      for (const [index] of FLOWS.entries())
        for (let step = 1; !until(); step += stride)
          if (!(await crashOnce(world, seed, variant * VARIANT_STEP + index * FLOW_STEP + step, stage))) break
  return stage
}

/** Returns whether the flow reached the step of the crash. */
async function crashOnce(world: World, seed: number, number: number, stage: StageLog): Promise<boolean> {
  const flow = FLOWS[Math.floor((number % VARIANT_STEP) / FLOW_STEP)]
  if (!flow) throw new Error(`There is no run ${number}`)
  // The same random numbers for all steps of a variant, so that only the step differs.
  const random = seededRandom(seed, 'A', number - (number % FLOW_STEP))
  const run = await beginRun(world, random, random.happens(0.5) ? plainTime() : hardTime(random))
  const purchase = newPurchase(run, random, flow.purpose, flow.hasFile ?? false)
  const transport = createWebhookTransport(run)
  const comesBack = random.happens(0.7)
  await flow.before(run, purchase)
  run.plannedFaults.push({
    kind: `crash: ${flow.name}`,
    fits: () => true,
    skip: (number % FLOW_STEP) - 1,
    fault: { do: 'crash' },
  })
  await flow.act(run, purchase, transport)
  const isFaulted = run.plannedFaults.length === 0
  if (flow.name === 'webhook') run.wrong.push(...(await run.check()).filter(({ invariant }) => invariant === 'done'))
  run.clearFaults()
  if (flow.hasFile && random.happens(0.5)) {
    world.disk.cutPower()
    run.countFault('power cut')
  }
  await continuePurchase(run, purchase, comesBack)
  if (number % 2 === 0) await receiveStaleAnswer(run)
  await settle(run, transport)
  if (flow.hasFile) await sweepDisk(run)
  await stage.note(run, number)
  return isFaulted
}

async function continuePurchase(run: Run, purchase: Purchase, comesBack: boolean): Promise<void> {
  if (!purchase.orderId) await toOrder(run, purchase)
  if (!purchase.checkout) await pay(run, purchase)
  if (comesBack) await confirm(run, purchase)
}

/** Much later, the provider returns one outdated answer. */
async function receiveStaleAnswer(run: Run): Promise<void> {
  await run.world.pass(20 * 60)
  run.plannedFaults.push({ kind: 'provider: stale answer', fits: isAsked, skip: 0, fault: { do: 'stale' } })
  await (await run.node()).reconcile()
  run.clearFaults()
}

const isAsked = ({ edge, moment, what }: Point) =>
  edge === 'provider' && moment === 'before' && what === 'fetchOrderPayments'

async function toRefundable(run: Run, purchase: Purchase): Promise<void> {
  await toOrder(run, purchase)
  await pay(run, purchase)
  await confirm(run, purchase)
}

/** Refunds a payment as our admin, or at the provider directly. */
async function sendBack(run: Run, { checkout }: Purchase, transport: WebhookTransport): Promise<void> {
  if (!checkout) return
  const paymentId = checkout.razorpay_payment_id
  if (run.random.happens(0.5)) await run.world.provider.refund(paymentId)
  else
    await retryUntilAnswered(
      run,
      async (proc) => (await refund(run, proc, paymentId)) ?? { status: 404, text: '', data: {} },
    )
  await transport.deliverAll()
}
