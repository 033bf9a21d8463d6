import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { PushKind } from '@petsetu/contract/people/push.ts'
import { type RawBuilder, sql } from 'kysely'
import { queueNotice } from '../../people/push/queue-notice.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'

/** A complaint is urgent if it is due this soon after it was filed, or if an admin gave it the highest priority. */
const URGENT_DAYS = 2
/** Older ones are no news when notices are switched on; the dashboard shows them. */
const NEW_DAYS = 3
const AT_ONCE_MAX = 20

type AdminKind = Extract<PushKind, 'urgent-case' | 'waiting-money'>

/** Looks for what admins are told of, so that filing a complaint or recording money is not slower for it. */
export async function queueAdminNotices({ db }: { db: Db }): Promise<void> {
  const { rows } = await sql<{ kind: AdminKind }>`
    select distinct unnest(kinds) as kind from push_devices
    where kinds && array['urgent-case', 'waiting-money']`.execute(db)
  const wanted = new Set(rows.map(({ kind }) => kind))
  if (wanted.has('urgent-case')) await tellUrgentCases(db)
  if (wanted.has('waiting-money')) await tellWaitingMoney(db)
}

async function tellUrgentCases(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; createdAt: Date }>`
    select id, created_at as "createdAt" from complaints
    where created_at > now() - make_interval(days => ${NEW_DAYS}) and status = 'pending'
      and (priority = 'high' or due_on <= (created_at at time zone 'Asia/Kolkata')::date + ${sql.lit(URGENT_DAYS)})
      and ${isUntold('urgent-case', sql`'complaint ' || complaints.id`)}
    order by created_at limit ${AT_ONCE_MAX}`.execute(db)
  for (const { id, createdAt } of rows) {
    const reference = formatReference({ id, createdAt })
    await inTransaction(db, (transaction) =>
      queueNotice(transaction, {
        to: { duty: 'cases' },
        kind: 'urgent-case',
        about: `complaint ${id}`,
        content: (text) => ({
          title: text('pushNotices.urgentCase', { reference }),
          body: text('pushNotices.urgentCaseBody'),
        }),
        path: paths.complaintDetail.to({ id }),
      }),
    )
  }
}

async function tellWaitingMoney(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from payments
    where ${IS_UNMATCHED}
      and greatest(created_at, refund_failed_at) > now() - make_interval(days => ${NEW_DAYS})
      and ${isUntold('waiting-money', sql`'payment ' || payments.id`)}
    order by created_at limit ${AT_ONCE_MAX}`.execute(db)
  for (const { id } of rows)
    await inTransaction(db, (transaction) =>
      queueNotice(transaction, {
        to: { duty: 'money' },
        kind: 'waiting-money',
        about: `payment ${id}`,
        content: (text) => ({ title: text('pushNotices.waitingMoney'), body: text('pushNotices.waitingMoneyBody') }),
        path: paths.paymentReport.to({}, { payment_id: id }),
      }),
    )
}

const isUntold = (kind: AdminKind, about: RawBuilder<unknown>) => sql<boolean>`not exists (
  select from push_notices where push_notices.kind = ${sql.lit(kind)} and push_notices.about = ${about})`
