import { randomUUID } from 'node:crypto'
import type { AuditObject } from '@petsetu/contract/people/audit.ts'
import { type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** A complaint whose erasure waits for the end of its hold. */
type Waiting = { id: number; until: string; cause: string }

type Erased = {
  userId: number | null
  subjects: Partial<Record<Purpose, number[]>>
  messages?: number[]
  grievances?: number[]
  waits?: Waiting[]
}

/** Notes the numbers of what is erased, in the transaction that does it, so that a restored back-up loses it again. */
export async function recordErasure(transaction: Db, erased: Erased): Promise<void> {
  const { userId, messages = [], grievances = [], waits = [] } = erased
  const subjects = mapEntries(purposes, (_, purpose) => erased.subjects[purpose] ?? [])
  if (userId === null && [...Object.values(subjects).flat(), ...messages, ...grievances, ...waits].length === 0) return
  await transaction
    .insertInto('erasures')
    .values({
      id: randomUUID(),
      user_id: userId,
      messages,
      grievances,
      subjects: JSON.stringify(subjects),
      waits: JSON.stringify(waits),
    })
    .execute()
}

/** Removes what admins wrote about these records; nothing else in the audit holds words about people. */
export async function eraseReasons(transaction: Db, kind: AuditObject, ids: number[]): Promise<void> {
  await transaction
    .updateTable('audit')
    .set({ reason: ERASED })
    .where('object_kind', '=', kind)
    .where(sql<boolean>`object_id = any(${ids.map(String)}::text[])`)
    .where('reason', '<>', ERASED)
    .execute()
}
