import type {
  CaseEvent,
  CaseEventBy,
  CaseEventKind,
  PublicCaseEvent,
} from '@petsetu/contract/complaints/complaint-schemas.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { sql } from 'kysely'
import { CASE_KIND } from '../people/push/push-devices.ts'
import { queueNotice } from '../people/push/queue-notice.ts'
import { isOneOf } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { createFollowLink } from './follow/follow-links.ts'

export type CaseActor = { role: 'complainant' | 'system' } | { role: 'admin'; userId: number }

/** The admin who works on a case. */
export function adminOf({ person }: { person: { id: number } }): CaseActor {
  return { role: 'admin', userId: person.id }
}

type NewCaseEvent = {
  by: CaseActor
  kind: CaseEventKind
  internal?: boolean
  /** The words that somebody wrote. Names, addresses and sentences go here and not into `before` or `after`: an erasure removes only this. */
  text?: string | null
  /** The value before and after a change, as its column holds it. */
  before?: string | number | null
  after?: string | number | null
}

const ALWAYS_INTERNAL: ReadonlySet<CaseEventKind> = new Set(['assign', 'priority', 'due', 'mail', 'reveal'])

/** Adds an event to the history of a complaint, in the transaction of what happened, and tells the devices that follow it. Returns its id. */
export async function recordCaseEvent(
  transaction: Db,
  complaintId: number,
  { by, kind, internal = ALWAYS_INTERNAL.has(kind), text = null, before = null, after = null }: NewCaseEvent,
): Promise<number> {
  const { id } = await transaction
    .insertInto('case_events')
    .values({
      complaint_id: complaintId,
      by_role: by.role,
      by_user: by.role === 'admin' ? by.userId : null,
      kind,
      internal,
      text,
      before: before === null ? null : String(before),
      after: after === null ? null : String(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!internal && by.role !== 'complainant' && !isTakenBack(kind, after))
    await notifyComplainant(transaction, complaintId, kind)
  return id
}

/** An outcome that was taken back is not shown. */
const isTakenBack = (kind: CaseEventKind, after: string | number | null) => kind === 'outcome' && after === null

export async function listCaseEvents(db: Db, complaintId: number): Promise<CaseEvent[]> {
  const rows = await db
    .selectFrom('case_events')
    .leftJoin('users', 'users.id', 'by_user')
    .select([...EVENT_COLUMNS, 'internal', 'users.username'])
    .where('complaint_id', '=', complaintId)
    .orderBy('case_events.id')
    .execute()
  return rows.map(({ internal, username, ...row }) => ({ ...eventOf(row), internal, username }))
}

/** The history as the complainant sees it, oldest first: without what is internal, and without the names of admins. */
export async function listPublicEvents(db: Db, complaintId: number): Promise<PublicCaseEvent[]> {
  const rows = await db
    .selectFrom('case_events')
    .select(EVENT_COLUMNS)
    .where('complaint_id', '=', complaintId)
    .where('internal', '=', false)
    .orderBy('case_events.id')
    .execute()
  return rows.map(eventOf)
}

export async function exportCaseEvents(db: Db, complaintIds: number[]) {
  return db
    .selectFrom('case_events')
    .select(['complaint_id', 'at', 'by_role', 'kind', 'text', 'before', 'after'])
    .where(isOneOf('complaint_id', complaintIds))
    .where('internal', '=', false)
    .orderBy('id')
    .execute()
}

export async function eraseCaseEvents(db: Db, complaintId: number): Promise<void> {
  await db
    .updateTable('case_events')
    .set({ text: ERASED })
    .where('complaint_id', '=', complaintId)
    .where('text', '<>', ERASED)
    .execute()
}

const EVENT_COLUMNS = ['case_events.id', 'at', 'by_role', 'kind', 'text', 'before', 'after'] as const

type EventRow = Omit<PublicCaseEvent, 'at' | 'by'> & { at: Date; by_role: CaseEventBy }

function eventOf({ at, by_role, ...row }: EventRow): PublicCaseEvent {
  return { ...row, at: at.toISOString(), by: by_role }
}

/** Events that a complaint which was merged into another one shows of it. */
const OF_MERGED: ReadonlySet<CaseEventKind> = new Set(['status', 'note', 'outcome'])

/** Tells the devices that follow a complaint, or one merged into it, once a transaction, and not what happened. */
async function notifyComplainant(transaction: Db, complaintId: number, kind: CaseEventKind): Promise<void> {
  const followed = await transaction
    .selectFrom('complaints')
    .select(['id', 'created_at as createdAt'])
    .select(sql<string>`extract(epoch from now())::text`.as('moment'))
    .where((where) =>
      where.or([
        where('id', '=', complaintId),
        ...(OF_MERGED.has(kind) ? [where('duplicate_of', '=', complaintId)] : []),
      ]),
    )
    .where(sql<boolean>`exists (select from push_devices where complaint_id = complaints.id)`)
    .orderBy('id')
    .execute()
  for (const { id, createdAt, moment } of followed) {
    const reference = formatReference({ id, createdAt })
    await queueNotice(transaction, {
      to: { complaintId: id },
      kind: CASE_KIND,
      about: `complaint ${id}`,
      step: moment,
      content: (text) => ({ title: text('pushNotices.case', { reference }), body: text('pushNotices.caseBody') }),
      path: () => createFollowLink(transaction, id),
    })
  }
}
