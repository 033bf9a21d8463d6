import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../platform/db/pool.ts'
import { textsIn } from '../platform/languages/texts.ts'
import { createFollowLink } from './follow-links.ts'

/** The reader of the mails about a complaint. */
export type Complainant = { to: string; language: Language; reference: string }

/** Null if the address is not known any more. */
export async function findComplainant(transaction: Db, complaintId: number): Promise<Complainant | null> {
  const { email, language, created_at } = await transaction
    .selectFrom('complaints')
    .select(['email', 'language', 'created_at'])
    .where('id', '=', complaintId)
    .executeTakeFirstOrThrow()
  // An erased complaint has no address.
  if (email === '') return null
  const reference = formatReference({ id: complaintId, createdAt: created_at })
  return { to: email, language: isLanguage(language) ? language : 'en', reference }
}

/** Makes a new link to the complaint's page for a mail about it. */
export async function createFollowAction(transaction: Db, complaintId: number, { language }: Complainant) {
  return { label: textsIn(language)('complaintMails.follow'), path: await createFollowLink(transaction, complaintId) }
}

export const recipient = ({ to, language }: Complainant) => ({ to, language })

/** Which complaint a mail is about. */
export function identity({ language, reference }: Complainant, complaintId: number): [string, string][] {
  const text = textsIn(language)
  return [
    [text('mails.complaintId'), String(complaintId)],
    [text('mails.complaintReference'), reference],
  ]
}
