import type { Approval, TaxSettings } from '@petsetu/contract/office/foundation-form.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { DeductiblePurpose } from '@petsetu/contract/platform/purposes.ts'
import { sql } from 'kysely'
import { approvalOn, approvalsOf } from '../../office/settings/approvals.ts'
import { formatReceiptNumber } from '../../payments/receipts/receipt-numbers.ts'
import { endOfDay, startOfDay } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { DB } from '../../platform/db/types.ts'
import { csvFile } from '../../platform/http/bodies/csv.ts'
import { decryptPan, KEPT_PAISE, PAID_THE_DONATION } from './donation-queries.ts'

/** A donation as the yearly statement of donations (Form 113) wants it; `amount` is in rupees, without what went back. */
export type StatedDonation = {
  id: number
  receipt: string
  /** The Indian day of the payment. */
  day: string
  /** The approval of that day; null if there are approvals, but of other days. */
  approval: Approval | null
  pan: string | null
  name: string
  address: string
  email: string
  phone: string
  amount: number
  /** The mode of payment at the desk; null if the money came through the provider. */
  mode: string | null
}

/** The tables that the statement reads. A further purpose that can be deducted is a type error here until the statement counts it, too. */
const STATED = { donation: 'donations' } as const satisfies Record<DeductiblePurpose, keyof DB>

const NO_APPROVAL = { donationSection: '', approvalNumber: '', approvalDay: '', approvedFrom: '', approvedUntil: '' }

/** The year's donations. Rejects with 503 if a PAN cannot be read: a statement without it looks whole. */
export async function listStatedDonations(
  db: Db,
  year: number,
  { secretKey, settings }: { secretKey: Buffer; settings: TaxSettings },
): Promise<StatedDonation[]> {
  const hasApprovals = approvalsOf(settings).length > 0
  const rows = await db
    .selectFrom(STATED.donation)
    .innerJoin('payments', (join) => join.on(PAID_THE_DONATION))
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .leftJoin('desk_payments', 'desk_payments.payment_id', 'payments.id')
    .select(['donations.id', 'number', 'year', 'is_test as isTest', 'pan_enc', 'name', 'address', 'email', 'phone'])
    .select([KEPT_PAISE.as('keptPaise'), 'desk_payments.mode'])
    .select(sql<string>`to_char(paid_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`.as('day'))
    .where('donations.status', '=', 'paid')
    .where(sql<boolean>`paid_at >= ${startOfDay(`${year}-04-01`)} and paid_at < ${endOfDay(`${year + 1}-03-31`)}`)
    .orderBy('donations.id')
    .execute()
  return rows.map(({ number, year: receiptYear, isTest, pan_enc, keptPaise, ...row }) => ({
    ...row,
    receipt: formatReceiptNumber({ year: receiptYear, number, isTest }),
    approval: hasApprovals ? approvalOn(row.day, settings) : NO_APPROVAL,
    pan: pan_enc && decryptPan(pan_enc, row.id, secretKey),
    amount: toRupees(keptPaise),
  }))
}

// The form's own codes and words, which the portal expects in English.
const COLUMNS = [
  'Pre Acknowledgement Number',
  'ID Code',
  'Unique Identification Number of the Donor',
  'Section Code',
  'Unique Registration Number (URN)',
  'Date of Issuance of Unique Registration Number',
  'Name of Donor',
  'Address of Donor',
  'Donation Type',
  'Mode of Receipt',
  'Amount (₹)',
]
const ID_CODE_OF_PAN = 1
const TYPE = 'Others'
const ELECTRONIC = 'Electronic modes including account payee cheque/draft'
const CASH = 'Cash'

/** The statement: the columns of the form, with the approval of its day in each line. */
export function statementFile(donations: StatedDonation[]): string {
  const lines = statedOf(donations).map(({ pan, approval, name, address, mode, amount }) => {
    const { donationSection: section, approvalNumber: number, approvalDay: day } = approval ?? NO_APPROVAL
    const donor = [null, ID_CODE_OF_PAN, pan, section, number, asOnForm(day), name, address, TYPE]
    return [...donor, mode === 'cash' ? CASH : ELECTRONIC, amount]
  })
  return csvFile([COLUMNS, ...lines])
}

/** The donors whom the form cannot name, because they gave no PAN, with what is needed to ask them. */
export function withoutPanFile(donations: StatedDonation[]): string {
  const lines = withoutPan(donations).map(({ receipt, day, name, email, phone, address, mode, amount }) => [
    ...[receipt, asOnForm(day), name, email, phone, address, mode === 'cash' ? CASH : ELECTRONIC, amount],
  ])
  const head = [
    'Receipt',
    'Date',
    'Name of Donor',
    'Email',
    'Phone',
    'Address of Donor',
    'Mode of Receipt',
    'Amount (₹)',
  ]
  return csvFile([head, ...lines])
}

/** The form names these: the donations with a PAN on days with an approval. */
export const statedOf = (donations: StatedDonation[]) =>
  donations.filter(({ pan, approval }) => pan !== null && approval !== null)
export const outsideTerms = (donations: StatedDonation[]) =>
  donations.filter(({ pan, approval }) => pan !== null && approval === null)
export const withoutPan = (donations: StatedDonation[]) => donations.filter(({ pan }) => pan === null)

/** 01-04-2026 for 2026-04-01. */
const asOnForm = (day: string) => day.split('-').toReversed().join('-')
