import type { PetKey } from '@petsetu/contract/pet-key.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db/pool.ts'
import { findOwnPet, lockOwnPet } from './pet-queries.ts'

/** Runs a change of a pet; if an admin makes it, the audit stores which fields changed. All of them are about the owner or their pet. */
export async function auditPet<T>(transaction: Db, by: Actor, key: PetKey, change: () => Promise<T>): Promise<T> {
  if (by.person.role !== 'admin') return change()
  const id = await lockOwnPet(transaction, key, by.person)
  const before = await findOwnPet(transaction, { id }, by.person)
  const result = await change()
  const after = await findOwnPet(transaction, { id }, by.person)
  if (!before || !after) return result
  const { version: _, ...fields } = before
  const { version: __, ...changed } = after
  const personal = Object.keys(before)
  await recordAudit(transaction, by, {
    action: 'pet-changed',
    object: { kind: 'pet', id },
    before: fields,
    after: changed,
    personal,
  })
  return result
}
