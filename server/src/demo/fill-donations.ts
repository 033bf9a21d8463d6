import { DONATION_CAUSES } from '@petsetu/contract/donation-causes.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { User } from '@petsetu/contract/users.ts'
import { insertDonation } from '../donations/donation-queries.ts'
import { openOrder } from '../payments/orders/open-order.ts'
import { refundPayment } from '../payments/refunds/refund-payment.ts'
import type { Services } from '../services.ts'
import { daysAgo, HOURS, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'
import { paidAgo } from './sandbox-pay.ts'

type Fate = 'paid' | 'failed' | 'open' | 'refunded'

/** Gifts with their giver, rupees, age in days and outcome. A giver of -1 is a visitor without an account. */
const GIFTS: { giver: number; rupees: number; days: number; pan?: string; fate: Fate }[] = [
  { giver: -1, rupees: 2_500, days: 410, pan: 'ABCPE1234F', fate: 'paid' },
  { giver: 2, rupees: 501, days: 75, fate: 'paid' },
  { giver: -1, rupees: 1_00_000, days: 21, pan: 'AAATK0000A', fate: 'paid' },
  { giver: 5, rupees: 1_000, days: 9, pan: 'BNZPM2501F', fate: 'refunded' },
  { giver: -1, rupees: 250.5, days: 4, fate: 'paid' },
  { giver: 3, rupees: 5_000, days: 2, fate: 'failed' },
  { giver: -1, rupees: 1_100, days: 1, fate: 'open' },
]

/** Creates donations in every status. Returns their number. */
export async function fillDonations(services: Services, users: User[]): Promise<number> {
  for (const [index, { giver, rupees, days, pan, fate }] of GIFTS.entries()) {
    const user = users[giver]
    const form = {
      amount: rupees,
      purpose: DONATION_CAUSES[index % DONATION_CAUSES.length] ?? '',
      name: user?.username ?? `Donor ${index}`,
      email: user?.email ?? `donor${index}@example.org`,
      phone: examplePhone(index + 400),
      address: '7 Banyan Street, Nashik',
      pan,
      is_another: true,
    }
    const at = daysAgo(days + index / HOURS)
    const then = servicesAt(services, at)
    const { id } = await insertDonation(then, form, { userId: user?.id ?? null, language: 'en' })
    const order = await openOrder(then.payments, {
      purpose: 'donation',
      subjectId: id,
      amountPaise: rupees * PAISE_PER_RUPEE,
    })
    if (fate === 'open') continue
    const { paymentId } = await paidAgo(then, order, fate === 'failed' ? 'failed' : 'captured', at)
    if (fate === 'refunded') await refundPayment(then.payments, paymentId, null)
  }
  return GIFTS.length
}
