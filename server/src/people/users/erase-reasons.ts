import type { AuditObject } from '@petsetu/contract/people/audit.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { ERASED } from './contact.ts'

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
