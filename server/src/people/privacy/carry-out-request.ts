import type { Readable } from 'node:stream'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import type { HeldData, HeldRecord, PrivacyRequestDetails } from '@petsetu/contract/people/privacy.ts'
import { PURPOSES, type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { sql } from 'kysely'
import { listHeld } from '../../complaints/holds.ts'
import type { Deps } from '../../deps.ts'
import { readBookYears } from '../../office/settings/foundation-store.ts'
import { findThreadsOf } from '../../pets/found/found-privacy.ts'
import { idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { findGrievances } from '../grievances/grievance-queries.ts'
import type { Identity } from '../users/contact.ts'
import { eraseRecords } from './erasing/erase-person.ts'
import { zipPerson } from './export-person.ts'
import { findNomination, lockRequest, readRequest } from './privacy-requests.ts'
import { findRecordsOf, identityOf } from './records-of.ts'

const RECORDS_MAX = 50

/** Looks up nothing for an address that nobody has confirmed. */
export async function readDetails(db: Db, id: number): Promise<PrivacyRequestDetails> {
  const request = await readRequest(db, id)
  const isKnown = request.is_confirmed && request.email !== ''
  return { ...request, held: isKnown ? await findHeld(db, request.email) : null }
}

export async function makeFile(
  { db, attachments }: { db: Db; attachments: FileStore },
  id: number,
  by: Actor,
): Promise<Readable> {
  const identity = await inTransaction(db, async (transaction) => {
    const found = await personOf(transaction, id)
    await recordAudit(transaction, by, 'person-exported', { kind: 'privacy-request', id })
    return found
  })
  return zipPerson({ db, attachments }, identity, 'admin')
}

export async function eraseForRequest({ db }: Pick<Deps, 'db'>, id: number, reason: string, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const identity = await personOf(transaction, id, { asksFor: 'erase' })
    await recordAudit(transaction, by, 'person-erased', { kind: 'privacy-request', id }, { reason })
    await eraseRecords(transaction, identity)
  })
}

/** The person of an open request, which it locks. Rejects with 409 one that is done or not confirmed. */
async function personOf(transaction: Db, id: number, { asksFor }: { asksFor?: 'erase' } = {}): Promise<Identity> {
  await lockRequest(transaction, id)
  const { email, kind, done_at, is_confirmed } = await readRequest(transaction, id)
  if (done_at !== null) throw conflict('privacy_request_done')
  if (!is_confirmed) throw conflict('privacy_address_unconfirmed')
  if (asksFor && kind !== asksFor) throw conflict('erasure_not_asked')
  return identityOf(transaction, { email })
}

async function findHeld(db: Db, email: string): Promise<HeldData> {
  const identity = await identityOf(db, { email })
  const { subjectIds } = await findRecordsOf(db, identity)
  const account = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .select(sql<boolean>`role = 'admin'`.as('is_admin'))
    .where('id', '=', identity.userId)
    .executeTakeFirst()
  const nomination = await findNomination(db, email)
  const named = mapEntries(purposes, (): number[] => [])
  for (const purpose of PURPOSES) named[purpose] = await findNamed(db, purpose, subjectIds[purpose])
  const records = await Promise.all(PURPOSES.map((purpose) => listNewest(db, purpose, named[purpose])))
  return {
    account: account ?? null,
    records: records.flat(),
    total: Object.values(subjectIds).flat().length,
    conversations: (await findThreadsOf(db, identity.contact)).length,
    grievances: (await findGrievances(db, identity.contact)).length,
    nominee: nomination && { name: nomination.name, contact: nomination.contact },
    kept: (await listHeld(db, named.complaint)).map(({ id: _, ...kept }) => kept),
    book_years: await readBookYears(db),
  }
}

/** Leaves out withheld names: the number of such a complaint would tell whose it is. */
async function findNamed(db: Db, purpose: Purpose, ids: number[]): Promise<number[]> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::bigint[]) and not ${privacy.isWithheld}`.execute(db)
  return idsOf(rows)
}

async function listNewest(db: Db, purpose: HeldRecord['purpose'], ids: number[]): Promise<HeldRecord[]> {
  const start = purpose === 'membership' ? sql`start_date` : sql`null`
  const { rows } = await sql<{ id: number; createdAt: Date; startDate: string | null }>`
    select id, created_at as "createdAt", ${start} as "startDate" from ${sql.table(PURPOSE_RULES[purpose].table)}
    where id = any(${ids}::bigint[]) order by id desc limit ${RECORDS_MAX}`.execute(db)
  return rows.map(({ id, createdAt, startDate }) => ({
    purpose,
    id,
    at: createdAt.toISOString(),
    reference:
      purpose === 'complaint'
        ? formatReference({ id, createdAt })
        : startDate && memberNumber({ number: id, start_date: startDate }),
  }))
}
