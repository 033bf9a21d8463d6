import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { openPan } from './pan.ts'

/** The PAN of a paid donation, which an admin may see with a reason; null if none was given. */
export async function showPan(
  { db, secretKey }: Pick<Deps, 'db' | 'secretKey'>,
  id: number,
  reason: string,
  by: Actor,
): Promise<string | null> {
  const donation = await db
    .selectFrom('donations')
    .select('pan_enc')
    .where('id', '=', id)
    .where('paid_at', 'is not', null)
    .executeTakeFirst()
  if (!donation) throw notFound('donation_not_found')
  // Before it is shown: without this row, nobody sees it.
  await recordAudit(db, by, { action: 'pan-shown', object: { kind: 'donation', id }, reason })
  return donation.pan_enc && openPan(donation.pan_enc, id, secretKey)
}
