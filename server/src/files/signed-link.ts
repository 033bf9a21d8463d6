import { createHmac, timingSafeEqual } from 'node:crypto'
import { ATTACHMENT_PATH } from '@petsetu/contract/complaints.ts'
import { fillPath } from '@petsetu/contract/fill-path.ts'

const LINK_SECONDS = 5 * 60

/** A link that opens this attachment for five minutes without a session: a new tab cannot send a bearer token. */
export function attachmentLink(name: string, key: Buffer, now: number = Date.now()): string {
  const expires = Math.floor(now / 1_000) + LINK_SECONDS
  return `${fillPath(ATTACHMENT_PATH, { file_path: name })}?expires=${expires}&signature=${sign(name, expires, key)}`
}

export function isAttachmentLink(
  name: string,
  { expires, signature }: { expires?: unknown; signature?: unknown },
  key: Buffer,
  now: number = Date.now(),
): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return false
  const expected = Buffer.from(sign(name, Number(expires), key))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1_000 > now
}

function sign(name: string, expires: number, key: Buffer): string {
  return createHmac('sha256', key).update(`${name}\n${expires}`).digest('base64url')
}
