import { PAISE_PER_RUPEE } from '@petsetu/contract/platform/money.ts'
import { sql } from 'kysely'
import { formatReceiptNumber } from '../../payments/receipts/receipt-numbers.ts'
import { endOfDay, startOfDay } from '../../platform/db/indian-days.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { CsvColumn } from '../../platform/http/bodies/csv.ts'
import { decryptPan } from './pan.ts'

/** A donation as the statement of donations (Form 113) wants it. */
export type StatedDonation = {
  id: number
  /** The receipt's number, and the Indian day of the payment. */
  urn: string
  day: string
  pan: string | null
  name: string
  address: string
  amount: number
  /** The mode of payment at the desk; null if the money came through the provider. */
  mode: string | null
}

type Selection = { financialYear: number | undefined; secretKey: Buffer }

/** The next `limit` donations after `last`, oldest first, without refunded ones. */
export async function listStatedDonations(
  db: Db,
  { financialYear, secretKey }: Selection,
  last: StatedDonation | null,
  limit: number,
): Promise<StatedDonation[]> {
  const rows = await db
    .selectFrom('donations')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.subject_id', '=', 'donations.id')
        .on('payments.purpose', '=', 'donation')
        .on('payments.disposition', '=', 'applied'),
    )
    .innerJoin('receipts', 'receipts.payment_id', 'payments.id')
    .select([
      'donations.id',
      'number',
      'year',
      'is_test as isTest',
      'pan_enc',
      'name',
      'address',
      'donations.amount_paise',
    ])
    .leftJoin('desk_payments', 'desk_payments.payment_id', 'payments.id')
    .select('desk_payments.mode')
    .select(sql<string>`to_char(paid_at at time zone 'Asia/Kolkata', 'DD-MM-YYYY')`.as('day'))
    .where('donations.status', '=', 'paid')
    .$if(financialYear !== undefined, (query) => query.where(isPaidIn(financialYear ?? 0)))
    .$if(last !== null, (query) => query.where('donations.id', '>', last?.id ?? 0))
    .orderBy('donations.id')
    .limit(limit)
    .execute()
  return rows.map(({ number, year, isTest, pan_enc, amount_paise, ...row }) => ({
    ...row,
    urn: formatReceiptNumber({ year, number, isTest }),
    pan: pan_enc && decryptPan(pan_enc, row.id, secretKey),
    amount: amount_paise / PAISE_PER_RUPEE,
  }))
}

/** Rejects with 503 if a PAN of the statement cannot be read, before its first line is sent: a statement without its end looks whole. */
export async function requireReadablePans(db: Db, { financialYear, secretKey }: Selection): Promise<void> {
  const rows = await db
    .selectFrom('donations')
    .select(['id', 'pan_enc'])
    .where('status', '=', 'paid')
    .where('pan_enc', 'is not', null)
    .$if(financialYear !== undefined, (query) => query.where(isPaidIn(financialYear ?? 0)))
    .execute()
  for (const { id, pan_enc } of rows) if (pan_enc) decryptPan(pan_enc, id, secretKey)
}

const isPaidIn = (year: number) =>
  sql<boolean>`paid_at >= ${startOfDay(`${year}-04-01`)} and paid_at < ${endOfDay(`${year + 1}-03-31`)}`

// The form's own codes and words, which the portal expects in English.
const ID_CODE_OF_PAN = 1
const TYPE = 'Others'
const ELECTRONIC = 'Electronic modes including account payee cheque/draft'
const CASH = 'Cash'

/** The columns of the form. `section` is the one that the donations are deducted under; empty if the settings name none. */
export function statementColumns(section: string): CsvColumn<StatedDonation>[] {
  return [
    { headId: 'csv.preAcknowledgement', cell: () => null },
    { headId: 'csv.idCode', cell: ({ pan }) => (pan === null ? null : ID_CODE_OF_PAN) },
    { headId: 'csv.pan', cell: ({ pan }) => pan },
    { headId: 'csv.section', cell: () => section },
    { headId: 'csv.urn', cell: ({ urn }) => urn },
    { headId: 'csv.urnDate', cell: ({ day }) => day },
    { headId: 'csv.donorName', cell: ({ name }) => name },
    { headId: 'csv.donorAddress', cell: ({ address }) => address },
    { headId: 'csv.donationType', cell: () => TYPE },
    { headId: 'csv.mode', cell: ({ mode }) => (mode === 'cash' ? CASH : ELECTRONIC) },
    { headId: 'csv.amount', cell: ({ amount }) => amount },
  ]
}
