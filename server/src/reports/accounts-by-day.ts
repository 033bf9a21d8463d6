import type { DeskMode } from '@petsetu/contract/desk-values.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { AccountsQuery } from '@petsetu/contract/report-filters.ts'
import { sql } from 'kysely'
import { endOfDay, startOfDay } from '../db/indian-days.ts'
import type { Db } from '../db/pool.ts'
import type { CsvColumn } from '../http/bodies/csv.ts'

/** The money received on one Indian day for one purpose in one mode, and the part that went back, on whichever day. */
export type AccountedDay = {
  day: string
  /** Null for money without an order of ours. */
  purpose: Purpose | null
  /** The mode of payment at the desk; 'online' for money that came through the provider. */
  mode: DeskMode | 'online'
  payments: number
  gross_paise: number
  returned_paise: number
}

/**
 * The money received on these days, oldest first. Gross minus returned is the report's revenue of the same days: captured money, minus
 * refunds, by the day of the payment, without what is quarantined.
 */
export async function accountsByDay(db: Db, { start_date, end_date }: AccountsQuery): Promise<AccountedDay[]> {
  const { rows } = await sql<AccountedDay>`
    select (payments.created_at at time zone 'Asia/Kolkata')::date::text as day, purpose,
      coalesce(desk_payments.mode, 'online') as mode, count(*) as payments, sum(amount_paise)::bigint as gross_paise,
      sum(case status when 'refunded' then amount_paise else refunded_paise end)::bigint as returned_paise
    from payments
    left join desk_payments on desk_payments.payment_id = payments.id
    where status in ('captured', 'refunded') and disposition <> 'quarantined'
      and payments.created_at >= ${startOfDay(start_date)} and payments.created_at < ${endOfDay(end_date)}
    group by 1, 2, 3
    order by 1, 2, 3`.execute(db)
  return rows
}

export const ACCOUNTS_COLUMNS: CsvColumn<AccountedDay>[] = [
  { headId: 'csv.day', cell: ({ day }) => day },
  { headId: 'csv.purpose', cell: ({ purpose }, text) => purpose && text(`desk.${purpose}`) },
  { headId: 'csv.paidBy', cell: ({ mode }, text) => text(mode === 'online' ? 'csv.online' : `receipts.${mode}`) },
  { headId: 'csv.payments', cell: ({ payments }) => payments },
  { headId: 'csv.gross', cell: ({ gross_paise }) => inRupees(gross_paise) },
  { headId: 'csv.returned', cell: ({ returned_paise }) => inRupees(returned_paise) },
  { headId: 'csv.net', cell: ({ gross_paise, returned_paise }) => inRupees(gross_paise - returned_paise) },
]

function inRupees(paise: number): string {
  return (paise / PAISE_PER_RUPEE).toFixed(2)
}
