import { once } from '@petsetu/contract/platform/once.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Circuit, circuitBreaker } from '../circuit-breaker.ts'
import { recordEvent } from '../record-event.ts'
import { oneLine } from './mail-content.ts'

type Outgoing = {
  to: string
  /** An answer goes there; to the sender if it is empty. */
  replyTo?: string
  messageId: string
  subject: string
  text: string
  html: string
  /** For reminders: where a mail program posts to stop them. */
  unsubscribeUrl?: string | undefined
  attachments?: MailAttachment[]
}

export type MailAttachment = { filename: string; content: Buffer; contentType: string }

/** `refused` is for good, `deferred` not; `unreachable` was away or did not let us in. `reply` may have the address. */
type SendResult =
  | { kind: 'sent' }
  | { kind: 'refused'; reply: string; isNoMailbox: boolean }
  | { kind: 'deferred' | 'unreachable'; reply: string }

export type SendMail = (mail: Outgoing) => Promise<SendResult>

const SECONDS = 1_000
const REPLY_LENGTH_MAX = 500
// A slow server gets as long as SMTP clients usually give it. A stop does not wait that long: the job then runs again.
const TIMEOUTS = { connectionTimeout: 10 * SECONDS, greetingTimeout: 10 * SECONDS, socketTimeout: 30 * SECONDS }

/** Sends through the mail server at `smtpUrl`, one connection a mail; no mail is sent while the circuit is open. */
export function smtp({ smtpUrl, from, circuit }: { smtpUrl: string; from: string; circuit: Circuit }): SendMail {
  // Loaded with the first mail, to keep the start short.
  const openTransport = once(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      ...TIMEOUTS,
      requireTLS: !isThisMachine(smtpUrl),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  })
  return async ({ unsubscribeUrl, replyTo, ...mail }) => {
    try {
      const transport = await openTransport()
      const message = {
        ...mail,
        // As an object, so that nothing in the address is read as a list or a name.
        to: { name: '', address: mail.to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        from,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
      }
      await circuit(() => transport.sendMail(message))
      return { kind: 'sent' }
    } catch (error) {
      return failureOf(error)
    }
  }
}

// RFC 8058. The address must be short: a folded header has broken signatures.
function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function failureOf(error: unknown): SendResult {
  const { responseCode, response, command, code, message } = (error ?? {}) as Partial<Record<string, string | number>>
  // The code of a connection that failed is always the same; the message says, for example, that the certificate has expired.
  const reason = code === 'ETIMEDOUT' ? code : message
  const reply = oneLine(String(response ?? (reason || code) ?? 'unknown')).slice(0, REPLY_LENGTH_MAX)
  // An answer to anything else, such as our password, says nothing about the address.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (typeof responseCode !== 'number' || !isAboutMail) return { kind: 'unreachable', reply }
  if (responseCode < 500) return { kind: 'deferred', reply }
  return { kind: 'refused', reply, isNoMailbox: command === 'RCPT TO' && saysNoMailbox(reply) }
}

// RFC 3463: the address does not exist, has moved or is switched off; the domain takes no mail. Other codes are about the sender, its quota
// or its reputation, the mail's content, or a full mailbox. 5.5.0 is how Outlook says that there is no such mailbox.
const NO_MAILBOX_CODES = /^5\.(?:1\.(?:[12346]|10)|2\.1|5\.0)$/

/** Without a code of RFC 3463, only 550 means that there is no such mailbox. */
function saysNoMailbox(reply: string): boolean {
  const code = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1]
  return code === undefined ? reply.startsWith('550') : NO_MAILBOX_CODES.test(code)
}

/** Only mails that stay on this machine may travel unencrypted. */
export function isThisMachine(smtpUrl: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname)
}

const TIMEOUTS_MAX = 3
const PAUSE_SECONDS = 60

/** After three mails in a row that timed out, none is sent for a minute; each of them would occupy a job for up to 50 seconds. */
export function mailCircuit(log: FastifyBaseLogger): Circuit {
  return circuitBreaker({
    failuresMax: TIMEOUTS_MAX,
    // The jobs that send mails are few.
    activeMax: Number.POSITIVE_INFINITY,
    openSeconds: PAUSE_SECONDS,
    isFailure: (error) => error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT',
    notCalled: (why) => new Error(`The mail was not sent: ${why}`),
    onOpen: () => recordEvent(log, { event: 'mail-server-silent', restSeconds: PAUSE_SECONDS }),
    onAnswer: () => recordEvent(log, { event: 'mail-server-back' }),
  })
}
