import type { User } from '@petsetu/contract/people/users.ts'
import type { Plan } from '@petsetu/contract/supporters/plans.ts'
import { openOrder } from '../../payments/orders/open-order.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { activateFreeMembership } from '../../supporters/memberships/activate-membership.ts'
import { registerMembership } from '../../supporters/memberships/register-membership.ts'
import { endMembership } from '../../supporters/memberships/renewals.ts'
import { daysAgo, HOURS, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'
import { paidAgo } from './sandbox-pay.ts'

type Fate = 'paid' | 'failed' | 'open' | 'refunded' | 'cancelled' | 'paid twice' | 'paid, and once more begun'

/** Purchases with their buyer, plan, age in days and outcome. A buyer of -1 is a visitor without an account. */
const PURCHASES: { buyer: number; plan: string; days: number; fate: Fate }[] = [
  { buyer: 0, plan: 'Friend', days: 400, fate: 'paid' },
  { buyer: 0, plan: 'Friend', days: 40, fate: 'paid' },
  { buyer: 4, plan: 'Guardian', days: 12, fate: 'paid' },
  { buyer: 1, plan: 'Student', days: 165, fate: 'paid' },
  { buyer: 1, plan: 'Student', days: 300, fate: 'refunded' },
  { buyer: 2, plan: 'Guardian', days: 350, fate: 'paid' },
  { buyer: 7, plan: 'Well-wisher', days: 5, fate: 'paid' },
  { buyer: 3, plan: 'Patron', days: 90, fate: 'paid' },
  { buyer: 4, plan: 'Friend', days: 3, fate: 'open' },
  { buyer: 4, plan: 'Student', days: 2, fate: 'failed' },
  { buyer: 5, plan: 'Friend', days: 1, fate: 'paid, and once more begun' },
  { buyer: 6, plan: 'Guardian', days: 60, fate: 'cancelled' },
  { buyer: -1, plan: 'Friend', days: 200, fate: 'paid' },
  { buyer: -1, plan: 'Student', days: 130, fate: 'paid' },
  { buyer: -1, plan: 'Guardian', days: 0, fate: 'paid twice' },
]

/** Creates memberships in every status, with payments in every status. Returns their number. */
export async function fillMemberships(services: Services, users: User[], plans: Plan[]): Promise<number> {
  for (const [index, { buyer, plan: planName, days, fate }] of PURCHASES.entries()) {
    const plan = plans.find(({ name }) => name === planName)
    if (!plan) throw new Error(`The demo has no plan ${planName}`)
    const user = users[buyer]
    const details = {
      plan_id: plan.id,
      name: user ? capitalized(user.username) : `Visitor ${index}`,
      email: user?.email ?? `visitor${index}@example.org`,
      phone: examplePhone(index + 200),
      address: '14 Neem Lane, Pune',
      why_join: 'I want to help the animals in my street.',
      is_another: true,
    }
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const membership = await registerMembership(then.db, details, user ?? null, 'en')
    if (membership.pricePaise === 0) {
      await inTransaction(then.db, (transaction) =>
        activateFreeMembership(transaction, services.enqueueMail, membership.id),
      )
    } else {
      await meetFate(then, membership.id, membership.pricePaise, fate, at)
    }
  }
  return PURCHASES.length
}

async function meetFate(services: Services, id: number, amountPaise: number, fate: Fate, at: Date): Promise<void> {
  const open = () => openOrder(services.payments, { purpose: 'membership', subjectId: id, amountPaise })
  const order = await open()
  if (fate === 'open') return
  if (fate === 'failed') return void (await paidAgo(services, order, 'failed', at))
  const { paymentId } = await paidAgo(services, order, 'captured', at)
  // A second payment is kept as surplus and shown to the admin; an authorised one is returned by the provider.
  if (fate === 'paid twice') await paidAgo(services, await open(), 'captured', at)
  if (fate === 'paid, and once more begun') await paidAgo(services, await open(), 'authorized', at)
  if (fate === 'refunded') await refundPayment(services.payments, paymentId, null)
  if (fate === 'cancelled') await inTransaction(services.db, (transaction) => endMembership(transaction, id))
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
