import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-form.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { isRolledBack } from '../platform/db/database-errors.ts'
import type { Db } from '../platform/db/pool.ts'
import { conflict } from '../platform/errors.ts'
import type { FileStore, ReceivedFile } from '../platform/files/file-store.ts'
import { givenIn } from './complaint-details.ts'
import { removeFiles, storeFiles } from './complaint-files.ts'
import { type Filed, type FiledComplaint, findByKey, insertComplaint } from './insert-complaint.ts'

export type Submission = { form: ComplaintForm; files: ReceivedFile[]; language: Language }

export type Filing = {
  db: Db
  attachments: FileStore
  /** Counts a submission for each of its contacts; rejects if there are too many. */
  limitRate: (form: ComplaintForm) => Promise<void>
  /** By the type of a complaint in lower case; `other` for all that are not named. */
  dueDays: () => Record<string, number>
}

/**
 * Files a complaint. A repeat with the same key and content returns the complaint that was filed; different content is rejected
 * with 409. Files and rows are stored together: a crash in between leaves at most files that the sweep removes.
 */
export async function fileComplaint(
  { db, attachments, limitRate, dueDays }: Filing,
  { form, files, language }: Submission,
  idempotencyKey: string | null,
): Promise<Filed> {
  const contentHash = contentHashOf({ form, files })
  const existing = idempotencyKey && (await findByKey(db, idempotencyKey))
  if (existing) return unlessDifferent(existing, form, contentHash)
  await limitRate(form)
  const kept = await storeFiles(attachments, files)
  const filed = await insertComplaint(db, {
    ...{ form, language, files: kept, idempotencyKey, contentHash },
    ...dueDaysOf(dueDays(), form),
  }).catch(async (error: unknown) => {
    // After any other error the rows may exist together with the files, so these are left to the sweep.
    if (isRolledBack(error)) await removeFiles(attachments, kept)
    throw error
  })
  if (kept[0]?.name !== filed.filePath) await removeFiles(attachments, kept)
  return unlessDifferent(filed, form, contentHash)
}

/** After how many days a complaint of this type is due. */
export function dueDaysOf(
  dueDays: Record<string, number>,
  { type_of_complaint: type }: Pick<ComplaintForm, 'type_of_complaint'>,
): { dueDays?: number } {
  const named = type.toLowerCase()
  const days = Object.hasOwn(dueDays, named) ? dueDays[named] : dueDays.other
  return days === undefined ? {} : { dueDays: days }
}

/**
 * Details that were not given are left out, and the hashes of the files follow one another, so that a form without details and with
 * one file or none has the hash that it had before there was more.
 */
export function contentHashOf({ form, files }: Pick<Submission, 'form' | 'files'>): string {
  const [first = null, ...others] = files.map(({ sha256 }) => sha256)
  return createHash('sha256')
    .update(JSON.stringify([givenIn(form), first, ...others]))
    .digest('base64url')
}

function unlessDifferent(filed: FiledComplaint, form: ComplaintForm, contentHash: string): Filed {
  // Complaints from before the hash was stored are compared by their fields alone.
  const isSame =
    filed.contentHash === null ? isDeepStrictEqual(filed.form, givenIn(form)) : filed.contentHash === contentHash
  if (isSame) return filed
  throw conflict('different_content', 'errorSentences.differentComplaint')
}
