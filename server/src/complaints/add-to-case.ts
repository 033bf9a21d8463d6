import { isRolledBack } from '../db/database-errors.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict } from '../errors.ts'
import type { FileStore, ReceivedFile } from '../files/file-store.ts'
import type { KeptFile } from '../files/kept-file.ts'
import { recordCaseEvent } from './case-events.ts'
import { changeComplaintStatus } from './change-status.ts'
import { insertFiles } from './complaint-files.ts'
import { reopenState } from './followed-case.ts'

export type Addition = { text: string | null; file: ReceivedFile | null }

/** `isFileKnown` if the complaint had this file before. */
export type Added = { isFileKnown: boolean }

type Adding = Pick<Deps, 'db' | 'throttles' | 'enqueueMail'> & { attachments: FileStore }

/** A complaint holds at most this many, with those that were filed with it. */
const FILES_MAX = 20
const BY = { role: 'complainant' } as const

/** Adds what the complainant wrote, and a file, to the history. The same text or file again, as from a second click, adds nothing. */
export async function addToCase(deps: Adding, id: number, addition: Addition): Promise<Added> {
  await deps.throttles.followMessages.count(String(id))
  return withFile(deps, addition.file, (kept) =>
    inTransaction(deps.db, async (transaction) => {
      await lockComplaint(transaction, id)
      return record(transaction, id, addition.text, kept)
    }),
  )
}

/** Opens a resolved or closed complaint again. Rejects with 409 if that is over, or was never needed. */
export async function reopenCase(deps: Adding, id: number, { text, file }: Addition): Promise<Added> {
  await deps.throttles.followMessages.count(String(id))
  return withFile(deps, file, (kept) =>
    inTransaction(deps.db, async (transaction) => {
      const { status, duplicate_of } = await lockComplaint(transaction, id)
      const state = await reopenState(transaction, id, { status, isMerged: duplicate_of !== null })
      if (state === 'open') throw conflict('case_is_open')
      if (state === 'merged') throw conflict('case_merged')
      if (state === 'late') throw conflict('case_closed_too_long')
      await recordCaseEvent(transaction, id, { by: BY, kind: 'reopen', text, before: status, after: 'pending' })
      await changeComplaintStatus({ ...deps, db: transaction }, id, 'pending', BY)
      return record(transaction, id, null, kept)
    }),
  )
}

function lockComplaint(transaction: Db, id: number) {
  return transaction
    .selectFrom('complaints')
    .select(['status', 'duplicate_of'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function record(transaction: Db, id: number, text: string | null, file: KeptFile | null): Promise<Added> {
  if (text !== null && !(await isLastNote(transaction, id, text)))
    await recordCaseEvent(transaction, id, { by: BY, kind: 'note', text })
  if (!file) return { isFileKnown: false }
  const stored = await transaction
    .selectFrom('complaint_files')
    .select('sha256')
    .where('complaint_id', '=', id)
    .execute()
  if (stored.some(({ sha256 }) => sha256 === file.sha256)) return { isFileKnown: true }
  if (stored.length >= FILES_MAX) throw conflict('too_many_case_files')
  await insertFiles(transaction, id, [file], 'complainant')
  await recordCaseEvent(transaction, id, { by: BY, kind: 'file', after: file.name })
  return { isFileKnown: false }
}

async function isLastNote(transaction: Db, id: number, text: string): Promise<boolean> {
  const last = await transaction
    .selectFrom('case_events')
    .select(['kind', 'by_role', 'text'])
    .where('complaint_id', '=', id)
    .where('internal', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'note' && last.by_role === 'complainant' && last.text === text
}

/**
 * Stores a file for `work`; removes it again if that does not use it or is rolled back. A crash in between leaves a file that the
 * sweep removes.
 */
async function withFile(
  { attachments }: Adding,
  received: ReceivedFile | null,
  work: (file: KeptFile | null) => Promise<Added>,
): Promise<Added> {
  const file = received && (await attachments.keep(received))
  try {
    const added = await work(file)
    if (file && added.isFileKnown) await attachments.remove(file)
    return added
  } catch (error) {
    if (file && isRolledBack(error)) await attachments.remove(file)
    throw error
  }
}
