import type { Chance } from '../random.ts'
import {
  confirm,
  fileComplaint,
  findPayment,
  join,
  openFee,
  type Place,
  readComplaint,
  refund,
  type Subject,
} from './errands.ts'
import { aDocument, aPerson } from './papers.ts'

type Paid = Subject & { paymentId: string }

/** Tells one of the stories that move money, from its beginning to wherever it gets. */
export async function visit(place: Place, chance: Chance): Promise<void> {
  const paid = chance.happens(0.5) ? await payFee(place, chance) : await joinAndPay(place, chance)
  if (!paid || !chance.happens(0.15)) return
  const id = await findPayment(place, chance, paid, paid.paymentId)
  if (id) await refund(place, chance, id, paid.paymentId)
}

async function payFee(place: Place, chance: Chance): Promise<Paid | null> {
  const person = aPerson(chance)
  const complaintId = await fileComplaint(place, chance, person, chance.happens(0.4) ? aDocument(chance) : null)
  if (complaintId === null) return null
  const orderId = await openFee(place, chance, complaintId, person)
  return orderId ? pay(place, chance, { purpose: 'complaint', subjectId: complaintId }, orderId) : null
}

async function joinAndPay(place: Place, chance: Chance): Promise<Paid | null> {
  const joined = await join(place, chance, chance.pick(place.offers), aPerson(chance))
  if (!joined) return null
  return pay(place, chance, { purpose: 'membership', subjectId: joined.membershipId }, joined.orderId)
}

/** What happens in a checkout, and what the browser tells of it afterwards, if it tells anything. */
async function pay(place: Place, chance: Chance, subject: Subject, orderId: string): Promise<Paid | null> {
  const { provider } = place
  const luck = chance.below(100)
  if (luck < 4) return null // The checkout was closed.
  if (luck < 12) await provider.pay(orderId, 'failed') // And tried again.
  const outcome = luck < 24 ? 'authorized' : luck < 30 ? 'silent' : 'captured'
  const checkout = await provider.pay(orderId, outcome)
  if (outcome === 'silent') await provider.authorizeLate(checkout.razorpay_payment_id)
  if (luck > 95) await provider.pay(orderId, 'captured', { even_if_paid: true })
  // The tab was closed: only the webhook and the reconciler can tell.
  if (luck > 85 || !(await confirm(place, chance, subject, checkout))) return null
  if (subject.purpose === 'complaint') await readBack(place, chance, subject.subjectId)
  return { ...subject, paymentId: checkout.razorpay_payment_id }
}

/** I13: what was confirmed is there for the very next reader, on whichever node. */
async function readBack(place: Place, chance: Chance, complaintId: number): Promise<void> {
  const state = (await readComplaint(place, chance, complaintId))?.payment_status
  if (state === undefined || state === 'paid' || state === 'refunded') return
  place.seen.wrong.push(`complaint ${complaintId} was confirmed, and then read as '${state}'`)
}
