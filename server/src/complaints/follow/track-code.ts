import { formatReference, parseReference } from '@petsetu/contract/complaints/reference.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { Deps } from '../../deps.ts'
import { mailboxOf } from '../../people/users/contact.ts'
import { codeToMail, spendCode } from '../../people/users/mailed-code.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import type { Payload } from '../../platform/jobs/enqueue.ts'
import { trackCodeMail } from '../complaint-mails.ts'
import { createFollowLink } from './follow-links.ts'

/** Which complaint somebody means, and the address that they say it was filed with. */
export type Claim = { reference: string; email: string }

/** Sends a code to the address of a complaint, if it is the one that was claimed, at most three within an hour. */
export async function sendTrackCode(
  deps: Pick<Deps, 'db' | 'throttles' | 'enqueueMail' | 'secretKey'>,
  { language, ...claim }: Payload<'send-track-code'>,
): Promise<void> {
  const found = await findClaimed(deps.db, claim)
  if (!found || (await isOver(() => deps.throttles.trackCodesByComplaint.count(String(found.id))))) return
  if (await isOver(() => deps.throttles.trackCodesByMailbox.count(mailboxOf(found.email)))) return
  await inTransaction(deps.db, async (transaction) => {
    if (!(await lockClaimed(transaction, claim))) return
    const mailed = await codeToMail(deps, transaction, subjectOf(found.id))
    await deps.enqueueMail(transaction, trackCodeMail({ ...found, language }, mailed))
  })
}

/** Spends the code and returns the path of a new link to the complaint. Rejects a wrong code with 400, the same for an unknown complaint. */
export async function openByCode(
  deps: Pick<Deps, 'db' | 'throttles' | 'secretKey'>,
  { code, ...claim }: Claim & { code: string },
  ip: string,
): Promise<string> {
  const { throttles } = deps
  const tried = `${parseReference(claim.reference)} ${foldCase(claim.email)}`
  await throttles.wrongTrackCodes.rejectIfOver(tried)
  const { state, path } = await inTransaction(deps.db, async (transaction) => {
    const found = await lockClaimed(transaction, claim)
    const state = found ? await spendCode(deps, transaction, { subject: subjectOf(found.id), code }) : 'wrong'
    return { state, path: found && state === 'spent' ? await createFollowLink(transaction, found.id) : null }
  })
  if (path !== null) return path
  await throttles.wrongTrackCodes.count(tried)
  await throttles.wrongLinks.count(ip)
  const sentence: PlainId = state === 'used' ? 'errorSentences.trackCodeUsed' : 'errors.privacy_code_invalid'
  throw new HttpError(400, 'privacy_code_invalid', { sentence, field: 'code', event: 'link-refused' })
}

/** The subject of the codes of a complaint. */
const subjectOf = (complaintId: number) => `complaint ${complaintId}`

type Claimed = { id: number; email: string; reference: string }

/** The complaint keeps its address until the transaction ends, so that a correction or an erasure ends the link, too. */
async function lockClaimed(transaction: Db, claim: Claim): Promise<Claimed | null> {
  const id = parseReference(claim.reference)
  await transaction.selectFrom('complaints').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findClaimed(transaction, claim)
}

async function findClaimed(db: Db, { reference, email }: Claim): Promise<Claimed | null> {
  const id = parseReference(reference)
  const row =
    id === null
      ? undefined
      : await db.selectFrom('complaints').select(['id', 'email', 'created_at']).where('id', '=', id).executeTakeFirst()
  if (!row || row.email === '' || foldCase(row.email) !== foldCase(email)) return null
  return {
    id: row.id,
    email: row.email,
    reference: formatReference({ id: row.id, createdAt: row.created_at }),
  }
}
