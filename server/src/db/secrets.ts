import { randomBytes } from 'node:crypto'
import type { Db } from './pool.ts'

/** A key of 256 bits that all nodes share, made by whichever asks first. */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
