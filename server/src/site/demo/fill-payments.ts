import type { DeskPaymentForm } from '@petsetu/contract/payments/desk.ts'
import type { PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { FILING_FEE_RUPEES_MIN, toPaise } from '@petsetu/contract/platform/money.ts'
import { DONATION_CAUSES, type DonationCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { listBookYears, lockYear } from '../../payments/books/book-years.ts'
import { handOver } from '../../payments/desk/cash-sheet.ts'
import { takeDeskPayment } from '../../payments/desk/take-desk-payment.ts'
import { openOrder } from '../../payments/orders/open-order.ts'
import { createPayLink, PAY_LINK_DAYS, type PaidByLink } from '../../payments/pay-links.ts'
import { importReport, type ReportLine } from '../../payments/settlements/read-report.ts'
import type { Actor } from '../../people/audit/record-audit.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { asPerson, backDated, daysAgo, HOURS, paidAgo, servicesAt } from './back-dated.ts'
import { examplePhone } from './demo-pets.ts'

type Taken = { name: string; cause: DonationCause } & Omit<DeskPaymentForm, 'purpose' | 'subject_id'>

/** Gifts that were brought to the desk within the last hours, one an hour. */
const BROUGHT: Taken[] = [
  { name: 'Sulochana Apte', amount: 1_100, cause: 'Food', mode: 'cash' },
  { name: 'Harish Rao', amount: 501, cause: 'Shelter', mode: 'upi', reference: '432109876543' },
  {
    name: 'Neem Park society',
    amount: 5_000,
    cause: 'Treatment of injured animals',
    mode: 'cheque',
    reference: '000417',
    bank: 'Bank of the example',
  },
]

/** The provider keeps 2 % of a payment, and 18 % of that is GST. */
const FEE_SHARE = 0.02
const GST_SHARE = 0.18
const SETTLED_AFTER_DAYS = 2
const CLOSED_DAYS_AGO = 0.4

async function treasurer({ db }: Services): Promise<Actor> {
  const [admin] = await listAdmins(db, 'money')
  if (!admin) throw new Error('The demo needs an admin who may take money')
  return { person: asPerson(admin), request: { id: 'demo' } }
}

/** Takes cash, a UPI payment and a cheque, and hands most of the cash over. Returns the number of payments. */
export async function fillDesk(services: Services): Promise<number> {
  const by = await treasurer(services)
  for (const [index, { name, cause, ...money }] of BROUGHT.entries()) {
    const email = `desk${index}@example.org`
    const form = {
      name,
      amount: money.amount,
      purpose: cause,
      email,
      phone: examplePhone(index + 620),
      address: '9 Market Road, Pune',
    }
    const at = daysAgo((BROUGHT.length + 1 - index) / HOURS)
    const then = servicesAt(services, at)
    const { id } = await insertDonation(then, form, { userId: null, language: 'en' })
    await inTransaction(then.db, (transaction) =>
      takeDeskPayment(services.payments, transaction, { purpose: 'donation', subject_id: id, ...money }, by, at),
    )
  }
  await inTransaction(backDated(services.db, daysAgo(1 / HOURS)), (transaction) =>
    handOver(transaction, { kind: 'handed_over', amount: 1_000, note: 'Paid into the bank, slip 88' }, by),
  )
  return BROUGHT.length
}

/** Imports the provider's report about the payments that were settled, one a day; the newest ones are still missing in it. */
export async function fillSettlement({ db, ...services }: Services): Promise<void> {
  const paid = await db
    .selectFrom('payments')
    .select(['provider_payment_id', 'amount_paise', 'created_at'])
    .where('status', 'in', RECEIVED_STATUSES)
    .where('provider_payment_id', 'like', 'pay\\_%')
    .where('created_at', '<', daysAgo(SETTLED_AFTER_DAYS))
    .orderBy('created_at')
    .execute()
  const lines = paid.map(
    ({ provider_payment_id: paymentId, amount_paise: amount, created_at: at }, index): ReportLine => {
      const settledAt = new Date(at)
      settledAt.setUTCDate(settledAt.getUTCDate() + SETTLED_AFTER_DAYS)
      const fee = Math.round(amount * FEE_SHARE)
      const tax = Math.round(fee * GST_SHARE)
      const day = today(settledAt).replaceAll('-', '')
      return {
        line: index + 2,
        entity_id: paymentId,
        type: 'payment',
        provider_payment_id: paymentId,
        provider_order_id: null,
        settlement_id: `setl_example${day}`,
        utr: `EXAMPLE${day}`,
        settled_at: settledAt.toISOString(),
        amount_paise: amount,
        debit_paise: 0,
        credit_paise: amount - fee - tax,
        fee_paise: fee,
        tax_paise: tax,
      }
    },
  )
  await importReport(db, { lines, waiting: 0, problems: [] }, await treasurer({ db, ...services }))
}

export async function closeBooks(services: Services): Promise<void> {
  const by = await treasurer(services)
  const years = await listBookYears(services.db)
  for (const { year } of years.filter(({ is_running: isRunning }) => !isRunning).toReversed())
    await lockYear(backDated(services.db, daysAgo(CLOSED_DAYS_AGO)), year, {
      reason: 'The auditor has signed the accounts of the year.',
      by,
    })
}

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
  const amountPaise = toPaise(FILING_FEE_RUPEES_MIN)
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
    const subject = { purpose: 'donation', subjectId: id, amountPaise: toPaise(rupees) } as const
    const { paymentId } = await paidAgo(then, await openOrder(then.payments, subject), 'captured', daysAgo(paid))
    await db
      .updateTable('payments')
      .set({ captured_at: daysAgo(paid) })
      .where('id', '=', paymentId)
      .execute()
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
      expires_at: daysAgo(story.made - PAY_LINK_DAYS),
      opened_at: at(story.opened),
      revoked_at: at(story.revoked),
      sent_by: story.sentBy ?? null,
      sent_at: story.sentBy ? daysAgo(story.made) : null,
      ...(story.revoked !== undefined && { sealed_token: null }),
    })
    .where('id', '=', id)
    .execute()
}
