import { COMPLAINT_STATUSES, complaintStatuses } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayInIndia } from '../../platform/db/expressions.ts'

/** News of a complainant waits at most so long for an admin to do something in the case. */
const NEWS_DAYS = 90

/** SQL condition on a complaint: nobody has begun with it, or its day is past while somebody works on it. */
export const IS_COMPLAINT_WAITING = sql<boolean>`(${sql.join(COMPLAINT_STATUSES.flatMap(waitsIn), sql` or `)})`

function waitsIn(status: ComplaintStatus): RawBuilder<unknown>[] {
  const { waits } = complaintStatuses[status]
  const is = sql`complaints.status = ${sql.lit(status)}`
  if (waits === 'always') return [is]
  return waits === 'overdue' ? [sql`(${is} and coalesce(complaints.due_on < ${todayInIndia()}, false))`] : []
}

/**
 * SQL: the complaints with something that the complainant has added since an admin did something in the case, and since when. A look at
 * what is withheld, or taking out files, answers nobody.
 */
export const NEWS = sql`(
  select added.complaint_id, min(added.at) as since
  from case_events added
  where added.by_role = 'complainant' and added.kind in ('note', 'file')
    and added.at >= now() - make_interval(days => ${sql.lit(NEWS_DAYS)})
    and not exists (
      select from case_events later
      where later.complaint_id = added.complaint_id and later.id > added.id and later.by_role = 'admin'
        and later.kind <> 'reveal')
  group by added.complaint_id
)`

/** SQL: the complaints of a status that wait by themselves, read from an index in its order. */
export function waitingComplaints(status: ComplaintStatus): RawBuilder<unknown>[] {
  const of = sql`from complaints where status = ${sql.lit(status)}`
  const { waits } = complaintStatuses[status]
  if (waits === 'always') return [sql`${of} order by id desc`]
  return waits === 'overdue' ? [sql`${of} and due_on < ${todayInIndia()} order by due_on`] : []
}

/**
 * SQL condition on a complaint: it waits for an admin, by itself or because of its news. The menu and the dashboard count the same. The ids
 * are read first, each part from its index: no index fits all three.
 */
export const WAITS_FOR_US = sql<boolean>`complaints.id = any(array(
  ${sql.join(
    COMPLAINT_STATUSES.flatMap(waitingComplaints).map((from) => sql`(select id ${from})`),
    sql` union all `,
  )}
  union all select complaint_id from ${NEWS} news))`
