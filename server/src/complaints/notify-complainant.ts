import type { CaseEventKind } from '@petsetu/contract/complaints/case-events.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { sql } from 'kysely'
import { CASE_KIND } from '../people/push/push-devices.ts'
import { queueNotice } from '../people/push/queue-notice.ts'
import type { Db } from '../platform/db/pool.ts'
import { createFollowLink } from './follow-links.ts'

/** Events that a complaint which was merged into another one shows of it. */
const OF_MERGED: ReadonlySet<CaseEventKind> = new Set(['status', 'note', 'outcome'])

/**
 * Tells the devices that follow a complaint, and those of complaints that were merged into it, that something has happened: once for
 * all events of a transaction, and not what. Each notice brings a link of its own, as each mail does.
 */
export async function notifyComplainant(transaction: Db, complaintId: number, kind: CaseEventKind): Promise<void> {
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
