import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { seededRandom } from '../random.ts'
import { closeBooks, correctName } from '../simulation/book-client.ts'
import { plainTime } from '../simulation/builders.ts'
import { refund, retryUntilAnswered, settleOtherwise, verify } from '../simulation/client.ts'
import { decideAtDesk, takeAtDesk } from '../simulation/desk-client.ts'
import type { Point } from '../simulation/fault-plan.ts'
import { confirm, file, newPurchase, order, type Purchase, pay } from '../simulation/purchase.ts'
import { type Answer, beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport, deliver, type WebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { untilDoneOrBlocked } from '../simulation/world-database.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS_MAX = 30
const YEAR = 2026
/** 21:30 in India, on the last day of that financial year. */
const ITS_LAST_EVENING = '2027-03-31T16:00:00Z'
const TO_THE_NEXT_DAY_SECONDS = 3 * 3_600
const AN_HOUR_SECONDS = 3_600
/** The answer about a payment that no node has heard of. */
const NOT_KNOWN: Answer = { status: null, text: '', data: {} }

/**
 * Stage Y: the books of a financial year are closed while a payment of it is being recorded, its cheques clear and its money goes back or is
 * settled otherwise; and
 * receipts are corrected by two admins at once. In half of the runs the program crashes at a step drawn by chance.
 */
export async function years(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('Y')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

type Play = (run: Run, purchases: [Purchase, Purchase], transport: WebhookTransport) => Promise<void>

const SCENARIOS: [name: string, play: Play][] = [
  ['year: closed while a payment is recorded', closedMeanwhile],
  ['year: late news and closing at once', closedAtOnce],
  ['year: cheque clears while it is closed', chequeAtTheTurn],
  ['year: money goes back after it was closed', returnedAfterwards],
  ['receipt: corrected by two at once', correctedByTwo],
  ['year: unmatched money is kept or returned after it was closed', settledAfterwards],
]

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'Y', number)
  const scenario = SCENARIOS[number % SCENARIOS.length]
  const run = await beginRun(world, random, scenario?.[1] === correctedByTwo ? plainTime() : new Date(ITS_LAST_EVENING))
  const transport = createWebhookTransport(run)
  const purpose = PURPOSES[Math.floor(number / SCENARIOS.length) % PURPOSES.length] ?? 'complaint'
  const purchases: [Purchase, Purchase] = [
    newPurchase(run, random, purpose, false),
    newPurchase(run, random, random.pick(PURPOSES), false),
  ]
  for (const purchase of purchases) {
    await file(run, purchase)
    await order(run, purchase)
  }
  await scenario?.[1](run, purchases, transport)
  if (scenario) run.countFault(scenario[0])
  await settle(run, transport)
  await stage.note(run, number)
}

/**
 * One payment is in the journal and not committed yet when another one is recorded and the books are closed: closing waits for the first,
 * whose number in the journal is the lower one.
 */
async function closedMeanwhile(run: Run, [first, other]: [Purchase, Purchase]): Promise<void> {
  await somethingPaid(run)
  await pay(run, first)
  await pay(run, other)
  await untilTheNextDay(run)
  const second = await run.secondNode()
  const closing: { done?: Promise<unknown> } = {}
  run.plannedFaults.push({
    ...{ kind: 'year: other payment and closing meanwhile', fits: afterTheJournal(), skip: 0 },
    fault: {
      do: 'meanwhile',
      async work() {
        await confirmOn(run, other, second)
        closing.done = closeBooks(run, second, YEAR)
        await untilDoneOrBlocked(run.world.db, closing.done)
      },
    },
  })
  await confirm(run, first)
  await closing.done
  await close(run)
  await sendBack(run, run.random.pick([first, other]))
}

/** The first statement after the one that writes to the journal: its transaction holds no lock of the receipts' numbers yet. */
function afterTheJournal(): (point: Point) => boolean {
  let isWritten = false
  return ({ edge, moment, what }) => {
    if (edge !== 'statement') return false
    if (moment === 'after') isWritten ||= what.includes('insert into "payment_journal"')
    return moment === 'before' && isWritten
  }
}

async function closedAtOnce(
  run: Run,
  [first, other]: [Purchase, Purchase],
  transport: WebhookTransport,
): Promise<void> {
  await somethingPaid(run)
  await pay(run, first, run.random.happens(0.7) ? 'captured' : 'authorized')
  await pay(run, other)
  const webhooks = await transport.collect()
  const unheard = newPurchase(run, run.random, 'donation', false)
  await order(run, unheard)
  await pay(run, unheard)
  await untilTheNextDay(run)
  planCrash(run)
  const [one, second] = [await run.node(), await run.secondNode()]
  for (const node of [one, second]) node.addJitter(run.random)
  await Promise.all([
    confirmOn(run, first, one),
    closeBooks(run, second, YEAR),
    ...webhooks.map((webhook) => deliver(run, second, webhook).then(() => second.work())),
  ])
  await close(run)
  await confirm(run, first)
  await confirm(run, other)
  await confirm(run, unheard)
}

async function chequeAtTheTurn(run: Run, [first, other]: [Purchase, Purchase]): Promise<void> {
  await somethingPaid(run)
  const form = { purchase: first, mode: 'cheque' as const, reference: 'REF000777', key: 'desk-of-year' }
  const taken = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  const cash = { ...form, purchase: other, mode: 'cash' as const, reference: '', key: 'cash-of-year' }
  const inCash = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, cash))
  await untilTheNextDay(run)
  planCrash(run)
  const cheque = taken?.data.id as number | undefined
  const [one, second] = [await run.node(), await run.secondNode()]
  for (const node of [one, second]) node.addJitter(run.random)
  await Promise.all([
    cheque === undefined ? null : decideAtDesk(run, one, cheque, run.random.happens(0.8) ? 'clear' : 'bounce'),
    closeBooks(run, second, YEAR),
  ])
  await close(run)
  const paid = inCash?.data.id as number | undefined
  if (paid !== undefined) await retryUntilAnswered(run, (proc) => decideAtDesk(run, proc, paid, 'void'))
}

async function returnedAfterwards(run: Run, [first, other]: [Purchase, Purchase]): Promise<void> {
  for (const purchase of [first, other]) {
    await pay(run, purchase)
    await confirm(run, purchase)
  }
  await untilTheNextDay(run)
  if (run.random.happens(0.5)) await sendBack(run, other)
  await close(run)
  planCrash(run)
  await sendBack(run, first)
}

/** One order is paid twice and another with a strange amount; in half of the runs what was returned is also refunded at the provider's page. */
async function settledAfterwards(run: Run, [first, other]: [Purchase, Purchase]): Promise<void> {
  await pay(run, first)
  await confirm(run, first)
  const { provider } = run.world
  const surplus = await provider.pay(first.orderId ?? '', 'captured', { even_if_paid: true })
  const strange = await provider.pay(other.orderId ?? '', 'captured', { amount: 12_300 })
  await run.world.pass(AN_HOUR_SECONDS)
  await (await run.node()).reconcile()
  await untilTheNextDay(run)
  await close(run)
  planCrash(run)
  for (const [{ razorpay_payment_id: id }, as] of [
    [surplus, 'returned'],
    [strange, 'kept'],
  ] as const)
    await retryUntilAnswered(run, async (proc) => (await settleOtherwise(run, proc, id, as)) ?? NOT_KNOWN)
  if (run.random.happens(0.5)) await provider.refund(surplus.razorpay_payment_id)
}

/** Two admins have read the same version; then the corrected one is corrected again, while its money goes back in half of the runs. */
async function correctedByTwo(run: Run, [purchase]: [Purchase, Purchase]): Promise<void> {
  await pay(run, purchase)
  await confirm(run, purchase)
  const { name } = purchase.person
  planCrash(run)
  const nodes = [await run.node(), await run.secondNode()]
  for (const node of nodes) node.addJitter(run.random)
  await Promise.all(
    nodes.map((node, index) => correctName(run, node, purchase, { name: `${name} ${'AB'[index]}`, version: 1 })),
  )
  run.clearFaults()
  planCrash(run)
  const again = async () => correctName(run, await run.node(), purchase, { name: `${name} C`, version: 2 })
  await Promise.all([again(), run.random.happens(0.5) ? sendBackOn(run, purchase, await run.secondNode()) : null])
}

/** A payment that is known on the evening, so that there are books to close. */
async function somethingPaid(run: Run): Promise<void> {
  const purchase = newPurchase(run, run.random, 'donation', false)
  await order(run, purchase)
  await pay(run, purchase)
  await confirm(run, purchase)
}

const untilTheNextDay = ({ world }: Run) => world.pass(TO_THE_NEXT_DAY_SECONDS)

/** Closes the books, unless they are closed already. */
async function close(run: Run): Promise<void> {
  await retryUntilAnswered(run, (proc) => closeBooks(run, proc, YEAR))
}

async function sendBack(run: Run, purchase: Purchase): Promise<void> {
  await run.world.pass(AN_HOUR_SECONDS)
  await sendBackOn(run, purchase, await run.node())
}

async function sendBackOn(run: Run, { checkout }: Purchase, node: Awaited<ReturnType<Run['node']>>): Promise<void> {
  if (checkout) await refund(run, node, checkout.razorpay_payment_id)
}

async function confirmOn(run: Run, purchase: Purchase, node: Awaited<ReturnType<Run['node']>>): Promise<void> {
  const { subject, checkout } = purchase
  if (subject && checkout) await verify(run, node, subject, checkout)
}

function planCrash({ plannedFaults, random }: Run): void {
  const skip = random.below(STEPS_MAX)
  if (random.happens(0.5)) plannedFaults.push({ kind: 'year: crash', fits: () => true, skip, fault: { do: 'crash' } })
}
