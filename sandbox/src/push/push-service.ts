import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { unknownUrl } from '../errors.ts'
import { takePushFault } from '../faults.ts'
import type { Reply } from '../http-reply.ts'
import type { State } from '../state.ts'
import { keepNotice } from './notice-store.ts'
import { findSubscription, type SubscriptionKeys } from './subscriptions.ts'

const BODY_BYTES_MAX = 4_096
const SALT_BYTES = 16
const TAG_BYTES = 16
const LAST_RECORD = 2

/** Takes a message as a push service does (RFC 8030), and decrypts it as only the browser could. Null for other addresses. */
export async function takePush(state: State, request: IncomingMessage, url: URL): Promise<Reply | null> {
  const [, id] = /^\/push\/([\w-]{1,64})$/.exec(url.pathname) ?? []
  if (!url.pathname.startsWith('/push/')) return null
  if (!id || request.method !== 'POST') throw unknownUrl()
  const body = await readBody(request)
  const fault = takePushFault(state, id)
  if (fault?.fault === 'hang') {
    await setTimeout(fault.ms)
    return 'cut'
  }
  if (fault?.fault === 'cut-before') return 'cut'
  if (fault?.fault === 'redirect') return plain(307, { location: `http://${request.headers.host}/push/elsewhere` })
  if (fault?.fault === 'status500') return plain(500)
  if (fault?.fault === 'status429') return plain(429, { 'retry-after': '1' })
  if (fault?.fault === 'status403') return plain(403)
  if (body === null) return plain(413)
  const keys = findSubscription(state, id)
  if (!keys) return plain(410)
  const { ttl, urgency, topic, authorization, 'content-encoding': encoding } = request.headers
  const vapid = vapidOf(authorization)
  if (!vapid) return plain(401)
  if (!/^\d+$/.test(String(ttl)) || encoding !== 'aes128gcm') return plain(400)
  const number = keepNotice(state, {
    endpoint: `http://${request.headers.host}${url.pathname}`,
    payload: JSON.parse(decrypt(body, keys)) as Record<string, unknown>,
    ttl: Number(ttl),
    urgency: single(urgency),
    topic: single(topic),
    vapid,
  })
  if (fault?.fault === 'cut-after') return 'cut'
  return plain(201, { location: `http://${request.headers.host}/push/messages/${number}` })
}

const single = (value: string | string[] | undefined) => (value === undefined ? null : String(value))

function plain(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: '' }
}

/** Reads the token by which the site names itself; null without one. */
function vapidOf(authorization: string | undefined): { aud?: string; sub?: string; exp?: number } | null {
  const [, payload] = /^vapid t=[\w-]+\.([\w-]+)\.[\w-]+, ?k=[\w-]+$/.exec(authorization ?? '') ?? []
  return payload ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : null
}

/** Null if it is longer than a push service takes. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  return size > BODY_BYTES_MAX ? null : Buffer.concat(chunks)
}

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
