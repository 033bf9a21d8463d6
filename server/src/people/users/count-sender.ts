import type { Throttle } from '../../platform/http/limits/throttles.ts'
import { contactKeys } from './contact-key.ts'

type Limits = { byAddress: Throttle; byContact: Throttle; ofAll: Throttle }

/** Counts a form for its sender and for all; rejects if there are too many. */
export async function countSender(
  { byAddress, byContact, ofAll }: Limits,
  address: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  await byAddress.count(address)
  for (const key of contactKeys(email, phone)) await byContact.count(key)
  await ofAll.count('all')
}
