import { setTimeout as pause } from 'node:timers/promises'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { sql } from 'kysely'
import { isDatabaseUnavailable } from '../../../../server/src/platform/db/database-errors.ts'
import type { Db } from '../../../../server/src/platform/db/pool.ts'
import type { Random } from '../random.ts'
import {
  confirm,
  donate,
  donationOf,
  feeOf,
  fileComplaint,
  findPayment,
  join,
  openFee,
  readComplaint,
  refund,
  registrationFor,
} from './actions.ts'
import { aPerson } from './builders.ts'
import { addOffer, type Fixture } from './fixture.ts'
import { send, sendUntilAnswered } from './send.ts'
import type { ServerNode } from './server-node.ts'

/** A node whose connection to the provider fails, always or for selected requests. */
export type BrokenRoute = {
  kind: string
  node: ServerNode
  /** Makes requests fail that contain this id, receipt prefix or amount. */
  injectFault: (about: string) => { hits: () => number; stop: () => void }
}

/** The node's status code, null if it did not answer in time; and whether the fault was reached. */
export type FaultResult = { status: number | null; wasFaulted: boolean }

/** Prepares data on the healthy nodes, makes one request over the broken route, and completes the flow on a healthy node. */
export type Flow = (fixture: Fixture, route: BrokenRoute, random: Random) => Promise<FaultResult>

/** The flow that opens an order, for each purpose. */
const ORDERS: Record<Purpose, Flow> = { complaint: initiate, membership: register, donation: give }

export const FLOWS = { ...ORDERS, verify, refund: sendBack, check, reconcile } satisfies Record<string, Flow>

/** Repeats the request while the node's circuit breaker is open, until the fault is reached. */
async function untilFaulted(
  route: BrokenRoute,
  about: string,
  work: () => Promise<{ status: number } | null>,
): Promise<FaultResult> {
  const fault = route.injectFault(about)
  try {
    const giveUpAt = Date.now() + TIMEOUT_MS
    let answer = await work()
    while (fault.hits() === 0 && answer?.status === 503 && Date.now() < giveUpAt) {
      await pause(POLL_MS)
      answer = await work()
    }
    return { status: answer?.status ?? null, wasFaulted: fault.hits() > 0 }
  } finally {
    fault.stop()
  }
}

async function initiate({ context }: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const person = aPerson(random)
  const complaintId = required(await fileComplaint(context, random, person))
  const asked = await untilFaulted(route, `complaint-${complaintId}`, () =>
    send(route.node.url, complaintCalls.initiatePayment, feeOf(complaintId, person)),
  )
  const orderId = required(await openFee(context, random, complaintId, person))
  const checkout = await context.provider.pay(orderId, 'captured')
  required(await confirm(context, random, { purpose: 'complaint', subjectId: complaintId }, checkout))
  return asked
}

async function register({ context }: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const person = aPerson(random)
  const offer = await addOffer(context, random)
  const asked = await untilFaulted(route, String(offer.pricePaise), () =>
    send(route.node.url, membershipCalls.register, registrationFor(offer, person)),
  )
  const { membershipId, orderId } = required(await join(context, random, offer, person))
  const checkout = await context.provider.pay(orderId, 'captured')
  required(await confirm(context, random, { purpose: 'membership', subjectId: membershipId }, checkout))
  return asked
}

async function give({ context }: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const person = aPerson(random)
  // An amount that no other request carries.
  const amountPaise = 10_000_000 + random.below(10_000_000)
  const asked = await untilFaulted(route, String(amountPaise), () =>
    send(route.node.url, donationCalls.donate, donationOf(amountPaise, person)),
  )
  const { donationId, orderId } = required(await donate(context, random, amountPaise, person))
  const checkout = await context.provider.pay(orderId, 'captured')
  required(await confirm(context, random, { purpose: 'donation', subjectId: donationId }, checkout))
  return asked
}

async function anOrder({ context }: Fixture, random: Random) {
  const person = aPerson(random)
  const subjectId = required(await fileComplaint(context, random, person))
  return {
    purpose: 'complaint',
    subjectId,
    orderId: required(await openFee(context, random, subjectId, person)),
  } as const
}

async function verify(fixture: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const { orderId, ...subject } = await anOrder(fixture, random)
  const checkout = await fixture.context.provider.pay(orderId, random.pick(['captured', 'authorized']))
  const body = { ...checkout, complaint_id: subject.subjectId }
  const asked = await untilFaulted(route, checkout.razorpay_payment_id, () =>
    send(route.node.url, complaintCalls.verifyPayment, { body }),
  )
  required(await confirm(fixture.context, random, subject, checkout))
  return asked
}

async function sendBack(fixture: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const { context } = fixture
  const { orderId, ...subject } = await anOrder(fixture, random)
  const checkout = await context.provider.pay(orderId, 'captured')
  required(await confirm(context, random, subject, checkout))
  const paymentId = checkout.razorpay_payment_id
  const id = required(await findPayment(context, random, subject, paymentId))
  const asked = await untilFaulted(route, paymentId, () =>
    send(route.node.url, paymentCalls.refund, { params: { id: String(id) } }, { token: context.adminToken }),
  )
  await refund(context, random, id, paymentId)
  return asked
}

/** The admin's 'check with the provider', which uses the reconciler's code on a chosen node. */
async function check(fixture: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const { context } = fixture
  const { orderId, subjectId } = await anOrder(fixture, random)
  await context.provider.pay(orderId, random.pick(['captured', 'authorized']))
  const input = { params: { id: String(subjectId) } }
  const asked = await untilFaulted(route, orderId, () =>
    send(route.node.url, complaintCalls.checkPayment, input, { token: context.adminToken }),
  )
  required(await sendUntilAnswered(context, random, complaintCalls.checkPayment, input, { token: context.adminToken }))
  return asked
}

/** Stands for the status when the reconciler did the work and no client asked. */
export const NO_ANSWER_EXPECTED = 0

/** Runs the fault in the reconciler of a node that serves no requests. */
async function reconcile(fixture: Fixture, route: BrokenRoute, random: Random): Promise<FaultResult> {
  const { orderId, subjectId } = await anOrder(fixture, random)
  await fixture.context.provider.pay(orderId, random.pick(['captured', 'authorized']))
  const fault = route.injectFault(orderId)
  await untilTrue(fixture, subjectId, async () => fault.hits() > 0).finally(fault.stop)
  const isPaid = async () => (await readComplaint(fixture.context, random, subjectId))?.payment_status === 'paid'
  await untilTrue(fixture, subjectId, isPaid)
  return { status: NO_ANSWER_EXPECTED, wasFaulted: true }
}

// The reconciler stops its round at a request that times out, so each pending fault may delay this one by ten seconds.
const TIMEOUT_MS = 120_000
const POLL_MS = 250

/** Keeps the order due for reconciliation until the condition is true. */
async function untilTrue({ db }: Fixture, complaintId: number, isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + TIMEOUT_MS; !(await isSo()); await pause(POLL_MS)) {
    if (Date.now() > giveUpAt) throw new Error(`complaint ${complaintId} did not come to its end`)
    await checkSoon(db, complaintId).catch((error: unknown) => {
      // A node holds the order, on a slow disk for longer than a statement waits. The next round tries again.
      if (!isDatabaseUnavailable(error)) throw error
    })
  }
}

async function checkSoon(db: Db, complaintId: number): Promise<void> {
  await db
    .updateTable('payment_orders')
    .set({ next_check_at: sql`now()` })
    .where('purpose', '=', 'complaint')
    .where('subject_id', '=', complaintId)
    .where('next_check_at', 'is not', null)
    .execute()
}

/** Fails if a healthy node did not complete the flow after the fault. */
function required<T>(value: T | null | false): T {
  if (value === null || value === false) throw new Error('What was begun could not be brought to its end')
  return value
}
