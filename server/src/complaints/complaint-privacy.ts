import { COMPLAINT_TYPES } from '@petsetu/contract/complaints/complaint-facts.ts'
import { FINAL_STATUSES } from '@petsetu/contract/complaints/complaint-statuses.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { type RawBuilder, sql } from 'kysely'
import { deletePayLinks } from '../payments/pay-links.ts'
import { isChequeAtBank, type MovedAccount } from '../payments/purpose-rules.ts'
import { eraseCaseDevices } from '../people/push/push-devices.ts'
import { hasEmail } from '../people/users/contact.ts'
import { eraseReasons, recordErasure } from '../people/users/record-erasure.ts'
import { deleteCorrections } from '../people/users/stored-corrections.ts'
import { updateInBatches } from '../platform/db/batches.ts'
import { daysAgo, isOneOf, literals } from '../platform/db/expressions.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { eachDespiteFailures } from '../platform/errors.ts'
import type { PlaceFile, Stores } from '../platform/files/file-store.ts'
import { deleteMailsOf } from '../platform/mail/mail-queries.ts'
import { eraseCaseEvents, exportCaseEvents } from './case-events.ts'
import { deleteFiles, removeFiles } from './complaint-files.ts'
import { NO_DETAILS } from './file-complaint.ts'
import { deleteExpiredFollowLinks, deleteFollowLinks } from './follow/follow-links.ts'
import { IS_HELD, letErasureWait, listHeld } from './holds.ts'

// Another type is what the complainant typed.
const TYPES_KEPT = [...COMPLAINT_TYPES, ERASED]

/** A repeated form is recognised for this many days. */
export const FORM_KEY_DAYS = 30

/**
 * SQL condition on a complaint: the account had confirmed its address when it left that for another one. An account that has confirmed the
 * address since has the complaint.
 */
export function isKeptFor(userId: number): RawBuilder<boolean> {
  return sql<boolean>`(complaints.account_id = ${userId} and not exists (
    select from users later
    where later.email_key = lower(normalize(complaints.email, NFKC)) and later.email_confirmed_at is not null
      and later.id <> complaints.account_id))`
}

/**
 * Notes whose the complaints are that were filed since the account has confirmed its address, because it is about to get another one. What
 * was filed with the address before that may be of whoever had it then.
 */
export async function keepComplaints(transaction: Db, { id, email, isEmailConfirmed }: MovedAccount): Promise<void> {
  if (isEmailConfirmed)
    await transaction
      .updateTable('complaints')
      .set({ account_id: id })
      .where(hasEmail(email))
      .where('created_at', '>=', ({ selectFrom }) =>
        selectFrom('users').select('email_confirmed_at').where('users.id', '=', id),
      )
      .execute()
}

/**
 * Complaints as they are in the table, each with its files as they came and with the part of its history that is not internal. The key of
 * the form is left out: whoever sends the form with it once more gets a link to the complaint.
 */
export async function exportComplaints(db: Db, ids: number[], place: PlaceFile): Promise<object[]> {
  const complaints = await db.selectFrom('complaints').selectAll().where(isOneOf('id', ids)).execute()
  const events = Map.groupBy(await exportCaseEvents(db, ids), ({ complaint_id }) => complaint_id)
  const filesOf = Map.groupBy(await listFiles(db, ids), ({ complaint_id }) => complaint_id)
  const exported: object[] = []
  for (const { idempotency_key: _, ...complaint } of complaints) {
    const files = await exportFiles(filesOf.get(complaint.id) ?? [], place)
    const [first = null] = files
    // A first file of an earlier version has no row.
    const file = first === null && complaint.file_path !== null ? await place(complaint.file_path) : first?.file
    exported.push({ ...complaint, events: events.get(complaint.id) ?? [], file: file ?? null, files })
  }
  return exported
}

function listFiles(db: Db, complaintIds: number[]) {
  return db
    .selectFrom('complaint_files')
    .select(['complaint_id', 'name', 'original_name', 'type', 'bytes', 'sha256', 'created_at'])
    .where(isOneOf('complaint_id', complaintIds))
    .where('by_role', '=', 'complainant')
    .orderBy('complaint_id')
    .orderBy('position')
    .execute()
}

async function exportFiles(rows: Awaited<ReturnType<typeof listFiles>>, place: PlaceFile) {
  const files = []
  for (const { complaint_id: _, name, original_name, ...row } of rows)
    files.push({ ...row, file: await place(original_name ?? name) })
  return files
}

const IS_CHEQUE_AT_BANK = isChequeAtBank('complaint', sql`complaints.id`)

/**
 * Removes who complained. Text, details and files stay until the complaint is closed, and the name while a cheque for the fee is at the bank,
 * because the receipt for it must say who paid. One that is held waits as a whole.
 */
export async function eraseComplaints(transaction: Db, wanted: number[]): Promise<void> {
  const held = (await listHeld(transaction, wanted)).map(({ id }) => id)
  await letErasureWait(transaction, held)
  const ids = wanted.filter((id) => !held.includes(id))
  await transaction
    .updateTable('complaints')
    .set({ email: '', phone: '', idempotency_key: null, content_hash: null, erased_at: sql`now()` })
    .set({ account_id: null, fullname: sql`case when ${IS_CHEQUE_AT_BANK} then fullname else ${ERASED} end` })
    .set({ hold_reason: sql`case when hold_reason is not null then ${ERASED} end` })
    .where(isOneOf('id', ids))
    .execute()
  await deleteFollowLinks(transaction, ids)
  await eraseReasons(transaction, 'complaint', ids)
  await eraseCaseDevices(transaction, ids)
  await deletePayLinks(transaction, 'complaint', ids)
  await deleteCorrections(transaction, 'complaint', ids)
}

async function eraseReleased(db: Db): Promise<void> {
  const released = await db
    .selectFrom('complaints')
    .select('id')
    .where('erasure_asked_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where(sql<boolean>`not ${IS_HELD}`)
    .execute()
  await eachDespiteFailures(released, 'erasures after a hold', ({ id }) =>
    inTransaction(db, async (transaction) => {
      // Somebody may hold it anew at this moment.
      const unheld = transaction.selectFrom('complaints').select('id').where(sql<boolean>`not ${IS_HELD}`)
      if (!(await unheld.where('id', '=', id).forUpdate().executeTakeFirst())) return
      await eraseComplaints(transaction, [id])
      const payments = await transaction
        .selectFrom('payments')
        .select('id')
        .where('purpose', '=', 'complaint')
        .where('subject_id', '=', id)
        .execute()
      const abouts = [`complaint ${id}`, ...payments.map((payment) => `payment ${payment.id}`)]
      await deleteMailsOf(transaction, { userId: null, abouts })
      await recordErasure(transaction, { userId: null, subjects: { complaint: [id] } })
    }),
  )
}

/** Finishes erasures that had to wait for a bank, for the end of a hold, or for a complaint to be closed. */
export async function finishErasures({ db, attachments }: Stores): Promise<void> {
  const steps = [() => eraseReleased(db), () => erasePayers(db), () => eraseClosed(db, attachments)]
  await eachDespiteFailures(steps, 'steps of erasures', (step) => step())
}

/** Removes the names that were left for a cheque: the receipt has it by now, or none will be issued. */
async function erasePayers(db: Db): Promise<void> {
  await db
    .updateTable('complaints')
    .set({ fullname: ERASED })
    .where('erased_at', 'is not', null)
    .where('fullname', '<>', ERASED)
    .where(sql<boolean>`not ${IS_CHEQUE_AT_BANK}`)
    .execute()
}

/**
 * SQL condition on a complaint: nobody works on its case any more, and nothing holds it. Text and files of a duplicate belong to the case
 * of the first complaint, on which somebody may still work.
 */
const IS_OVER = sql<boolean>`(complaints.status in ${literals(FINAL_STATUSES)} and not ${IS_HELD} and not exists (
  select from complaints first where first.id = complaints.duplicate_of and first.status not in ${literals(FINAL_STATUSES)}))`

/** Removes text, details, files and notes from erased complaints whose case has been closed since, and that nothing holds. */
async function eraseClosed(db: Db, attachments: Stores['attachments']): Promise<void> {
  const closed = await db
    .selectFrom('complaints')
    .select('id')
    .where('erased_at', 'is not', null)
    .where(IS_OVER)
    .where((where) =>
      where.or([
        where('description', '<>', ERASED),
        where('type_of_complaint', 'not in', TYPES_KEPT),
        where('file_path', 'is not', null),
        where.exists(
          where
            .selectFrom('complaint_files')
            .select('complaint_files.id')
            .whereRef('complaint_id', '=', 'complaints.id'),
        ),
        where.exists(
          where
            .selectFrom('case_events')
            .select('case_events.id')
            .whereRef('complaint_id', '=', 'complaints.id')
            .where('text', '<>', ERASED),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
  await eachDespiteFailures(closed, 'erasures of closed complaints', ({ id }) =>
    inTransaction(db, async (transaction) => {
      // Those before took a while: somebody may have held it, or opened it again. From now on nobody does before all of it is gone.
      const complaint = await transaction
        .selectFrom('complaints')
        .select(['id', 'file_path'])
        .where('id', '=', id)
        .where(IS_OVER)
        .forUpdate()
        .executeTakeFirst()
      if (!complaint) return
      const files = await deleteFiles(transaction, complaint)
      await transaction
        .updateTable('complaints')
        .set({ ...NO_DETAILS, description: ERASED, location_of_incident: ERASED, file_path: null })
        .set({
          type_of_complaint: sql`case when type_of_complaint = any(${TYPES_KEPT}::text[]) then type_of_complaint else ${ERASED} end`,
          hold_reason: sql`case when hold_reason is not null then ${ERASED} end`,
        })
        .where('id', '=', id)
        .execute()
      // Written since the person was erased, while the case went on.
      await eraseReasons(transaction, 'complaint', [id])
      await eraseCaseEvents(transaction, id)
      // Last, and before the end: without the rows only the sweep would find those that could not be removed.
      await removeFiles(attachments, files)
    }),
  )
}

export async function forgetOldKeys(db: Db): Promise<void> {
  await deleteExpiredFollowLinks(db)
  await updateInBatches(
    db,
    'complaints',
    sql`idempotency_key = null, content_hash = null`,
    sql`idempotency_key is not null and created_at < ${daysAgo(FORM_KEY_DAYS)}`,
  )
}
