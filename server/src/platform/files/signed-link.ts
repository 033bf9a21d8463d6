import { createHmac, randomBytes } from 'node:crypto'
import { ATTACHMENT_PATH } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import type { Db } from '../db/pool.ts'
import { isSameSecret } from '../same-secret.ts'

const LINK_SECONDS = 5 * 60

/** A link that opens this attachment for five minutes without a session: a new tab cannot send a bearer token. */
export function attachmentLink(name: string, key: Buffer, now: number = Date.now()): string {
  return `${fillPath(ATTACHMENT_PATH, { file_path: name })}?${signed(name, key, now)}`
}

/** The search part of an address that shows this for five minutes without a session. */
export function signed(subject: string, key: Buffer, now: number = Date.now()): string {
  const expires = Math.floor(now / 1_000) + LINK_SECONDS
  return `expires=${expires}&signature=${sign(subject, expires, key)}`
}

export function isSigned(
  subject: string,
  { expires, signature }: { expires?: unknown; signature?: unknown },
  key: Buffer,
  now: number = Date.now(),
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  return isSameSecret(signature, sign(subject, Number(expires), key)) && Number(expires) * 1_000 > now
}

function sign(subject: string, expires: number, key: Buffer): string {
  return createHmac('sha256', key).update(`${subject}\n${expires}`).digest('base64url')
}

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
