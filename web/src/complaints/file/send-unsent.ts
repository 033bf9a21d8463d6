import { pageText } from '../../languages/page-text.ts'
import { CallError, messageOf } from '../../lib/request.ts'
import { submitComplaint } from './submit-complaint.ts'
import { listWaiting, type Unsent, updateUnsent } from './unsent.ts'

const LOCK = 'petsetu-unsent'

/**
 * Sends the waiting complaints of everybody at this device, one after the other, until one gets no answer. Only one tab sends at a time;
 * where the browser has no locks, the server recognises the idempotency key. False if some have to be tried again later.
 */
export function sendUnsent(): Promise<boolean> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, sendAll) : sendAll()
}

async function sendAll(): Promise<boolean> {
  // Read here, because another tab may have sent some while this one waited for the lock.
  for (const unsent of await listWaiting()) {
    const result = await sendOne(unsent)
    if (!result) return false
    await updateUnsent(unsent, result)
  }
  return true
}

/** Null if it has to be tried again later. */
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
