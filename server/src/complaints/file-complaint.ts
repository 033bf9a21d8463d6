import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { ComplaintForm } from '@petsetu/contract/complaints.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../db/pool.ts'
import { conflict, isRefusedByDatabase } from '../errors.ts'
import type { FileStore, ReceivedFile } from '../files/file-store.ts'
import { givenIn } from './complaint-details.ts'
import { type FiledComplaint, findByKey, insertComplaint } from './insert-complaint.ts'

export type Submission = { form: ComplaintForm; file: ReceivedFile | null; language: Language }

export type Filing = {
  db: Db
  attachments: FileStore
  /** Counts a submission for each of its contacts; rejects if there are too many. */
  limitRate: (form: ComplaintForm) => Promise<void>
  /** By the type of a complaint; `other` for all that are not named. */
  dueDays: Record<string, number>
}

/**
 * Files a complaint and returns its id. A repeat with the same key and content returns the same id; different content is
 * rejected with 409. File and row are stored together: a crash in between leaves at most a file that the sweep removes.
 */
export async function fileComplaint(
  { db, attachments, limitRate, dueDays }: Filing,
  { form, file, language }: Submission,
  idempotencyKey: string | null,
): Promise<number> {
  const contentHash = contentHashOf({ form, file })
  const existing = idempotencyKey && (await findByKey(db, idempotencyKey))
  if (existing) return idOfSame(existing, form, contentHash)
  await limitRate(form)
  const filePath = file && (await attachments.keep(file))
  const filed = await insertComplaint(db, {
    ...{ form, language, filePath, idempotencyKey, contentHash },
    ...dueDaysOf(dueDays, form),
  }).catch(async (error: unknown) => {
    // After any other error the row may exist together with its file, so the file is left to the sweep.
    if (filePath && isRefusedByDatabase(error)) await attachments.remove(filePath)
    throw error
  })
  if (filePath && filePath !== filed.filePath) await attachments.remove(filePath)
  return idOfSame(filed, form, contentHash)
}

function dueDaysOf(dueDays: Filing['dueDays'], { type_of_complaint: type }: ComplaintForm): { dueDays?: number } {
  const named = type.toLowerCase()
  const days = Object.hasOwn(dueDays, named) ? dueDays[named] : dueDays.other
  return days === undefined ? {} : { dueDays: days }
}

/** Details that were not given are left out, so that a form without any has the hash that it had before there were details. */
export function contentHashOf({ form, file }: Pick<Submission, 'form' | 'file'>): string {
  return createHash('sha256')
    .update(JSON.stringify([givenIn(form), file?.sha256 ?? null]))
    .digest('base64url')
}

function idOfSame(filed: FiledComplaint, form: ComplaintForm, contentHash: string): number {
  // Complaints from before the hash was stored are compared by their fields alone.
  const isSame =
    filed.contentHash === null ? isDeepStrictEqual(filed.form, givenIn(form)) : filed.contentHash === contentHash
  if (isSame) return filed.id
  throw conflict('different_content', 'errorSentences.differentComplaint')
}
