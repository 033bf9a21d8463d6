import type { MailKind } from '@petsetu/contract/office/mails.ts'
import type { LogoPicture } from '@petsetu/contract/site/site.ts'
import type { Language } from '@petsetu/languages/languages.ts'

/** The words of a mail, in the language of its reader. The layout adds the foundation's name and address. */
export type MailContent = {
  subject: string
  /** Plain text; what people typed is shown as they typed it and never becomes markup or a link. */
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** The one thing to do. `path` is a path of this site. */
  action?: { label: string; path: string }
  /** Another link. `path` is a path of this site. */
  more?: { label: string; path: string }
  why: string
  /** Under `why`: where its reader can stop such mails. `path` is a path of this site. */
  preferences?: { label: string; path: string }
}

/** `kind`, `about` and `step` together identify a mail: queuing it again changes nothing. */
export type NewMail = {
  kind: MailKind
  about: string
  /** Tells several mails of this kind about it apart. */
  step?: string
  to: string
  userId?: number | null
  language: Language
  /** For reminders: what the link names with which they can be stopped. */
  unsubscribeToken?: string
  /** The token of the receipt that goes with it as a PDF. */
  receiptToken?: string
  /** It is not sent before, because a notice on the reader's phone says the same and may make it needless. */
  waitSeconds?: number
  content: MailContent
}

export type MailSender = {
  publicUrl: string
  foundationName: string
  /** The foundation's postal address; may be empty. */
  legalAddress: string
  /** Empty if there is none. */
  contactEmail?: string
  /** The last line of the mail; may be empty. */
  mailSignature?: string
  /** Null if the foundation has none. */
  logo?: LogoPicture | null
}

/** On one line, without control characters: a line break in a subject could start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Changes what somebody typed, so that no mail program makes a link of it, also of an address in Devanagari with its vowel signs. */
export function withoutLinks(typed: string): string {
  return typed.replaceAll('://', ' ').replace(/\.(?=\p{L}[\p{L}\p{M}])/gu, '. ')
}
