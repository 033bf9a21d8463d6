import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../deps.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Each use of the secret key has a key of its own. */
export function keyFor(purpose: string, secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `petsetu ${purpose}`, 32))
}

type Bound = {
  use: string
  /** The record that it belongs to: in another one it cannot be decrypted. */
  owner: string
}

export function sealText(text: string, { use, owner }: Bound, secretKey: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(use, secretKey), iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws if it was encrypted with another key, for another use or record, or was changed. */
export function openText(sealed: Buffer, { use, owner }: Bound, secretKey: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyFor(use, secretKey), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

export function sealSecret(secret: string, userId: number, secretKey: Buffer): Buffer {
  return sealText(secret, factorOf(userId), secretKey)
}

export function openSecret(sealed: Buffer, userId: number, secretKey: Buffer): string {
  return openText(sealed, factorOf(userId), secretKey)
}

const factorOf = (userId: number): Bound => ({ use: 'second factors', owner: `user ${userId}` })

/** Warns at the start if second factors were encrypted with another key, as after a restore, or if nodes have different ones. */
export async function checkSecretKey(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  log: FastifyBaseLogger,
): Promise<void> {
  const newest = await db
    .selectFrom('second_factors')
    .select(['user_id', 'secret_enc'])
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  try {
    if (newest) openSecret(newest.secret_enc, newest.user_id, secretKey)
  } catch {
    log.error('second factors were encrypted with another SECRET_KEY: set that one, or their codes are not accepted')
  }
}
