import type { Chance } from '../random.ts'
import type { CheckoutAnswer } from '../sandbox.ts'
import { initiate, insist, type Person, register, type Subject, submit, verify } from './client.ts'
import { aFile, aPerson } from './people.ts'
import type { Run } from './run.ts'
import type { Plan } from './world.ts'

/** Somebody who wants to pay for something, and how far they have come. */
export type Story = {
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

export function newStory(run: Run, chance: Chance, purpose: Subject['purpose'], hasFile: boolean): Story {
  const person = aPerson()
  return {
    purpose,
    person,
    key: `key-${person.email.replaceAll(/\W/g, '-')}`,
    file: hasFile ? aFile(chance) : null,
    feePaise: 10_000 + 100 * chance.below(500) + (chance.happens(0.3) ? 50 : 0),
    plan: chance.pick(run.world.plans),
    isSignedIn: chance.happens(0.5),
    subject: null,
    orderId: null,
    checkout: null,
  }
}

/** The complaint is filed; of a membership nothing is done before its order. */
export async function file(run: Run, story: Story): Promise<void> {
  if (story.purpose !== 'complaint') return
  const answer = await insist(run, (life) => submit(run, life, story))
  if (answer) story.subject = { purpose: 'complaint', id: answer.data.complaint_id as number }
}

/** There is an order that can be paid. Whoever has paid already keeps to what was paid for. */
export async function order(run: Run, story: Story): Promise<void> {
  if (story.checkout) return
  if (story.purpose === 'membership') {
    const { plan, person, isSignedIn } = story
    const answer = await insist(run, (life) => register(run, life, plan, person, isSignedIn))
    if (!answer || story.checkout) return
    story.subject = { purpose: 'membership', id: answer.data.membership_id as number }
    story.orderId = answer.data.order_id as string
  } else if (story.subject) {
    const { id } = story.subject
    const answer = await insist(run, (life) => initiate(run, life, id, story.person, story.feePaise))
    if (answer && !story.checkout) story.orderId = answer.data.order_id as string
  }
}

/** Pays in the checkout, whatever comes of it at the bank. */
export async function pay(
  run: Run,
  story: Story,
  outcome: 'captured' | 'authorized' | 'failed' | 'silent' = 'captured',
) {
  if (story.orderId) story.checkout = await run.world.provider.pay(story.orderId, outcome)
}

/** The browser comes back and tells, until it gets an answer. */
export async function confirm(run: Run, story: Story): Promise<void> {
  const { subject, checkout } = story
  if (subject && checkout) await insist(run, (life) => verify(run, life, subject, checkout))
}
