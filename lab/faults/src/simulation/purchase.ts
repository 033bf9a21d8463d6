import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { CheckoutAnswer, PaymentOutcome } from '../../../../server/test/sandbox.ts'
import type { Random } from '../random.ts'
import { aFile, aPerson } from './builders.ts'
import { donate, initiate, type Person, register, retryUntilAnswered, type Subject, submit, verify } from './client.ts'
import type { Run } from './run.ts'
import type { Plan } from './world.ts'

/** One client's purchase, and how far it has come. */
export type Purchase = {
  purpose: Purpose
  person: Person
  key: string
  file: Buffer | null
  feePaise: number
  plan: Plan
  isSignedIn: boolean
  subject: Subject | null
  orderId: string | null
  checkout: CheckoutAnswer | null
}

export function newPurchase(run: Run, random: Random, purpose: Purpose, hasFile: boolean): Purchase {
  const person = aPerson()
  return {
    purpose,
    person,
    key: `key-${person.email.replaceAll(/\W/g, '-')}`,
    file: hasFile ? aFile(random) : null,
    feePaise: 10_000 + 100 * random.below(500) + (random.happens(0.3) ? 50 : 0),
    plan: random.pick(run.world.plans),
    isSignedIn: random.happens(0.5),
    subject: null,
    orderId: null,
    checkout: null,
  }
}

/** The price. */
export const paiseOf = ({ purpose, plan, feePaise }: Purchase) =>
  purpose === 'membership' ? plan.pricePaise : feePaise

/** Files what is paid for; does nothing where that happens together with the order. */
export async function file(run: Run, purchase: Purchase): Promise<void> {
  await STEPS[purchase.purpose].file(run, purchase)
}

/** Opens an order. After the payment, the order that was paid stays. */
export async function order(run: Run, purchase: Purchase): Promise<void> {
  if (!purchase.checkout) await STEPS[purchase.purpose].order(run, purchase)
}

/** Sends the forms twice at the same moment. */
export async function doubleClick(run: Run, purchase: Purchase): Promise<void> {
  await STEPS[purchase.purpose].doubleClick(run, purchase)
}

/** Another tab opens an order for another amount; null if the price is fixed or there was no answer. */
export async function orderInOtherTab(run: Run, purchase: Purchase): Promise<string | null> {
  return STEPS[purchase.purpose].orderInOtherTab(run, purchase)
}

type Steps = {
  file: (run: Run, purchase: Purchase) => Promise<void>
  order: (run: Run, purchase: Purchase) => Promise<void>
  doubleClick: (run: Run, purchase: Purchase) => Promise<void>
  orderInOtherTab: (run: Run, purchase: Purchase) => Promise<string | null>
}

const STEPS: Record<Purpose, Steps> = {
  complaint: {
    async file(run, purchase) {
      const answer = await retryUntilAnswered(run, (proc) => submit(run, proc, purchase))
      if (answer) purchase.subject = { purpose: 'complaint', id: answer.data.complaint_id as number }
    },
    async order(run, purchase) {
      const { subject, person, feePaise } = purchase
      if (!subject) return
      const answer = await retryUntilAnswered(run, (proc) => initiate(run, proc, subject.id, person, feePaise))
      if (answer && !purchase.checkout) purchase.orderId = answer.data.order_id as string
    },
    async doubleClick(run, purchase) {
      const proc = await run.node()
      await Promise.all([submit(run, proc, purchase), submit(run, proc, purchase)])
      await file(run, purchase)
      const { id } = purchase.subject ?? {}
      if (id === undefined) return
      const again = await run.node()
      const click = () => initiate(run, again, id, purchase.person, purchase.feePaise)
      await Promise.all([click(), click()])
    },
    async orderInOtherTab(run, { subject, person, feePaise }) {
      if (!subject) return null
      const other = await initiate(run, await run.node(), subject.id, person, feePaise + 10_000)
      return (other.data.order_id as string | undefined) ?? null
    },
  },
  membership: {
    file: async () => {},
    async order(run, purchase) {
      const { plan, person, isSignedIn } = purchase
      const answer = await retryUntilAnswered(run, (proc) => register(run, proc, plan, person, isSignedIn))
      if (!answer || purchase.checkout) return
      purchase.subject = { purpose: 'membership', id: answer.data.membership_id as number }
      purchase.orderId = answer.data.order_id as string
    },
    async doubleClick(run, { plan, person, isSignedIn }) {
      const proc = await run.node()
      const click = () => register(run, proc, plan, person, isSignedIn)
      await Promise.all([click(), click()])
    },
    orderInOtherTab: async () => null,
  },
  donation: {
    file: async () => {},
    async order(run, purchase) {
      const { feePaise, person, isSignedIn } = purchase
      const answer = await retryUntilAnswered(run, (proc) => donate(run, proc, feePaise, person, isSignedIn))
      if (!answer || purchase.checkout) return
      purchase.subject = { purpose: 'donation', id: answer.data.donation_id as number }
      purchase.orderId = answer.data.order_id as string
    },
    async doubleClick(run, { feePaise, person, isSignedIn }) {
      const proc = await run.node()
      const click = () => donate(run, proc, feePaise, person, isSignedIn)
      await Promise.all([click(), click()])
    },
    orderInOtherTab: async () => null,
  },
}

/** Pays in the checkout with the given outcome at the bank. The checkout takes nothing more for an order that is paid. */
export async function pay(run: Run, purchase: Purchase, outcome: PaymentOutcome = 'captured') {
  const { orders } = await run.world.provider.ledger()
  const order = orders.find(({ id }) => id === purchase.orderId)
  if (order && order.status !== 'paid') purchase.checkout = await run.world.provider.pay(order.id, outcome)
}

/** The browser reports the payment, retrying until it gets an answer. */
export async function confirm(run: Run, purchase: Purchase): Promise<void> {
  const { subject, checkout } = purchase
  if (subject && checkout) await retryUntilAnswered(run, (proc) => verify(run, proc, subject, checkout))
}
