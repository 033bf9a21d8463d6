import type { DeskPaymentForm } from '@petsetu/contract/payments/desk.ts'
import { RECEIVED_STATUSES } from '@petsetu/contract/payments/payments.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import type { DonationCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { listBookYears, lockYear } from '../../payments/books/book-years.ts'
import { handOver } from '../../payments/desk/cash-sheet.ts'
import { takeDeskPayment } from '../../payments/desk/take-desk-payment.ts'
import { importReport, type ReportLine } from '../../payments/settlements/read-report.ts'
import type { Actor } from '../../people/audit/record-audit.ts'
import { listAdmins } from '../../people/users/user-queries.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Services } from '../../services.ts'
import { insertDonation } from '../../supporters/donations/donation-queries.ts'
import { asPerson, backDated, daysAgo, HOURS, servicesAt } from './back-dated.ts'
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
        ...{
          line: index + 2,
          entity_id: paymentId,
          type: 'payment',
          provider_payment_id: paymentId,
          provider_order_id: null,
        },
        ...{ settlement_id: `setl_example${day}`, utr: `EXAMPLE${day}`, settled_at: settledAt.toISOString() },
        ...{ amount_paise: amount, debit_paise: 0, credit_paise: amount - fee - tax, fee_paise: fee, tax_paise: tax },
      }
    },
  )
  await importReport(db, { lines, waiting: 0, problems: [] }, await treasurer({ db, ...services }))
}

/** Closes the books of every financial year that is over. */
export async function closeBooks(services: Services): Promise<void> {
  const by = await treasurer(services)
  const years = await listBookYears(services.db)
  for (const { year } of years.filter(({ is_running: isRunning }) => !isRunning).toReversed())
    await lockYear(backDated(services.db, daysAgo(CLOSED_DAYS_AGO)), year, {
      reason: 'The auditor has signed the accounts of the year.',
      by,
    })
}
