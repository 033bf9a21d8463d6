/**
 * The version of the notices, which say what is kept and why (`notices.ts`). It is recorded with each consent, so changed texts need a
 * new one.
 */
export const NOTICE_VERSION = '2026-11-29'

/** The acts that people agree to after a notice. The codes are stored. */
export const NOTICE_PURPOSES = [
  'signup',
  'adult',
  'complaint',
  'complaint-spoken',
  'membership',
  'donation',
  'found',
  'reminders',
  'pet',
  'lost',
] as const
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number]
