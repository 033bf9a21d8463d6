import { createTransport } from 'nodemailer'

type Outgoing = { to: string; messageId: string; subject: string; text: string; html: string }

/** `refused` is for good; `later` means that the server was away, or asked to try again. `reason` holds no address. */
type SendResult = { kind: 'sent' } | { kind: 'refused' | 'later'; reason: string }

export type SendMail = (mail: Outgoing) => Promise<SendResult>

const SECONDS = 1_000
// Shorter than a stop waits for jobs would cut a delivery off; a slow server gets as long as SMTP clients usually give it.
const TIMEOUTS = { connectionTimeout: 10 * SECONDS, greetingTimeout: 10 * SECONDS, socketTimeout: 30 * SECONDS }

/** Sends through the mail server at `smtpUrl`, one connection a mail. */
export function smtp({ smtpUrl, from }: { smtpUrl: string; from: string }): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    ...TIMEOUTS,
    requireTLS: !isThisMachine(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    try {
      await transport.sendMail({
        ...mail,
        // As an object, so that nothing in the address is read as a list or a name.
        to: { name: '', address: mail.to },
        from,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return { kind: 'sent' }
    } catch (error) {
      return failureOf(error)
    }
  }
}

function failureOf(error: unknown): SendResult {
  const { responseCode, code } = (error ?? {}) as { responseCode?: number; code?: string }
  const isRefused = responseCode !== undefined && responseCode >= 500
  return {
    kind: isRefused ? 'refused' : 'later',
    reason:
      responseCode === undefined ? `No answer (${code ?? 'unknown'})` : `The mail server answered ${responseCode}`,
  }
}

/** Only mails that stay on this machine may travel unencrypted. */
export function isThisMachine(smtpUrl: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(smtpUrl).hostname)
}
