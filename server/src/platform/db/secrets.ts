import { randomBytes } from 'node:crypto'
import type { Db } from './pool.ts'

/** A 256-bit key shared by all nodes; the first one that needs it creates it. */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
