import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { PlaceFile } from '../files/file-content.ts'
import type { FileStore } from '../files/file-store.ts'
import { ERASED } from '../users/contact.ts'
import { eraseCaseEvents, exportCaseEvents } from './case-events.ts'
import { NO_DETAILS } from './complaint-details.ts'

type Stores = { db: Db; attachments: FileStore }

/** How many days a repeated form is recognised. */
export const FORM_KEY_DAYS = 30

/** Complaints as they are in the table, each with its file and with the part of its history that is not internal. */
export async function exportComplaints(db: Db, ids: number[], place: PlaceFile): Promise<object[]> {
  const complaints = await db.selectFrom('complaints').selectAll().where(isOneOf(ids)).execute()
  const events = await exportCaseEvents(db, ids)
  return Promise.all(
    complaints.map(async (complaint) => ({
      ...complaint,
      events: events.filter(({ complaint_id }) => complaint_id === complaint.id),
      file: complaint.file_path === null ? null : await place(complaint.file_path),
    })),
  )
}

/** Removes who complained. Text, details and file stay until the complaint is closed. */
export async function eraseComplaints(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('complaints')
    .set({ fullname: ERASED, email: '', phone: '', idempotency_key: null, content_hash: null, erased_at: sql`now()` })
    .where(isOneOf(ids))
    .execute()
}

/** Removes text, details, file and notes from erased complaints that have been closed since. */
export async function finishErasures({ db, attachments }: Stores): Promise<void> {
  const closed = await db
    .selectFrom('complaints')
    .select(['id', 'file_path'])
    .where('erased_at', 'is not', null)
    .where('status', '=', 'closed')
    .where((where) =>
      where.or([
        where('description', '<>', ERASED),
        where('file_path', 'is not', null),
        where.exists(
          where
            .selectFrom('case_events')
            .select('case_events.id')
            .whereRef('complaint_id', '=', 'complaints.id')
            .where('text', '<>', ERASED),
        ),
      ]),
    )
    .execute()
  for (const { id, file_path } of closed) {
    // The file first: without the row only the sweep would find it.
    if (file_path !== null) await attachments.remove(file_path)
    await db
      .updateTable('complaints')
      .set({ ...NO_DETAILS, description: ERASED, location_of_incident: ERASED, file_path: null })
      .where('id', '=', id)
      .execute()
    await eraseCaseEvents(db, id)
  }
}

export async function forgetFormKeys(db: Db): Promise<void> {
  await db
    .updateTable('complaints')
    .set({ idempotency_key: null, content_hash: null })
    .where('idempotency_key', 'is not', null)
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${FORM_KEY_DAYS})`)
    .execute()
}

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids}::bigint[])`
