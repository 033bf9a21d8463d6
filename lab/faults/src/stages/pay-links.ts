import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { eraseRecords } from '../../../../server/src/people/privacy/erasing/erase-person.ts'
import { identityOf } from '../../../../server/src/people/privacy/records-of.ts'
import { inTransaction } from '../../../../server/src/platform/db/transaction.ts'
import { brokenUnpaidMails } from '../invariants/mails.ts'
import { seededRandom } from '../random.ts'
import { plainTime } from '../simulation/builders.ts'
import { retryUntilAnswered, verify } from '../simulation/client.ts'
import { takeAtDesk } from '../simulation/desk-client.ts'
import {
  type Link,
  linkTo,
  mailedToken,
  orderByLink,
  pageOfLink,
  payUnpaid,
  readUnpaid,
  revoke,
  verifyByLink,
} from '../simulation/link-client.ts'
import { file, newPurchase, order, type Purchase } from '../simulation/purchase.ts'
import { beginRun, type Run } from '../simulation/run.ts'
import { settle } from '../simulation/settle.ts'
import { createWebhookTransport } from '../simulation/webhook-transport.ts'
import type { World } from '../simulation/world.ts'
import { type StageLog, startStage } from './stage-log.ts'
import { numbersOf, type StageOptions } from './stage-options.ts'

const STEPS_MAX = 30
const UNPAID_SECONDS = 660
const MINUTE_SECONDS = 60

type Bought = { purchase: Purchase; link: Link }

/**
 * Stage L: links that pay. Two people open one at once and both pay; it is revoked while somebody pays; its subject is paid at the desk
 * meanwhile; its person is erased; or it stands in the mail about a complaint that was left unpaid. In half of the runs the program
 * crashes at a step drawn by chance.
 */
export async function payLinks(world: World, seed: number, options: StageOptions): Promise<StageLog> {
  const stage = startStage('L')
  for (const number of numbersOf(options)) await runOnce(world, seed, number, stage)
  return stage
}

const SCENARIOS: [name: string, play: (run: Run, bought: Bought) => Promise<void>][] = [
  ['link: opened by two people', openedByTwo],
  ['link: revoked while paying', revokedWhilePaying],
  ['link: paid at the desk meanwhile', paidAtDesk],
  ['link: its person erased', personErased],
  ['link: mailed for an unpaid complaint', mailedForUnpaid],
]

async function runOnce(world: World, seed: number, number: number, stage: StageLog): Promise<void> {
  const random = seededRandom(seed, 'L', number)
  const run = await beginRun(world, random, plainTime())
  const transport = createWebhookTransport(run)
  const scenario = SCENARIOS[number % SCENARIOS.length]
  const turn = PURPOSES[Math.floor(number / SCENARIOS.length) % PURPOSES.length] ?? 'complaint'
  // Only a complaint is filed before its order is opened.
  const purpose = scenario?.[1] === mailedForUnpaid ? 'complaint' : turn
  const purchase = { ...newPurchase(run, random, purpose, false), isSignedIn: false }
  await file(run, purchase)
  if (purpose !== 'complaint') await order(run, purchase)
  const link = await linkTo(run, purchase)
  if (link && scenario) {
    planCrash(run)
    await scenario[1](run, { purchase, link })
    run.countFault(scenario[0])
  }
  await settle(run, transport)
  if (link) await checkPage(run, link)
  await stage.note(run, number)
}

function planCrash({ plannedFaults, random }: Run): void {
  const skip = random.below(STEPS_MAX)
  if (random.happens(0.5)) plannedFaults.push({ kind: 'link: crash', fits: () => true, skip, fault: { do: 'crash' } })
}

/** Both get one order, pay it at the same moment, and report it to different nodes. */
async function openedByTwo(run: Run, { link }: Bought): Promise<void> {
  const nodes = [await run.node(), await run.secondNode()]
  for (const node of nodes) node.addJitter(run.random)
  const answers = await Promise.all(nodes.map((node) => orderByLink(run, node, link)))
  const orders = new Set(answers.flatMap(({ data }) => (data.order_id as string | undefined) ?? []))
  if (orders.size > 1) wrong(run, `two people got the orders ${[...orders].join(' and ')}`)
  const [orderId = null] = orders
  if (orderId === null) return
  const one = await run.world.provider.pay(orderId, 'captured')
  const other = run.random.happens(0.5)
    ? await run.world.provider.pay(orderId, 'captured', { even_if_paid: true })
    : null
  const alive = [await run.node(), await run.secondNode()]
  await Promise.all(
    [one, ...(other ? [other] : [])].map((checkout, index) => {
      const node = alive[index]
      return node && verifyByLink(run, node, link, checkout)
    }),
  )
}

/** The money counts, because it was due; nobody else can begin to pay. */
async function revokedWhilePaying(run: Run, { link }: Bought): Promise<void> {
  const opened = await retryUntilAnswered(run, (proc) => orderByLink(run, proc, link))
  const orderId = opened?.data.order_id as string | undefined
  if (orderId === undefined) return
  const checkout = await run.world.provider.pay(orderId, run.random.happens(0.5) ? 'captured' : 'authorized')
  const [one, other] = [await run.node(), await run.secondNode()]
  for (const node of [one, other]) node.addJitter(run.random)
  await Promise.all([verifyByLink(run, one, link, checkout), revoke(run, other, link)])
  const verified = await retryUntilAnswered(run, (proc) => verifyByLink(run, proc, link, checkout))
  if (!verified) wrong(run, 'what was paid by a revoked link was not confirmed')
  await rejectsOrder(run, link, 'a revoked link')
}

async function paidAtDesk(run: Run, { purchase, link }: Bought): Promise<void> {
  const opened = await retryUntilAnswered(run, (proc) => orderByLink(run, proc, link))
  const form = { purchase, mode: 'cash' as const, reference: '', key: `desk-of-link-${link.id}` }
  const taken = await retryUntilAnswered(run, (proc) => takeAtDesk(run, proc, form))
  if (!taken) return
  await rejectsOrder(run, link, 'a link to what was paid at the desk')
  // The window was open before the desk took the money.
  const orderId = opened?.data.order_id as string | undefined
  if (orderId !== undefined && run.random.happens(0.5)) await run.world.provider.pay(orderId, 'captured')
}

async function personErased(run: Run, { purchase, link }: Bought): Promise<void> {
  const opened = await retryUntilAnswered(run, (proc) => orderByLink(run, proc, link))
  const { db, provider } = run.world
  await inTransaction(db, async (transaction) =>
    eraseRecords(transaction, await identityOf(transaction, { email: purchase.person.email })),
  )
  // The records that clients were told of are no longer there.
  run.history.length = 0
  const { status } = await pageOfLink(run, await run.secondNode(), link)
  if (status !== 404) wrong(run, `the link of an erased person answered ${status}`)
  const answer = await orderByLink(run, await run.secondNode(), link)
  if (answer.status !== 404) wrong(run, `the link of an erased person opened an order: ${answer.status} ${answer.text}`)
  const orderId = opened?.data.order_id as string | undefined
  if (orderId !== undefined && run.random.happens(0.5)) await provider.pay(orderId, 'captured')
}

/** The tab was closed. The link in the mail is what is left; both nodes do the work of the minute at once. */
async function mailedForUnpaid(run: Run, { purchase: { feePaise }, link: { subject } }: Bought): Promise<void> {
  const bothMail = async () => {
    const nodes = [await run.node(), await run.secondNode()]
    await Promise.all(nodes.map((node) => node.mailUnpaid()))
    run.wrong.push(...(await brokenUnpaidMails(run.world.db, run.world.now())))
  }
  await bothMail()
  for (const seconds of [UNPAID_SECONDS, MINUTE_SECONDS]) {
    await run.world.pass(seconds)
    await bothMail()
  }
  const token = await mailedToken(run, subject.id)
  if (token === null) return
  await retryUntilAnswered(run, (proc) => readUnpaid(run, proc, token))
  const opened = await retryUntilAnswered(run, (proc) => payUnpaid(run, proc, token, feePaise))
  const orderId = opened?.data.order_id as string | undefined
  if (orderId === undefined) return wrong(run, 'the link of the mail about an unpaid complaint opened no order')
  const checkout = await run.world.provider.pay(orderId, 'captured')
  await retryUntilAnswered(run, (proc) => verify(run, proc, subject, checkout))
  const again = await payUnpaid(run, await run.secondNode(), token, feePaise)
  if (again.status !== 409) wrong(run, `a complaint that is paid opened an order: ${again.status} ${again.text}`)
}

/** On a node without faults, so that the refusal has no other reason. */
async function rejectsOrder(run: Run, link: Link, what: string): Promise<void> {
  const answer = await orderByLink(run, await run.secondNode(), link)
  if (answer.status !== 409) wrong(run, `${what} opened an order: ${answer.status} ${answer.text}`)
}

/** I41: what the page of a link says is what the provider and the desk know. */
async function checkPage(run: Run, link: Link): Promise<void> {
  const { db } = run.world
  const isApplied = await isPaid(run, link)
  const { status, kind } = await pageOfLink(run, await run.secondNode(), link)
  const isThere = await db.selectFrom('pay_links').select('id').where('id', '=', link.id).executeTakeFirst()
  if (!isThere) {
    if (status !== 404) wrong(run, `a link that is gone answered ${status}`)
    return
  }
  if (isApplied && kind !== 'paid') wrong(run, `its subject is paid, and the page of a link says ${kind}`)
  if (!isApplied && kind === 'paid') wrong(run, 'the page of a link says paid, and nothing was')
}

async function isPaid({ world }: Run, { subject }: Link): Promise<boolean> {
  const rows = await world.db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', subject.purpose)
    .where('subject_id', '=', subject.id)
    .where('disposition', '=', 'applied')
    .where('status', '=', 'captured')
    .execute()
  return rows.length > 0
}

function wrong(run: Run, what: string): void {
  run.wrong.push({ invariant: 'I41', what })
}
