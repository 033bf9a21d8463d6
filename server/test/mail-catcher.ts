import type { Mail } from '../../sandbox/src/mail/mail-store.ts'
import { startSandbox } from './sandbox.ts'

/**
 * `refuse` (4xx) and `reject` (5xx) answer the `RCPT` of the address in `to`, or `DATA` without one. `delay` (by `ms`) and
 * `drop-after-data` keep the mail. `times` is how many mails it concerns; all if left out. While `away`, nobody can connect.
 */
type MailFault =
  | { fault: 'refuse' | 'reject' | 'delay' | 'drop-after-data'; to?: string; ms?: number; times?: number }
  | { fault: 'away' }

type MailCatcher = {
  smtpUrl: string
  /** The mails to this address, or all; the newest first. */
  mails: (to?: string) => Promise<Mail[]>
  /** Deletes all mails and switches off all faults. */
  clear: () => Promise<void>
  /** Replaces the faults by these; none switches them off. */
  fault: (...faults: MailFault[]) => Promise<void>
}

/** Starts the sandbox's mail server as a separate process. Ends with the test file. */
export async function startMailCatcher(): Promise<MailCatcher> {
  const { sandbox, smtpUrl } = await startSandbox('http://127.0.0.1:9/')
  const fault = async (...faults: MailFault[]) => void (await sandbox.control('POST', '/faults', { mail: faults }))
  return {
    smtpUrl,
    fault,
    mails: (to) => sandbox.control('GET', to === undefined ? '/mails' : `/mails?to=${encodeURIComponent(to)}`),
    async clear() {
      await fault()
      await sandbox.control('DELETE', '/mails')
    },
  }
}
