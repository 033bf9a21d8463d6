import { REOPEN_DAYS } from '@petsetu/contract/complaints/complaint-facts.ts'
import type { PublicCaseEvent } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { complaintStatuses, ENDED_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints/complaints.ts'
import type { FollowedCase } from '@petsetu/contract/complaints/follow.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import type { Deps } from '../../deps.ts'
import { isToken } from '../../people/users/one-time-links.ts'
import { daysAgo } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { findOrCountMiss } from '../../platform/http/limits/throttles.ts'
import { listPublicEvents } from '../case-events.ts'
import { IS_FEE_ASKED } from '../complaint-payment.ts'
import { IS_OVERDUE } from '../complaint-queries.ts'
import { findFollowed } from './follow-links.ts'

/** The id of the complaint that this link leads to; 404 for any other token. Guesses are counted by address. */
export function complaintOfLink({ db, throttles }: Deps, token: string, ip: string): Promise<number> {
  const find = async () => (isToken(token) ? findFollowed(db, token) : null)
  return findOrCountMiss(throttles.followTokenMisses, ip, 'follow_not_found', find)
}

/** A complaint as its complainant sees it. One that was merged also shows what becomes of the complaint that it was merged into. */
export async function readFollowedCase(db: Db, id: number): Promise<FollowedCase> {
  const { is_payable, ...own } = await db
    .selectFrom('complaints')
    .select(['id', 'status', 'created_at', 'type_of_complaint', 'location_of_incident', 'duplicate_of', 'due_on'])
    .select([IS_FEE_ASKED.as('is_payable'), IS_OVERDUE.as('is_overdue')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ownEvents = await listPublicEvents(db, id)
  const first = own.duplicate_of === null ? null : await readFirst(db, own.duplicate_of)
  const { status, due_on, is_overdue } = first ?? own
  return {
    id,
    reference: formatReference({ id, createdAt: own.created_at }),
    type_of_complaint: own.type_of_complaint,
    location_of_incident: own.location_of_incident,
    status,
    merged_into: first && formatReference({ id: first.id, createdAt: first.created_at }),
    due_on,
    is_overdue,
    events: first ? await withEventsOfOthers(db, ownEvents) : ownEvents,
    is_payable,
    reopen: await reopenState(db, id, { status: own.status, isMerged: first !== null }),
  }
}

function readFirst(db: Db, id: number) {
  return db
    .selectFrom('complaints')
    .select(['id', 'status', 'created_at', 'due_on', IS_OVERDUE.as('is_overdue')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

type Merge = { into: number; from: string; until: string | null }

/** The complaints that a merged one belongs to and belonged to since it was merged, and while it did. */
function mergesOf(own: PublicCaseEvent[]): Merge[] {
  const merges = own.filter(({ kind }) => kind === 'merge')
  // A complaint follows the one that it was merged into: such a merge names that one as `before`.
  const first = merges.findLastIndex(({ before }) => before === null)
  return merges
    .slice(first)
    .map(({ after, at }, index, all) => ({ into: Number(after), from: at, until: all[index + 1]?.at ?? null }))
}

/** Somebody else filed the other complaints: of each, what admins tell is shown, and nothing that its complainant wrote, while they belong together. */
async function withEventsOfOthers(db: Db, own: PublicCaseEvent[]): Promise<PublicCaseEvent[]> {
  const seen: PublicCaseEvent[] = []
  for (const { into, from, until } of mergesOf(own)) {
    const others = await listPublicEvents(db, into)
    seen.push(...others.filter((event) => isTold(event) && event.at >= from && (until === null || event.at < until)))
  }
  return [...own, ...seen.map((event) => (event.kind === 'note' ? event : { ...event, text: null }))].sort(
    (one, other) => (one.at < other.at ? -1 : 1),
  )
}

const isTold = ({ kind, by }: PublicCaseEvent) =>
  kind === 'status' || kind === 'outcome' || (kind === 'note' && by === 'admin')

/** Tells if a complaint can be opened again: for thirty days after the change that resolved or closed it. */
export async function reopenState(
  db: Db,
  id: number,
  { status, isMerged }: { status: ComplaintStatus; isMerged: boolean },
): Promise<FollowedCase['reopen']> {
  if (complaintStatuses[status].isOpen) return 'open'
  if (isMerged) return 'merged'
  const ended = await db
    .selectFrom('case_events')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('complaint_id', '=', id)
    .where('kind', '=', 'status')
    .where('after', 'in', ENDED_STATUSES)
    .having(({ fn }) => fn.max('at'), '>', daysAgo(REOPEN_DAYS))
    .executeTakeFirst()
  return ended ? 'possible' : 'late'
}
