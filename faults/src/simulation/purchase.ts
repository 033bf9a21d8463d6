import type { Random } from '../random.ts'
import type { CheckoutAnswer } from '../sandbox.ts'
import { aFile, aPerson } from './builders.ts'
import { initiate, type Person, register, retryUntilAnswered, type Subject, submit, verify } from './client.ts'
import type { Run } from './run.ts'
import type { Plan } from './world.ts'

/** One client's purchase, and how far it has come. */
export type Purchase = {
  purpose: Subject['purpose']
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

export function newPurchase(run: Run, random: Random, purpose: Subject['purpose'], hasFile: boolean): Purchase {
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

/** Files the complaint; a membership has no step before its order. */
export async function file(run: Run, purchase: Purchase): Promise<void> {
  if (purchase.purpose !== 'complaint') return
  const answer = await retryUntilAnswered(run, (proc) => submit(run, proc, purchase))
  if (answer) purchase.subject = { purpose: 'complaint', id: answer.data.complaint_id as number }
}

/** Opens an order. After the payment, the order that was paid stays. */
export async function order(run: Run, purchase: Purchase): Promise<void> {
  if (purchase.checkout) return
  if (purchase.purpose === 'membership') {
    const { plan, person, isSignedIn } = purchase
    const answer = await retryUntilAnswered(run, (proc) => register(run, proc, plan, person, isSignedIn))
    if (!answer || purchase.checkout) return
    purchase.subject = { purpose: 'membership', id: answer.data.membership_id as number }
    purchase.orderId = answer.data.order_id as string
  } else if (purchase.subject) {
    const { id } = purchase.subject
    const answer = await retryUntilAnswered(run, (proc) => initiate(run, proc, id, purchase.person, purchase.feePaise))
    if (answer && !purchase.checkout) purchase.orderId = answer.data.order_id as string
  }
}

/** Pays in the checkout with the given outcome at the bank. */
export async function pay(
  run: Run,
  purchase: Purchase,
  outcome: 'captured' | 'authorized' | 'failed' | 'silent' = 'captured',
) {
  if (purchase.orderId) purchase.checkout = await run.world.provider.pay(purchase.orderId, outcome)
}

/** The browser reports the payment, retrying until it gets an answer. */
export async function confirm(run: Run, purchase: Purchase): Promise<void> {
  const { subject, checkout } = purchase
  if (subject && checkout) await retryUntilAnswered(run, (proc) => verify(run, proc, subject, checkout))
}
