import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { type RawBuilder, sql } from 'kysely'
import { IS_RETURN_REFUSED } from '../../payments/ledger/payment-queries.ts'
import { DUTY_OF_KIND, queueNotice } from '../../people/push/queue-notice.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { IS_UNMATCHED } from '../reports/payment-conditions.ts'

/** A complaint is urgent if it is due this soon after it was filed, or if an admin gave it the highest priority. */
const URGENT_DAYS = 2
/** Older ones are no news when notices are switched on; the dashboard shows them. */
const NEW_DAYS = 3
/** A bank may take so long to refuse a refund. */
const BANK_DAYS = 10
const AT_ONCE_MAX = 20

type AdminKind = keyof typeof DUTY_OF_KIND

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
        to: { duty: DUTY_OF_KIND['urgent-case'] },
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

/** SQL: tells the notice about a refund that has failed from the one about money that could not be matched. */
const STEP_OF_MONEY = sql`coalesce(extract(epoch from payments.refund_failed_at)::text,
  case when ${IS_RETURN_REFUSED} then 'refused' else '' end)`

/** Money may be recorded days after it was paid, as when nothing of the provider came through. */
async function tellWaitingMoney(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; step: string }>`
    select id, ${STEP_OF_MONEY} as step from payments
    where ${IS_UNMATCHED}
      and greatest(created_at, captured_at, refund_failed_at, (
        select max(refunds.created_at) + make_interval(days => ${BANK_DAYS}) from refunds
        where refunds.payment_id = payments.id and refunds.status = 'failed'
      )) > now() - make_interval(days => ${NEW_DAYS})
      and ${isUntold('waiting-money', sql`'payment ' || payments.id`, STEP_OF_MONEY)}
    order by created_at limit ${AT_ONCE_MAX}`.execute(db)
  for (const { id, step } of rows)
    await inTransaction(db, (transaction) =>
      queueNotice(transaction, {
        to: { duty: DUTY_OF_KIND['waiting-money'] },
        kind: 'waiting-money',
        about: `payment ${id}`,
        step,
        content: (text) => ({ title: text('pushNotices.waitingMoney'), body: text('pushNotices.waitingMoneyBody') }),
        path: paths.paymentReport.to({}, { payment_id: id }),
      }),
    )
}

const isUntold = (kind: AdminKind, about: RawBuilder<unknown>, step = sql`''`) => sql<boolean>`not exists (
  select from push_notices
  where push_notices.kind = ${sql.lit(kind)} and push_notices.about = ${about} and push_notices.step = ${step})`
