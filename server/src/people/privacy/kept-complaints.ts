import type { HoldCause, KeptComplaint } from '@petsetu/contract/complaints/holds.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { listHeld } from '../../complaints/holds.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { Identity } from '../users/contact.ts'
import { findRecordsOf } from './records-of.ts'

const CAUSES: Record<Exclude<HoldCause, 'admin'>, PlainId> = {
  fir_filed: 'holds.firFiled',
  sent_to_authority: 'holds.sentToAuthority',
}

/** The complaints that an erasure of this person leaves for now. */
export async function listKept(db: Db, identity: Identity): Promise<KeptComplaint[]> {
  const { subjectIds } = await findRecordsOf(db, identity)
  return (await listHeld(db, subjectIds.complaint)).map(({ id: _, ...kept }) => kept)
}

/** Says of each what is kept, why and until when. */
export function sayWhatIsKept(kept: KeptComplaint[], language: Language): string[] {
  const text = textsIn(language)
  return kept.map(({ reference, until, cause, reason }) => {
    const why = cause === 'admin' ? text('holds.because', { reason: reason ?? '' }) : text(CAUSES[cause])
    return `${text('holds.kept', { reference, day: formatLongDay(until, language) })} ${why}`
  })
}
