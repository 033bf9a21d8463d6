import { setTimeout as pause } from 'node:timers/promises'
import { complaintCalls } from '@petsetu/contract/complaints.ts'
import { membershipCalls } from '@petsetu/contract/memberships.ts'
import { paymentCalls } from '@petsetu/contract/payments.ts'
import { sql } from 'kysely'
import type { Chance } from '../random.ts'
import { ask, send } from './ask.ts'
import {
  confirm,
  feeOf,
  fileComplaint,
  findPayment,
  join,
  openFee,
  readComplaint,
  refund,
  registrationFor,
} from './errands.ts'
import { aPerson } from './papers.ts'
import type { ServerNode } from './server-node.ts'
import { offerAt, type Town } from './town.ts'

/** A way to the provider that fails: everything on it, or what is struck. */
export type BrokenWay = {
  kind: string
  node: ServerNode
  /** Lets it fail for what is known by this name: an id, the beginning of a receipt, or an amount. */
  strike: (about: string) => { struck: () => number; stop: () => void }
}

/** What the node behind the broken way answered, null for nothing in time; and whether the provider was asked at all. */
export type Asked = { status: number | null; wasStruck: boolean }

/** Prepares something on the sound nodes, asks for it over the broken way, and then brings it to its end over a sound one. */
export type Flow = (town: Town, way: BrokenWay, chance: Chance) => Promise<Asked>

export const FLOWS = { initiate, register, verify, refund: sendBack, check, reconcile } satisfies Record<string, Flow>

/** A node leaves a provider alone that has not answered lately: it is asked again until it has asked the provider. */
async function struckBy(way: BrokenWay, about: string, work: () => Promise<{ status: number } | null>): Promise<Asked> {
  const strike = way.strike(about)
  try {
    const giveUpAt = Date.now() + PATIENCE_MS
    let answer = await work()
    while (strike.struck() === 0 && answer?.status === 503 && Date.now() < giveUpAt) {
      await pause(LOOK_MS)
      answer = await work()
    }
    return { status: answer?.status ?? null, wasStruck: strike.struck() > 0 }
  } finally {
    strike.stop()
  }
}

async function initiate({ place }: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const person = aPerson(chance)
  const complaintId = needed(await fileComplaint(place, chance, person))
  const asked = await struckBy(way, `complaint-${complaintId}`, () =>
    send(way.node.url, complaintCalls.initiatePayment, feeOf(complaintId, person)),
  )
  const orderId = needed(await openFee(place, chance, complaintId, person))
  const checkout = await place.provider.pay(orderId, 'captured')
  needed(await confirm(place, chance, { purpose: 'complaint', subjectId: complaintId }, checkout))
  return asked
}

async function register({ place }: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const person = aPerson(chance)
  const offer = await offerAt(place, chance)
  const asked = await struckBy(way, String(offer.pricePaise), () =>
    send(way.node.url, membershipCalls.register, registrationFor(offer, person)),
  )
  const { membershipId, orderId } = needed(await join(place, chance, offer, person))
  const checkout = await place.provider.pay(orderId, 'captured')
  needed(await confirm(place, chance, { purpose: 'membership', subjectId: membershipId }, checkout))
  return asked
}

async function anOrder({ place }: Town, chance: Chance) {
  const person = aPerson(chance)
  const subjectId = needed(await fileComplaint(place, chance, person))
  return { purpose: 'complaint', subjectId, orderId: needed(await openFee(place, chance, subjectId, person)) } as const
}

async function verify(town: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const { orderId, ...subject } = await anOrder(town, chance)
  const checkout = await town.place.provider.pay(orderId, chance.pick(['captured', 'authorized']))
  const body = { ...checkout, complaint_id: subject.subjectId }
  const asked = await struckBy(way, checkout.razorpay_payment_id, () =>
    send(way.node.url, complaintCalls.verifyPayment, { body }),
  )
  needed(await confirm(town.place, chance, subject, checkout))
  return asked
}

async function sendBack(town: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const { place } = town
  const { orderId, ...subject } = await anOrder(town, chance)
  const checkout = await place.provider.pay(orderId, 'captured')
  needed(await confirm(place, chance, subject, checkout))
  const paymentId = checkout.razorpay_payment_id
  const id = needed(await findPayment(place, chance, subject, paymentId))
  const asked = await struckBy(way, paymentId, () =>
    send(way.node.url, paymentCalls.refund, { params: { id: String(id) } }, { token: place.adminToken }),
  )
  await refund(place, chance, id, paymentId)
  return asked
}

/** The desk's 'check with the provider': the same path as the reconciler's, on the node that is wanted. */
async function check(town: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const { place } = town
  const { orderId, subjectId } = await anOrder(town, chance)
  await place.provider.pay(orderId, chance.pick(['captured', 'authorized']))
  const input = { params: { id: String(subjectId) } }
  const asked = await struckBy(way, orderId, () =>
    send(way.node.url, complaintCalls.checkPayment, input, { token: place.adminToken }),
  )
  needed(await ask(place, chance, complaintCalls.checkPayment, input, { token: place.adminToken }))
  return asked
}

/** Stands for the answer where the reconciler alone was at work. */
export const NOBODY_ASKED = 0

/** The reconciler itself meets the fault: that of a node which does nothing else. */
async function reconcile(town: Town, way: BrokenWay, chance: Chance): Promise<Asked> {
  const { orderId, subjectId } = await anOrder(town, chance)
  await town.place.provider.pay(orderId, chance.pick(['captured', 'authorized']))
  const strike = way.strike(orderId)
  await untilTrue(town, subjectId, async () => strike.struck() > 0).finally(strike.stop)
  const isPaid = async () => (await readComplaint(town.place, chance, subjectId))?.payment_status === 'paid'
  await untilTrue(town, subjectId, isPaid)
  return { status: NOBODY_ASKED, wasStruck: true }
}

// The reconciler ends its turn at whoever does not answer, and rests after five: each of the others that are struck may cost it ten seconds.
const PATIENCE_MS = 120_000
const LOOK_MS = 250

/** Lets the reconciler find the order due until something is so. */
async function untilTrue({ db }: Town, complaintId: number, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; !(await isSo()); await pause(LOOK_MS)) {
    if (Date.now() > giveUpAt) throw new Error(`complaint ${complaintId} did not come to its end`)
    await db
      .updateTable('payment_orders')
      .set({ next_check_at: sql`now()` })
      .where('purpose', '=', 'complaint')
      .where('subject_id', '=', complaintId)
      .where('next_check_at', 'is not', null)
      .execute()
  }
}

/** What the sound nodes must be able to do once the fault is over. */
function needed<T>(value: T | null | false): T {
  if (value === null || value === false) throw new Error('What was begun could not be brought to its end')
  return value
}
