import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyFor } from '../auth/sealed-secret.ts'

const ID_BYTES = 6
// 144 bits, so that the whole is 32 characters.
const MAC_BYTES = 18
const TOKEN = /^[\w-]{32}$/

/** The account whose card it is. A card with another version has another token. */
export type CardOwner = { userId: number; version: number }

/** The token in the address of a card. It is made from the secret key, so that it need not be stored. */
export function cardToken(owner: CardOwner, secretKey: Buffer): string {
  return Buffer.concat([idOf(owner), macOf(owner, secretKey)]).toString('base64url')
}

/** The account that a token names, before it is known whether the token is right; null if it cannot be one. */
export function accountOf(token: string): number | null {
  return TOKEN.test(token) ? Buffer.from(token, 'base64url').readUIntBE(0, ID_BYTES) : null
}

export function isCardToken(token: string, owner: CardOwner, secretKey: Buffer): boolean {
  return timingSafeEqual(Buffer.from(token, 'base64url').subarray(ID_BYTES), macOf(owner, secretKey))
}

function idOf({ userId }: CardOwner): Buffer {
  const id = Buffer.alloc(ID_BYTES)
  id.writeUIntBE(userId, 0, ID_BYTES)
  return id
}

function macOf({ userId, version }: CardOwner, secretKey: Buffer): Buffer {
  const mac = createHmac('sha256', keyFor('member cards', secretKey)).update(`account ${userId} version ${version}`)
  return mac.digest().subarray(0, MAC_BYTES)
}
