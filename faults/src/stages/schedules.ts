import { chanceOf } from '../random.ts'
import { initiate, register, submit } from '../simulation/client.ts'
import { plainTime } from '../simulation/people.ts'
import { bring, openPostOffice, type PostOffice } from '../simulation/post-office.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle, sweepDisk } from '../simulation/settle.ts'
import { file, newStory, order, type Story } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { KINDS, PLAIN, type Plan } from './kinds.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'
import { tell } from './tell.ts'

const KINDS_MAX = 6
const DAY_SECONDS = 86_400

/** Stage B: one to six kinds of faults at a time, drawn by chance, in the life of one payment. */
export async function schedules(world: World, seed: number, { runs, until, only }: StageOptions): Promise<StageLog> {
  const stage = startStage('B')
  if (only !== undefined) await live(world, seed, only, stage)
  else for (let number = runs.from; number < runs.to && !until(); number++) await live(world, seed, number, stage)
  return stage
}

async function live(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const chance = chanceOf(seed, 'B', number)
  const plan: Plan = { ...PLAIN, arms: [] }
  const drawn = chance.shuffled(Object.keys(KINDS)).slice(0, 1 + chance.below(KINDS_MAX))
  for (const name of drawn) if (!isUnheardOf(name, drawn)) KINDS[name]?.(plan, chance)
  // Nobody would ever hear of a payment that was made after everybody stopped asking, and of which nobody tells.
  if (plan.paysLate) plan.loses = false
  const run = await beginRun(world, chance, plan.begin ?? plainTime())
  if (plan.begin) run.struck('time: month end or leap day')
  const story = newStory(run, chance, chance.pick(['complaint', 'membership'] as const), chance.happens(0.4))
  const office = openPostOffice(run)
  run.arms.push(...plan.arms.map((arm) => arm(run, () => payMeanwhile(run, story, office))))
  if (plan.skewSeconds) {
    world.skew(plan.skewSeconds)
    run.struck('time: clock wrong by an hour')
  }
  await begin(run, story, plan)
  await spend(run, story, plan)
  await tell(run, story, plan, office)
  await settle(run, office)
  if (plan.replays) await replay(run, office)
  if (story.file) await sweepDisk(run)
  await stage.note(run, number)
}

/** Two clicks that both die with the program tell nobody of an order: what was paid before its answer came could not have been paid. */
function isUnheardOf(name: string, drawn: string[]): boolean {
  return name === 'webhook: before the order is known' && drawn.includes('client: double click')
}

/** Up to an order that can be paid. */
async function begin(run: Run, story: Story, plan: Plan): Promise<void> {
  if (plan.isDoubleClicked) await twice(run, story)
  await file(run, story)
  if (plan.isReloaded) {
    await file(run, story)
    await order(run, story)
    run.struck('client: reload')
  }
  await order(run, story)
}

/** The same request twice at the same moment. */
async function twice(run: Run, story: Story): Promise<void> {
  run.struck('client: double click')
  const life = await run.node()
  if (story.purpose === 'membership') {
    const click = () => register(run, life, story.plan, story.person, story.isSignedIn)
    await Promise.all([click(), click()])
    return
  }
  await Promise.all([submit(run, life, story), submit(run, life, story)])
  await file(run, story)
  const { id } = story.subject ?? {}
  if (id === undefined) return
  const again = await run.node()
  const click = () => initiate(run, again, id, story.person, story.feePaise)
  await Promise.all([click(), click()])
}

/** What happens at the bank. */
async function spend(run: Run, story: Story, plan: Plan): Promise<void> {
  const { provider } = run.world
  if (!story.orderId || story.checkout) return
  if (plan.paysLate) {
    // Six days on, and the program has just asked for the last time.
    await run.world.pass(6 * DAY_SECONDS)
    await (await run.node()).reconcile()
    run.struck('provider: order older than the window')
  }
  if (plan.isOtherAmount) {
    story.checkout = await provider.pay(story.orderId, 'captured', { amount: story.feePaise + 4_300 })
    run.struck('ours: payment of another amount')
    return
  }
  if (plan.failsFirst) {
    story.checkout = await provider.pay(story.orderId, run.chance.pick(['failed', 'silent'] as const))
    return
  }
  story.checkout = await provider.pay(story.orderId, run.chance.happens(0.25) ? 'authorized' : 'captured')
  if (plan.hasTwoTabs) await payTwice(run, story)
}

/** Another tab has an order of its own where the amount differs, and the same where not; both are paid. */
async function payTwice(run: Run, story: Story): Promise<void> {
  const { provider } = run.world
  const { subject, orderId } = story
  if (!subject || !orderId) return
  run.struck('client: two tabs')
  const life = await run.node()
  const other =
    subject.purpose === 'complaint' && (await initiate(run, life, subject.id, story.person, story.feePaise + 10_000))
  const otherId = other ? (other.data.order_id as string | undefined) : undefined
  await provider.pay(otherId ?? orderId, 'captured', { even_if_paid: true })
}

/** The provider's answer to the order is still on its way when it is paid already, and an event comes. */
async function payMeanwhile(run: Run, story: Story, office: PostOffice): Promise<void> {
  const { orders } = await run.world.provider.ledger()
  const made = orders.at(-1)
  if (!made || story.checkout) return
  const { kind, ref } = made.notes as { kind: Story['purpose']; ref: string }
  story.subject = { purpose: kind, id: Number(ref) }
  story.orderId = made.id
  story.checkout = await run.world.provider.pay(made.id, 'captured')
  const other = await run.secondNode()
  for (const letter of await office.collect()) await bring(run, other, letter)
  office.waiting.length = 0
  await other.work()
}

/** A day later the provider sends again what was acted on long ago. */
async function replay(run: Run, office: PostOffice): Promise<void> {
  await run.world.pass(DAY_SECONDS + 60)
  const { webhooks } = await run.world.provider.ledger()
  const again = webhooks.map(({ event_id, event, body }) => ({ eventId: event_id, event, body }))
  if (again.length === 0) return
  office.waiting.push(run.chance.pick(again))
  await office.bringAll()
  run.struck('webhook: replayed after a day')
}
