import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import type { Db } from '../../platform/db/pool.ts'

type Nominee = { name: string; contact: string }

/** The person whom somebody with this address named last to act for them. */
export async function findNominee(db: Db, email: string): Promise<Nominee | null> {
  const row = await db
    .selectFrom('privacy_requests')
    .select(['nominee_name as name', 'nominee_contact as contact'])
    .where('email_key', '=', foldCase(email))
    .where('kind', '=', 'nominate')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name && row.contact ? { name: row.name, contact: row.contact } : null
}
