import PostalMime, { type Address } from 'postal-mime'
import type { Row, State } from '../state.ts'

export const MAILS_KEPT_MAX = 500

/** A mail as it arrived: `to` has the addresses it was delivered to, the rest is read from the mail itself. */
export type Mail = {
  id: number
  /** In milliseconds. */
  at: number
  /** The address that bounces go to. */
  envelopeFrom: string
  /** `Name <address>`, or the address alone. */
  from: string
  to: string[]
  subject: string
  text: string | null
  html: string | null
  /** By name in lower case, with all values in their order; encoded words are not decoded. */
  headers: Record<string, string[]>
  messageId: string | null
  /** `content` is Base64. */
  attachments: { name: string; type: string; content: string }[]
}

type Arrived = { raw: Buffer; sender: string; recipients: string[] }

/** Keeps a mail, and the newest 500 in all. */
export async function keepMail(state: State, { raw, sender, recipients }: Arrived): Promise<void> {
  const { from, subject, text, html, headers, messageId, attachments } = await PostalMime.parse(raw, {
    attachmentEncoding: 'base64',
  })
  const read: Omit<Mail, 'id' | 'at'> = {
    envelopeFrom: sender,
    from: from ? nameAndAddress(from) : '',
    to: recipients,
    subject: subject ?? '',
    text: text ?? null,
    html: html ?? null,
    headers: valuesByName(headers),
    messageId: messageId ?? null,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content: String(content),
    })),
  }
  state.transaction(() => {
    state.run('insert into mails (at, raw, mail) values (?, ?, ?)', Date.now(), raw, JSON.stringify(read))
    state.run(
      'delete from mails where number not in (select number from mails order by number desc limit ?)',
      MAILS_KEPT_MAX,
    )
  })
}

/** The newest first; `to` is one address, null for all. */
export function readMails(state: State, to: string | null, limit: number): Mail[] {
  return state
    .all(
      `select number, at, mail from mails
       where ?1 is null or exists (select 1 from json_each(mail, '$.to') where lower(value) = lower(?1))
       order by number desc limit ?2`,
      to,
      limit,
    )
    .map(mailOf)
}

export function findMail(state: State, id: number): Mail | null {
  const row = state.one('select number, at, mail from mails where number = ?', id)
  return row && mailOf(row)
}

/** The bytes as they came. */
export function findMailSource(state: State, id: number): Uint8Array | null {
  const row = state.one('select raw from mails where number = ?', id)
  return row && (row.raw as Uint8Array)
}

export function deleteMails(state: State): void {
  state.run('delete from mails')
}

function mailOf({ number, at, mail }: Row): Mail {
  return { id: Number(number), at: Number(at), ...(JSON.parse(String(mail)) as Omit<Mail, 'id' | 'at'>) }
}

function nameAndAddress({ name, address = '' }: Address): string {
  return name ? `${name} <${address}>` : address
}

function valuesByName(headers: { key: string; value: string }[]): Record<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const { key, value } of headers) byName.set(key, [...(byName.get(key) ?? []), value])
  return Object.fromEntries(byName)
}
