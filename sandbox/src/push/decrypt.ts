import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { SubscriptionKeys } from './subscriptions.ts'

const SALT_BYTES = 16
const TAG_BYTES = 16
const LAST_RECORD = 2

/**
 * Decrypts a message as the browser would, by RFC 8291 over RFC 8188 (`aes128gcm`). Written from the standards and not with the library
 * that encrypts, so that a mistake there is seen. Throws for anything else.
 */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: SubscriptionKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const keyLength = body.readUInt8(SALT_BYTES + 4)
  const headerEnd = SALT_BYTES + 5 + keyLength
  const senderKey = body.subarray(SALT_BYTES + 5, headerEnd)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  const shared = pair.computeSecret(senderKey)
  const secret = derive(shared, auth, Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]), 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const sealed = body.subarray(headerEnd)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.lastIndexOf(LAST_RECORD)
  return padded.subarray(0, end).toString('utf8')
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
