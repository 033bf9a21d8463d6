import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Each use of the secret key has a key of its own. */
export function keyFor(purpose: string, secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `petsetu ${purpose}`, 32))
}

/** Encrypts the secret of an account's second factor. In the row of another account it cannot be decrypted. */
export function sealSecret(secret: string, userId: number, secretKey: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor('second factors', secretKey), iv).setAAD(ownerOf(userId))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Throws if it was encrypted with another key, for another account, or was changed. */
export function openSecret(sealed: Buffer, userId: number, secretKey: Buffer): string {
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, keyFor('second factors', secretKey), iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(ownerOf(userId)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

const ownerOf = (userId: number) => Buffer.from(`user ${userId}`)
