import type { DeskMode } from '@petsetu/contract/payments/payments.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { hardTime, plainTime } from '../simulation/builders.ts'
import { retryUntilAnswered } from '../simulation/client.ts'
import { type DeskDecision, decideAtDesk, deleteAdmin, handOver, takeAtDesk } from '../simulation/desk-client.ts'
import { confirm, file, newPurchase, order, type Purchase, paiseOf, pay } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { untilDoneOrBlocked } from '../simulation/world-database.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS_MAX = 45
const SCENARIO_EACH = 5

/**
 * Stage K: money taken at the desk, in each mode and for each purpose. The program crashes, or its database fails, at a step drawn by
 * chance; the admin repeats what had no answer. Two nodes decide about the same cheque at once, two desks take the same payment, and
 * some payers pay online as well. Every fifth run is one of four scenarios.
 */
export async function desk(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('K')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'K', number)
  const run = await beginRun(world, random, random.happens(0.5) ? plainTime() : hardTime(random))
  const transport = createWebhookTransport(run)
  const first = newPurchase(run, random, PURPOSES[number % PURPOSES.length] ?? 'complaint', false)
  const purchases = [first]
  if (random.happens(0.5)) purchases.push(newPurchase(run, random, random.pick(PURPOSES), false))
  const renewal = purchases.length === 1 && first.purpose === 'membership' ? renewalOf(run, first) : null
  if (renewal) purchases.push(renewal)
  for (const purchase of purchases) {
    await file(run, purchase)
    await order(run, purchase)
  }
  const scenario = number % SCENARIO_EACH === SCENARIO_EACH - 1 ? scenarioOf(number) : undefined
  if (scenario) {
    await scenario(run, first)
    await settle(run, transport)
    return stage.note(run, number)
  }
  planFault(run)
  // The same for both, so that two desks take the same cheque.
  const mode = random.pick(['cash', 'upi', 'cheque', 'cheque'] as const)
  const reference = `REF${String(number).padStart(6, '0')}`
  const referenceOfRenewal = `REF${number + 500_000}`
  const firstPaymentId = await buyAtDesk(run, first, { mode, reference })
  for (const purchase of purchases.slice(1))
    await buyAtDesk(run, purchase, { mode, reference: purchase === renewal ? referenceOfRenewal : reference })
  if (renewal && firstPaymentId !== null) await decide(run, firstPaymentId, ['void', 'void'])
  run.clearFaults()
  await settle(run, transport)
  await stage.note(run, number)
}

/** Another membership of the same account and plan, which begins when the first one ends. */
function renewalOf(run: Run, first: Purchase): Purchase {
  first.isSignedIn = true
  return { ...newPurchase(run, run.random, 'membership', false), plan: first.plan, isSignedIn: true }
}

function planFault({ plannedFaults, random }: Run): void {
  const skip = random.below(STEPS_MAX)
  if (random.happens(0.6)) plannedFaults.push({ kind: 'desk: crash', fits: () => true, skip, fault: { do: 'crash' } })
  else if (random.happens(0.5))
    plannedFaults.push({
      ...{ kind: 'database: connection reset', skip, fault: { do: 'reset' } },
      fits: ({ edge }) => edge === 'statement',
    })
}

type Paper = { mode: DeskMode; reference: string }

/** Returns the id of the payment, if one is known. */
async function buyAtDesk(run: Run, purchase: Purchase, { mode, reference }: Paper): Promise<number | null> {
  const { random } = run
  const form = { purchase, mode, reference, key: `desk-${purchase.person.email.replaceAll(/\W/g, '-')}` }
  const isDoubled = random.happens(0.3)
  if (isDoubled) {
    const nodes = [await run.node(), await run.secondNode()]
    for (const node of nodes) node.addJitter(random)
    await Promise.all(nodes.map((node, index) => takeAtDesk(run, node, { ...form, key: `${form.key}-${index}` })))
    run.countFault('desk: two desks at once')
  }
  if (random.happens(0.3)) await pay(run, purchase)
  const answer = isDoubled ? null : await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  const paymentId = (answer?.data.id as number | undefined) ?? (await lastDeskPayment(run, purchase))
  if (random.happens(0.7)) await confirm(run, purchase)
  if (paymentId === null) return null
  if (mode === 'cheque') await decide(run, paymentId, random.shuffled(['clear', 'bounce', 'clear'] as const))
  if (random.happens(0.4)) await decide(run, paymentId, ['void', 'void'])
  return paymentId
}

/** Sends the decisions one after the other with retries, or both at once on two nodes. */
async function decide(run: Run, paymentId: number, decisions: readonly DeskDecision[]): Promise<void> {
  const [first = 'clear', second = 'clear'] = decisions
  if (run.random.happens(0.5)) {
    await retryUntilAnswered(run, (proc) => decideAtDesk(run, proc, paymentId, first))
    return
  }
  const [one, other] = [await run.node(), await run.secondNode()]
  for (const node of [one, other]) node.addJitter(run.random)
  await Promise.all([decideAtDesk(run, one, paymentId, first), decideAtDesk(run, other, paymentId, second)])
  run.countFault('desk: two decisions at once')
}

const SCENARIOS: ((run: Run, purchase: Purchase) => Promise<void>)[] = [
  (run, purchase) => takeAndLeave(run, purchase, true),
  (run, purchase) => takeAndLeave(run, purchase, false),
  takeOneChequeTwice,
  decideTwice,
]

const scenarioOf = (number: number) => SCENARIOS[Math.floor(number / SCENARIO_EACH) % SCENARIOS.length]

/** A cheque that pays one thing is taken once more for another. */
async function takeOneChequeTwice(run: Run, first: Purchase): Promise<void> {
  const other = newPurchase(run, run.random, 'donation', false)
  await order(run, other)
  for (const [index, purchase] of [first, other].entries()) {
    const form = { purchase, mode: 'cheque' as const, reference: 'REF000888', key: `desk-cheque-${index}` }
    await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  }
  run.countFault('desk: one cheque for two things')
}

/** A cheque is cleared and bounces, in either order. */
async function decideTwice(run: Run, purchase: Purchase): Promise<void> {
  const form = { purchase, mode: 'cheque' as const, reference: 'REF000999', key: 'desk-cheque' }
  const taken = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  const id = taken?.data.id as number | undefined
  if (id === undefined) return
  for (const decision of run.random.shuffled(['clear', 'bounce'] as const))
    await retryUntilAnswered(run, (proc) => decideAtDesk(run, proc, id, decision))
  run.countFault('desk: two decisions, one after the other')
}

/**
 * An admin takes cash, and another one deletes their account: when the cash is there or, `isMeanwhile`, while it is written down and not
 * committed yet. In half of the runs the cash is handed over at last, and the account may go.
 */
async function takeAndLeave(run: Run, purchase: Purchase, isMeanwhile: boolean): Promise<void> {
  const cashier = await run.world.addAdmin()
  const form = { purchase, mode: 'cash' as const, reference: '', key: 'desk-of-cashier', token: cashier.token }
  const other = await run.secondNode()
  const leaving: { done?: Promise<unknown> } = {}
  if (isMeanwhile)
    run.plannedFaults.push({
      ...{ kind: 'desk: admin deleted while taking cash', skip: 0 },
      // After the payment is written, and before it is committed.
      fits: ({ edge, moment, what }) =>
        edge === 'statement' && moment === 'before' && what.startsWith('insert into "audit"'),
      fault: {
        do: 'meanwhile',
        async work() {
          leaving.done = deleteAdmin(run, other, cashier.id)
          await untilDoneOrBlocked(run.world.db, leaving.done)
        },
      },
    })
  await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  await leaving.done
  run.countFault('desk: admin with cash to be deleted')
  await deleteAdmin(run, other, cashier.id)
  if (run.random.happens(0.5)) return
  await handOver(run, other, paiseOf(purchase), cashier.token)
  const { status, text } = await deleteAdmin(run, other, cashier.id)
  if (status === 409) run.wrong.push({ invariant: 'no refusal', what: `${status} ${text}` })
}

async function lastDeskPayment({ world }: Run, { subject }: Purchase): Promise<number | null> {
  if (!subject) return null
  const row = await world.db
    .selectFrom('payments')
    .select('id')
    .where('key_id', '=', 'desk')
    .where('purpose', '=', subject.purpose)
    .where('subject_id', '=', subject.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
