import { setTimeout as pause } from 'node:timers/promises'
import { PURPOSES, type Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Random } from '../random.ts'
import {
  type Context,
  confirm,
  donate,
  fileComplaint,
  findPayment,
  join,
  openFee,
  readComplaint,
  refund,
  type Subject,
} from './actions.ts'
import { aDocument, aPerson } from './builders.ts'

const THINKING_MS_MAX = 1_000

/** Runs so many visitors at a time, who pay for these purposes, until `close` is called; `close` resolves when the last visit has ended. */
export function startVisitors(
  context: Context,
  visitors: number,
  randomOfVisitor: (visitor: number) => Random,
  purposes: readonly Purpose[] = PURPOSES,
): { close: () => Promise<void> } {
  let isOpen = true
  const all = Array.from({ length: visitors }, async (_, visitor) => {
    const own = randomOfVisitor(visitor)
    while (isOpen) {
      await pause(own.below(THINKING_MS_MAX))
      await visit(context, own, purposes)
    }
  })
  return {
    async close() {
      isOpen = false
      await Promise.all(all)
    },
  }
}

type Paid = Subject & { paymentId: string }

/** Runs one visit that involves money, as far as it gets. */
async function visit(context: Context, random: Random, purposes: readonly Purpose[]): Promise<void> {
  const paid = await VISITS[random.pick(purposes)](context, random)
  if (!paid || !random.happens(0.15)) return
  const id = await findPayment(context, random, paid, paid.paymentId)
  if (id) await refund(context, random, id, paid.paymentId)
}

const VISITS: Record<Purpose, (context: Context, random: Random) => Promise<Paid | null>> = {
  complaint: payFee,
  membership: joinAndPay,
  donation: give,
}

async function payFee(context: Context, random: Random): Promise<Paid | null> {
  const person = aPerson(random)
  const complaintId = await fileComplaint(context, random, person, random.happens(0.4) ? aDocument(random) : null)
  if (complaintId === null) return null
  const orderId = await openFee(context, random, complaintId, person)
  return orderId ? pay(context, random, { purpose: 'complaint', subjectId: complaintId }, orderId) : null
}

async function joinAndPay(context: Context, random: Random): Promise<Paid | null> {
  const joined = await join(context, random, random.pick(context.offers), aPerson(random))
  if (!joined) return null
  return pay(context, random, { purpose: 'membership', subjectId: joined.membershipId }, joined.orderId)
}

async function give(context: Context, random: Random): Promise<Paid | null> {
  const given = await donate(context, random, 1_000 + 50 * random.below(20_000), aPerson(random))
  return given && pay(context, random, { purpose: 'donation', subjectId: given.donationId }, given.orderId)
}

/** Pays in the checkout, and sometimes reports the result as the browser would. */
async function pay(context: Context, random: Random, subject: Subject, orderId: string): Promise<Paid | null> {
  const { provider } = context
  const luck = random.below(100)
  if (luck < 4) return null // The checkout was closed.
  if (luck < 12) await provider.pay(orderId, 'failed') // And tried again.
  const outcome = luck < 24 ? 'authorized' : luck < 30 ? 'silent' : 'captured'
  const checkout = await provider.pay(orderId, outcome)
  if (outcome === 'silent') await provider.authorizeLate(checkout.razorpay_payment_id)
  if (luck > 95) await provider.pay(orderId, 'captured', { even_if_paid: true })
  // The tab was closed: only the webhook and the reconciler report this payment.
  if (luck > 85 || !(await confirm(context, random, subject, checkout))) return null
  await READ_BACK[subject.purpose](context, random, subject.subjectId)
  return { ...subject, paymentId: checkout.razorpay_payment_id }
}

/** I13: a confirmed payment is visible at once on every node. Nobody can read a visitor's membership or donation. */
const READ_BACK: Record<Purpose, (context: Context, random: Random, subjectId: number) => Promise<void>> = {
  complaint: readComplaintBack,
  membership: async () => {},
  donation: async () => {},
}

async function readComplaintBack(context: Context, random: Random, complaintId: number): Promise<void> {
  const state = (await readComplaint(context, random, complaintId))?.payment_status
  if (state === undefined || state === 'paid' || state === 'refunded') return
  context.record.wrong.push(`complaint ${complaintId} was confirmed, and then read as '${state}'`)
}
