import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readTexts } from './catalogues.ts'
import type { Language } from './languages.ts'
import { NOTICE_PURPOSES, type NoticePurpose } from './notice-version.ts'

/**
 * The texts that a person reads, or hears, before agreeing, by what they agree to. They are stored under `NOTICE_VERSION`, so changed texts
 * need a new version; `notice-version.test.ts` tells.
 */
const NOTICES = {
  signup: ['notice.signup'],
  /** A statement about the age of whoever makes an account. */
  adult: ['signUp.adult'],
  complaint: ['filingNotice.complaint'],
  /** Read out to somebody on the phone or at the desk. */
  'complaint-spoken': ['spokenNotice.complaint'],
  membership: ['notice.membership'],
  donation: ['notice.donation'],
  found: ['notice.found'],
  reminders: ['signUp.reminders', 'signUp.remindersHint'],
  pet: ['petNotice.pet'],
  lost: ['petNotice.lost'],
} as const satisfies Record<NoticePurpose, readonly string[]>

/** Returns the notices of this version as people read them, without the marks of links. */
export function noticesIn(language: Language): { purpose: NoticePurpose; text: string }[] {
  const texts = readTexts(language)
  return NOTICE_PURPOSES.map((purpose) => ({
    purpose,
    text: NOTICES[purpose].map((id) => (texts[id] ?? '').replaceAll(/<\/?link>/g, '')).join(' – '),
  }))
}

/** Returns the text of the notice beside a membership, and the words of its link. */
export function membershipNotice(language: Language): { text: string; more: string } {
  const [id] = NOTICES.membership
  const [text = '', more = ''] = (readTexts(language, [`notices/${id}`])[id] ?? '').split(/<\/?link>/)
  return { text, more }
}

type PastNotice = { version: string; purpose: NoticePurpose; language: Language; text: string }

/** Returns the notices of the versions before the database kept them. */
export function pastNotices(): PastNotice[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '../past-notices.json'), 'utf8')) as PastNotice[]
}
