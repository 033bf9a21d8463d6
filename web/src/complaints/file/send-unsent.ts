import { pageText } from '../../languages/page-text.ts'
import { CallError, messageOf } from '../../lib/request.ts'
import { submitComplaint } from './submit-complaint.ts'
import { listUnsent, type Unsent, updateUnsent } from './unsent.ts'

const LOCK = 'petsetu-unsent'

/**
 * Sends the owner's waiting complaints, one after the other, until one gets no answer. Only one tab sends at a time; where the browser
 * has no locks, the server recognises the idempotency key.
 */
export function sendUnsent(owner: string): Promise<void> {
  const send = () => sendAll(owner)
  return 'locks' in navigator ? navigator.locks.request(LOCK, send) : send()
}

async function sendAll(owner: string): Promise<void> {
  // Read here, because another tab may have sent some while this one waited for the lock.
  const waiting = (await listUnsent(owner)).filter(({ sent, rejection }) => !sent && rejection === null)
  for (const unsent of waiting) {
    const outcome = await sendOne(unsent)
    if (!outcome) return
    await updateUnsent(owner, { ...unsent, ...outcome })
  }
}

/** What has become of it; null if it has to be tried again later. */
async function sendOne({ values, files, key }: Unsent): Promise<Pick<Unsent, 'sent' | 'rejection' | 'files'> | null> {
  try {
    const { subject } = await submitComplaint({ values, files, onProgress: () => {} }, { key })
    return { sent: subject, rejection: null, files: [] }
  } catch (error) {
    if (!(error instanceof CallError) || !isFinal(error)) return null
    return { sent: null, rejection: messageOf(error, pageText('checkout.submitFailed')), files }
  }
}

function isFinal({ status }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}
