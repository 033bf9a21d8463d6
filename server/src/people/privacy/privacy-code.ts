import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../deps.ts'
import { findThreadsOf } from '../../pets/found/found-privacy.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError } from '../../platform/errors.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { findGrievances } from '../grievances/grievance-privacy.ts'
import { mailboxOf } from '../users/mailbox.ts'
import { CODE_MINUTES, createCode } from '../users/mailed-code.ts'
import { privacyCodeMail } from './privacy-mails.ts'
import { findRecordsOf, identityOf } from './records-of.ts'

export type CodeRequest = { email: string; language: Language }

// The last attempt comes after one and a half minutes. A person has asked again by then.
const ATTEMPTS_MAX = 5

/** Adds the job that sends a code, whatever is stored: the request takes the same time, because only the job looks. */
export async function requestCode(db: Db, request: CodeRequest): Promise<void> {
  await enqueue(db, 'send-privacy-code', request, { attemptsMax: ATTEMPTS_MAX })
}

/** Sends a code to an address of which something is stored, at most three within an hour. The newest alone works. */
export async function sendPrivacyCode(
  deps: Pick<Deps, 'db' | 'throttles' | 'enqueueMail' | 'secretKey'>,
  { email, language }: CodeRequest,
): Promise<void> {
  if (!(await isKnown(deps.db, email))) return
  if (await isOver(() => deps.throttles.privacyCodesByMailbox.count(mailboxOf(email)))) return
  await inTransaction(deps.db, async (transaction) => {
    const code = await createCode(deps, transaction, foldCase(email))
    await deps.enqueueMail(
      transaction,
      privacyCodeMail({ email, userId: null, language }, { code, minutes: CODE_MINUTES }),
    )
  })
}

/** True if an account, a complaint, a membership, a finder's message or a grievance has this address. */
async function isKnown(db: Db, email: string): Promise<boolean> {
  const { userId, subjectIds } = await findRecordsOf(db, await identityOf(db, { email }))
  if (userId !== null || PURPOSES.some((purpose) => subjectIds[purpose].length > 0)) return true
  return (await findThreadsOf(db, { email })).length > 0 || (await findGrievances(db, { email })).length > 0
}

/** Rejects with 429 if too many wrong codes came for this address. Counts nothing. */
export async function rejectCodeGuessing({ throttles }: Pick<Deps, 'throttles'>, email: string) {
  await throttles.wrongPrivacyCodes.rejectIfOver(foldCase(email))
}

/** Counts a wrong code and returns the error to throw. */
export async function countWrongCode({ throttles }: Pick<Deps, 'throttles'>, email: string, ip: string) {
  await throttles.wrongPrivacyCodes.count(foldCase(email))
  await throttles.wrongLinks.count(ip)
  return new HttpError(400, 'privacy_code_invalid', { field: 'code', event: 'link-refused' })
}
