import { chanceOf } from '../random.ts'
import { initiate, refund, register, submit, verify } from '../simulation/client.ts'
import { aPerson, plainTime } from '../simulation/people.ts'
import { bring, type Letter, openPostOffice, type PostOffice } from '../simulation/post-office.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle, sweepDisk } from '../simulation/settle.ts'
import { confirm, file, newStory, order, type Story } from '../simulation/story.ts'
import type { World } from '../simulation/world.ts'
import { KINDS, PLAIN, type Plan } from './kinds.ts'
import { type StageLog, startStage } from './stage-log.ts'
import type { StageOptions } from './stage-options.ts'

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

/** How the program hears of it. */
async function tell(run: Run, story: Story, plan: Plan, office: PostOffice): Promise<void> {
  const { provider } = run.world
  const { checkout, subject } = story
  const paymentId = checkout?.razorpay_payment_id
  if (paymentId && plan.failsFirst && !plan.isOtherAmount) await failThenPay(run, paymentId, office)
  if (paymentId && plan.isRefundedAtOnce) await refundAtOnce(run, paymentId)
  if (plan.hasForeignOrder) await payForeign(run)
  if (plan.triesForeign && subject && checkout) await tryForeign(run, story)
  const letters = changeOrder(run, plan, await office.collect())
  office.waiting.length = 0
  const deeds = [
    ...(plan.neverReturns && !plan.paysLate ? [] : [() => comeBack(run, story, plan)]),
    ...letters.map((letter) => () => bringOne(run, letter, plan, office)),
    async () => void (await (await run.node()).work()),
  ]
  if (plan.neverReturns && !plan.paysLate) run.struck('client: never returns')
  if (plan.hasPoison) deeds.push(() => bringPoison(run))
  for (const deed of plan.reorders ? run.chance.shuffled(deeds) : deeds) await deed()
  if (plan.delaysSeconds) {
    await passDays(run, plan.delaysSeconds)
    run.struck('webhook: delayed')
  }
  if (plan.secondWorker) await workTogether(run, office)
  if (paymentId && run.chance.happens(0.2)) await refund(run, await run.node(), paymentId)
  await provider.settings({})
}

/** Of a longer time no day passes in which the program does not ask: an authorised payment that nobody captures goes back. */
async function passDays(run: Run, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= DAY_SECONDS) {
    await run.world.pass(Math.min(left, DAY_SECONDS))
    if (left > DAY_SECONDS) await (await run.node()).reconcile()
  }
}

function changeOrder(run: Run, plan: Plan, letters: Letter[]): Letter[] {
  if (plan.loses && letters.length > 0) {
    const lost = run.chance.below(letters.length)
    letters = letters.filter((letter, index) => index !== lost || letter.event.startsWith('refund'))
    run.struck('webhook: lost')
  }
  if (!plan.reorders) return letters
  run.struck('webhook: reordered')
  return letters.toReversed()
}

async function comeBack(run: Run, story: Story, plan: Plan): Promise<void> {
  const { subject, checkout } = story
  if (!subject || !checkout) return
  const life = await run.node()
  if (plan.isDoubleClicked)
    await Promise.all([verify(run, life, subject, checkout), verify(run, life, subject, checkout)])
  const { status } = await run.world.provider.findPayment(checkout.razorpay_payment_id)
  const isRefused = status === 'failed' || plan.isOtherAmount
  if (isRefused) await verify(run, await run.node(), subject, checkout)
  else await confirm(run, story)
}

async function bringOne(run: Run, letter: Letter, plan: Plan, office: PostOffice): Promise<void> {
  if (plan.delaysSeconds) {
    office.waiting.push(letter)
    return
  }
  if (plan.hasWrongSecret) {
    await bring(run, await run.node(), letter, { secret: 'another_secret_0002' })
    run.struck('webhook: wrong secret, then right')
  }
  const life = await run.node()
  const copies = plan.doubles ? 2 + run.chance.below(7) : 1
  if (plan.doubles) run.struck('webhook: doubled')
  const answers = await Promise.all(Array.from({ length: copies }, () => bring(run, life, letter)))
  if (answers.every(({ status }) => status === null || status >= 500)) office.waiting.push(letter)
}

async function failThenPay(run: Run, paymentId: string, office: PostOffice): Promise<void> {
  await office.bringAll()
  const { status } = await run.world.provider.findPayment(paymentId)
  if (status !== 'failed' && status !== 'created') return
  await run.world.provider.authorizeLate(paymentId)
  run.struck('webhook: failed, then captured')
}

async function refundAtOnce(run: Run, paymentId: string): Promise<void> {
  const { status } = await run.world.provider.findPayment(paymentId)
  if (status !== 'captured') return
  await run.world.provider.refund(paymentId)
  run.struck('webhook: refund before capture')
}

async function payForeign(run: Run): Promise<void> {
  const { provider } = run.world
  await provider.pay(await provider.foreignOrder(70_000), 'captured')
  run.struck('webhook: unknown order')
}

/** With a right signature, but for what somebody else wants to have paid. */
async function tryForeign(run: Run, story: Story): Promise<void> {
  const { subject, checkout } = story
  if (!subject || !checkout) return
  const other = newStory(run, run.chance, subject.purpose, false)
  other.person = aPerson()
  await file(run, other)
  await order(run, other)
  if (!other.subject) return
  await verify(run, await run.node(), other.subject, checkout, true)
  run.struck('client: foreign subject')
}

async function bringPoison(run: Run): Promise<void> {
  const bodies = [
    'no JSON at all',
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_00000000000000"}}}}',
    '{"event":"payment.captured","payload":{"payment":{"entity":{"id":["pay_1"]}}}}',
    '{"event":"refund.processed","payload":{"refund":{"entity":null}}}',
    '[[[[[[[[]]]]]]]]',
  ]
  await bring(run, await run.node(), { eventId: `poison${run.chance.below(2 ** 31)}`, body: run.chance.pick(bodies) })
  run.struck('webhook: poison')
}

/** Two nodes at the same work at the same time. */
async function workTogether(run: Run, office: PostOffice): Promise<void> {
  const [one, other] = [await run.node(), await run.secondNode()]
  const letters = office.waiting.splice(0)
  await Promise.all(letters.flatMap((letter) => [bring(run, one, letter), bring(run, other, letter)]))
  await run.world.pass(15 * 60)
  await Promise.all([one.work(), other.work(), one.reconcile(), other.reconcile()])
  run.struck('process: second worker')
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
