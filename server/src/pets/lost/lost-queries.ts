import type { LostForm } from '@petsetu/contract/pets/lost.ts'
import type { PetKey } from '@petsetu/contract/pets/pet-schemas.ts'
import type { Pet } from '@petsetu/contract/pets/pets.ts'
import { sql } from 'kysely'
import { type Actor, recordAudit } from '../../people/audit/record-audit.ts'
import type { Reading } from '../../people/consents/record-consent.ts'
import { updateInBatches } from '../../platform/db/batches.ts'
import { daysAgo } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { changedMeanwhile } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { deleteWaitingMails } from '../../platform/mail/mail-queries.ts'
import { lockOwnPet, readOwnPet, recordOwnersConsent } from '../pet-queries.ts'

type Marking = Actor & Reading

/**
 * Marks a pet that `person` may change as lost, or replaces what is said about it. A pet that was not lost is no longer muted.
 * Rejects with 404 without such a pet, and with 409 what only changes the notice of a pet that is home by now.
 */
export async function markLost(
  db: Db,
  key: PetKey,
  { changes = false, ...form }: LostForm & { changes?: boolean | undefined },
  by: Marking,
): Promise<Pet> {
  const { since, area, note = null, reward = null, listed } = form
  return inTransaction(db, async (transaction) => {
    const petNumber = await lockOwnPet(transaction, key, by.person, 'canBeLost')
    if (changes) await requireLost(transaction, petNumber, by.person)
    const told = { since, area, note, reward_rupees: reward, is_listed: listed, saved_at: sql<Date>`now()` }
    if (!(await isLost(transaction, petNumber))) await unmute(transaction, petNumber)
    await transaction
      .insertInto('lost_pets')
      .values({ pet_number: petNumber, ...told })
      .onConflict((same) => same.column('pet_number').doUpdateSet(told))
      .execute()
    await recordOwnersConsent(transaction, 'lost', petNumber, by)
    await recordAudit(transaction, by, 'lost-marked', { kind: 'pet', id: petNumber })
    return readOwnPet(transaction, { id: petNumber }, by.person)
  })
}

async function isLost(transaction: Db, petNumber: number): Promise<boolean> {
  const lost = await transaction
    .selectFrom('lost_pets')
    .select('pet_number')
    .where('pet_number', '=', petNumber)
    .executeTakeFirst()
  return lost !== undefined
}

/** An owner who had enough of a finder before the pet was lost waits for each news of it now. */
async function unmute(transaction: Db, petNumber: number): Promise<void> {
  await transaction.deleteFrom('found_mutes').where('pet_id', '=', petNumber).execute()
}

async function requireLost(transaction: Db, petNumber: number, person: Person): Promise<void> {
  const pet = await readOwnPet(transaction, { id: petNumber }, person)
  if (!pet.lost) throw changedMeanwhile('errorSentences.changedPet', pet)
}

/** Ends the lost mode of a pet that `person` may change. A pet that is not lost stays as it is. */
export async function endOwnLost(db: Db, key: PetKey, by: Actor): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const id = await lockOwnPet(transaction, key, by.person, 'canBeLost')
    await endLost(transaction, id)
    await recordAudit(transaction, by, 'lost-ended', { kind: 'pet', id })
  })
}

export async function endLost(db: Db, petNumber: number): Promise<void> {
  await db.deleteFrom('lost_pets').where('pet_number', '=', petNumber).execute()
  await dropScanMails(db, petNumber)
}

/** A mail about a scan that still waits would bring false hope, or be one that its reader did not want. */
export async function dropScanMails(db: Db, petNumber: number): Promise<void> {
  await deleteWaitingMails(db, { kinds: ['lost-scan'], abouts: [`pet ${petNumber}`] })
}

export async function exportLost(db: Db, userId: number | null): Promise<object[]> {
  return db
    .selectFrom('lost_pets')
    .innerJoin('pets', 'pets.id', 'pet_number')
    .select(['pets.pet_id', 'since', 'area', 'note', 'reward_rupees', 'is_listed', 'saved_at', 'scan_mailed_at'])
    .where('user_id', '=', userId)
    .execute()
}

/** Takes pets off the public list whose owners have not saved anything about it for so long. They stay marked as lost. */
export async function unlistStaleReports(db: Db, days: number): Promise<void> {
  await updateInBatches(db, 'lost_pets', sql`is_listed = false`, sql`is_listed and saved_at < ${daysAgo(days)}`)
}
