import type { PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { FILING_FEE_RUPEES_MIN, PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { DONATION_CAUSES } from '@petsetu/contract/supporters/donation-causes.ts'
import { openOrder } from '../../payments/orders/open-order.ts'
import { createPayLink, PAY_LINK_DAYS, type PaidByLink } from '../../payments/pay-links.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Services } from '../../services.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { backDated, daysAgo, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'
import { paidAgo } from './sandbox-pay.ts'

/** The ages in days of what happened to a link. */
type Story = { made: number; sentBy?: PayLinkWay; opened?: number; revoked?: number }

/** Donations that somebody was asked for on the phone, with what became of their links. */
const ASKED: (Story & { name: string; rupees: number; paid?: number })[] = [
  { name: 'Farida Contractor', rupees: 2_000, made: 30, sentBy: 'whatsapp', opened: 29 },
  { name: 'Anil Deshmukh', rupees: 1_500, made: 6, sentBy: 'mail', opened: 6, paid: 6 },
  { name: 'Rekha Nair', rupees: 750, made: 5, sentBy: 'copy', revoked: 4 },
  { name: 'Vikram Sethi', rupees: 5_000, made: 0.5 },
]

/** Makes pay links for each kind of thing, in every state. Returns their number. */
export async function fillLinks(services: Services): Promise<number> {
  const { db } = services
  const [admin] = await listAdmins(db, 'money')
  if (!admin) throw new Error('The demo has no admin')
  const make = (pays: PaidByLink, story: Story) => makeLink(services, { pays, story, madeBy: admin.id })

  const unpaid = await db
    .selectFrom('complaints')
    .select('id')
    .where('payment_status', '=', 'none')
    .where('duplicate_of', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const amountPaise = FILING_FEE_RUPEES_MIN * PAISE_PER_RUPEE
  await make({ purpose: 'complaint', subjectId: unpaid.id, amountPaise }, { made: 2, sentBy: 'whatsapp', opened: 1 })
  const pending = await membership(db, 'pending', 'desc')
  await make({ purpose: 'membership', subjectId: pending }, { made: 1.5, sentBy: 'mail' })
  await make({ purpose: 'membership', renewsId: await membership(db, 'active', 'asc') }, { made: 1, sentBy: 'print' })
  for (const [index, { name, rupees, paid, ...story }] of ASKED.entries()) {
    const then = servicesAt(services, daysAgo(story.made))
    const form = {
      name,
      amount: rupees,
      purpose: DONATION_CAUSES[index % DONATION_CAUSES.length] ?? '',
      is_another: true,
      email: `asked${index}@example.org`,
      phone: examplePhone(index + 500),
      address: '5 Lake Road, Thane',
    }
    const { id } = await insertDonation(then, form, { userId: null, language: 'en' })
    await make({ purpose: 'donation', subjectId: id }, story)
    if (paid === undefined) continue
    const subject = { purpose: 'donation', subjectId: id, amountPaise: rupees * PAISE_PER_RUPEE } as const
    await paidAgo(then, await openOrder(then.payments, subject), 'captured', daysAgo(paid))
  }
  return ASKED.length + 3
}

/** The membership of this status that ends first or last. */
async function membership(db: Db, status: 'pending' | 'active', order: 'asc' | 'desc'): Promise<number> {
  const { id } = await db
    .selectFrom('memberships')
    .select('id')
    .where('status', '=', status)
    .where('price_paise', '>', 0)
    .orderBy('expiry_date', order)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return id
}

type ToMake = { pays: PaidByLink; story: Story; madeBy: number }

async function makeLink({ db, secretKey }: Services, { pays, story, madeBy }: ToMake): Promise<void> {
  const { id } = await createPayLink(backDated(db, daysAgo(story.made)), pays, { madeBy, secretKey })
  const at = (days: number | undefined) => (days === undefined ? null : daysAgo(days))
  await db
    .updateTable('pay_links')
    .set({
      ...{
        expires_at: daysAgo(story.made - PAY_LINK_DAYS),
        opened_at: at(story.opened),
        revoked_at: at(story.revoked),
      },
      sent_by: story.sentBy ?? null,
      sent_at: story.sentBy ? daysAgo(story.made) : null,
      ...(story.revoked !== undefined && { sealed_token: null }),
    })
    .where('id', '=', id)
    .execute()
}
