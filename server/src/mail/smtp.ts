import { once } from '@petsetu/contract/once.ts'
import { oneLine } from './one-line.ts'

type Outgoing = {
  to: string
  messageId: string
  subject: string
  text: string
  html: string
  /** For reminders: where a mail program posts to stop them. */
  unsubscribeUrl?: string | undefined
  attachments?: MailAttachment[]
}

export type MailAttachment = { filename: string; content: Buffer; contentType: string }

/**
 * `refused` is for good; `deferred` means that the server asked to try again, `unreachable` that it was away or did not let us in.
 * `reply` has its words, which may contain the address.
 */
type SendResult = { kind: 'sent' } | { kind: 'refused' | 'deferred' | 'unreachable'; reply: string }

export type SendMail = (mail: Outgoing) => Promise<SendResult>

const SECONDS = 1_000
const REPLY_LENGTH_MAX = 500
// A slow server gets as long as SMTP clients usually give it. A stop does not wait that long: the job then runs again.
const TIMEOUTS = { connectionTimeout: 10 * SECONDS, greetingTimeout: 10 * SECONDS, socketTimeout: 30 * SECONDS }

/** Sends through the mail server at `smtpUrl`, one connection a mail. */
export function smtp({ smtpUrl, from }: { smtpUrl: string; from: string }): SendMail {
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
  return async ({ unsubscribeUrl, ...mail }) => {
    try {
      const transport = await openTransport()
      await transport.sendMail({
        ...mail,
        // As an object, so that nothing in the address is read as a list or a name.
        to: { name: '', address: mail.to },
        from,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
      })
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
  const { responseCode, response, command, code } = (error ?? {}) as Partial<Record<string, string | number>>
  const reply = oneLine(String(response ?? code ?? 'unknown')).slice(0, REPLY_LENGTH_MAX)
  // An answer to anything else, such as our password, says nothing about the address.
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (typeof responseCode !== 'number' || !isAboutMail) return { kind: 'unreachable', reply }
  return { kind: responseCode >= 500 ? 'refused' : 'deferred', reply }
}

/** Only mails that stay on this machine may travel unencrypted. */
export function isThisMachine(smtpUrl: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname)
}
