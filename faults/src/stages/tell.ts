import { refund, verify } from '../simulation/client.ts'
import { aPerson } from '../simulation/people.ts'
import { bring, type Letter, type PostOffice } from '../simulation/post-office.ts'
import type { Run } from '../simulation/run.ts'
import { confirm, file, newStory, order, type Story } from '../simulation/story.ts'
import type { Plan } from './kinds.ts'

const DAY_SECONDS = 86_400

/** How the program hears of it. */
export async function tell(run: Run, story: Story, plan: Plan, office: PostOffice): Promise<void> {
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
