import { chanceOf } from '../random.ts'
import { insist, refund } from '../simulation/client.ts'
import type { Point } from '../simulation/director.ts'
import { hardTime, plainTime } from '../simulation/people.ts'
import { openPostOffice, type PostOffice } from '../simulation/post-office.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle, sweepDisk } from '../simulation/settle.ts'
import { confirm, file, newStory, order, pay, type Story } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

/** `before` is not struck; then the program crashes at one step of `act`; whoever was at it tries again, and goes on. */
type Flow = {
  name: string
  purpose: Story['purpose']
  hasFile?: boolean
  before: (run: Run, story: Story) => Promise<void>
  act: (run: Run, story: Story, office: PostOffice) => Promise<void>
}

const nothing = async () => {}

async function toOrder(run: Run, story: Story): Promise<void> {
  await file(run, story)
  await order(run, story)
}

async function toPaid(run: Run, story: Story): Promise<void> {
  await toOrder(run, story)
  await pay(run, story, run.chance.happens(0.3) ? 'authorized' : 'captured')
}

/** Somebody else's order is paid, too: of that nobody but the event ever tells. */
async function toPaidAmongOthers(run: Run, story: Story): Promise<void> {
  const { provider } = run.world
  await provider.pay(await provider.foreignOrder(70_000), 'captured')
  await toPaid(run, story)
}

const FLOWS: Flow[] = [
  { name: 'membership register', purpose: 'membership', before: nothing, act: order },
  { name: 'complaint initiate', purpose: 'complaint', before: file, act: order },
  { name: 'verify', purpose: 'membership', before: toPaid, act: confirm },
  {
    name: 'webhook',
    purpose: 'complaint',
    before: toPaidAmongOthers,
    act: async (_run, _story, office) => office.bringAll(),
  },
  { name: 'refund', purpose: 'membership', before: toRefundable, act: sendBack },
  { name: 'complaint with file', purpose: 'complaint', hasFile: true, before: nothing, act: file },
]

const FLOW_STEP = 1_000
const VARIANT_STEP = 10_000

/**
 * Stage A: each flow is ended at its first step, its second and so on until it gets through, before and after each step takes effect;
 * then all again in another variant; `runs` counts variants.
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

/** Whether the flow got as far as the step at which it was to end. */
async function crashOnce(world: World, seed: number, number: number, stage: StageLog): Promise<boolean> {
  const flow = FLOWS[Math.floor((number % VARIANT_STEP) / FLOW_STEP)]
  if (!flow) throw new Error(`There is no run ${number}`)
  // One stream for all steps of a variant, so that only the step differs.
  const chance = chanceOf(seed, 'A', number - (number % FLOW_STEP))
  const run = await beginRun(world, chance, chance.happens(0.5) ? plainTime() : hardTime(chance))
  const story = newStory(run, chance, flow.purpose, flow.hasFile ?? false)
  const office = openPostOffice(run)
  const comesBack = chance.happens(0.7)
  await flow.before(run, story)
  run.arms.push({
    kind: `crash: ${flow.name}`,
    fits: () => true,
    skip: (number % FLOW_STEP) - 1,
    strike: { do: 'crash' },
  })
  await flow.act(run, story, office)
  const isStruck = run.arms.length === 0
  if (flow.name === 'webhook') run.wrong.push(...(await run.check()).filter(({ invariant }) => invariant === 'done'))
  run.calm()
  if (flow.hasFile && chance.happens(0.5)) {
    world.disk.cutPower()
    run.struck('power cut')
  }
  await goOn(run, story, comesBack)
  if (number % 2 === 0) await hearOldNews(run)
  await settle(run, office)
  if (flow.hasFile) await sweepDisk(run)
  await stage.note(run, number)
  return isStruck
}

async function goOn(run: Run, story: Story, comesBack: boolean): Promise<void> {
  if (!story.orderId) await toOrder(run, story)
  if (!story.checkout) await pay(run, story)
  if (comesBack) await confirm(run, story)
}

/** Long after, the provider answers once as things were before. */
async function hearOldNews(run: Run): Promise<void> {
  await run.world.pass(20 * 60)
  run.arms.push({ kind: 'provider: stale answer', fits: isAsked, skip: 0, strike: { do: 'stale' } })
  await (await run.node()).reconcile()
  run.calm()
}

const isAsked = ({ edge, moment, what }: Point) =>
  edge === 'provider' && moment === 'before' && what === 'fetchOrderPayments'

async function toRefundable(run: Run, story: Story): Promise<void> {
  await toOrder(run, story)
  await pay(run, story)
  await confirm(run, story)
}

/** By our admin, or by somebody at the provider's own desk. */
async function sendBack(run: Run, { checkout }: Story, office: PostOffice): Promise<void> {
  if (!checkout) return
  const paymentId = checkout.razorpay_payment_id
  if (run.chance.happens(0.5)) await run.world.provider.refund(paymentId)
  else await insist(run, async (life) => (await refund(run, life, paymentId)) ?? { status: 404, text: '', data: {} })
  await office.bringAll()
}
