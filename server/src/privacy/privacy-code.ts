import { createHmac, randomInt } from 'node:crypto'
import { foldCase } from '@petsetu/contract/fold-case.ts'
import { PURPOSES } from '@petsetu/contract/purposes.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { findThreadsOf } from '../found/found-privacy.ts'
import { networkOf } from '../http/limits/throttles.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { privacyCodeMail } from './privacy-mails.ts'
import { findRecordsOf, identityOf } from './records-of.ts'

export type CodeRequest = { email: string; language: Language }

const CODE_MINUTES = 30
const CODE_DIGITS = 8
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
  const key = foldCase(email)
  if (!(await isKnown(deps.db, email)) || (await isOver(() => deps.throttles.privacyCodesByAddress.count(key)))) return
  await inTransaction(deps.db, async (transaction) => {
    const code = await createCode(deps, transaction, email)
    await deps.enqueueMail(
      transaction,
      privacyCodeMail({ email, userId: null, language }, { code, minutes: CODE_MINUTES }),
    )
  })
}

/** Makes the code of an address and returns it; it replaces the one before. */
export async function createCode(deps: Pick<Deps, 'secretKey'>, db: Db, email: string): Promise<string> {
  const key = foldCase(email)
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const row = {
    code_hash: hashOf(deps, key, code),
    expires_at: sql<Date>`now() + make_interval(mins => ${CODE_MINUTES})`,
  }
  await db
    .insertInto('privacy_codes')
    .values({ email_key: key, ...row })
    .onConflict((same) => same.column('email_key').doUpdateSet(row))
    .execute()
  return code
}

/** Whether an account, a complaint, a membership or a finder's message has this address. */
async function isKnown(db: Db, email: string): Promise<boolean> {
  const { userId, subjectIds } = await findRecordsOf(db, await identityOf(db, { email }))
  if (userId !== null || PURPOSES.some((purpose) => subjectIds[purpose].length > 0)) return true
  return (await findThreadsOf(db, { email })).length > 0
}

/** Rejects with 429 if too many wrong codes came for this address or from this network. Counts nothing. */
export async function rejectCodeGuessing({ throttles }: Pick<Deps, 'throttles'>, email: string, ip: string) {
  await throttles.wrongPrivacyCodes.rejectIfOver(foldCase(email))
  await throttles.wrongLinks.rejectIfOver(networkOf(ip))
}

/** Spends the code of an address: of two at the same moment one gets true. */
export async function spendCode(
  deps: Pick<Deps, 'secretKey'>,
  transaction: Db,
  { email, code }: { email: string; code: string },
): Promise<boolean> {
  const key = foldCase(email)
  const { numDeletedRows } = await transaction
    .deleteFrom('privacy_codes')
    .where('email_key', '=', key)
    .where('code_hash', '=', hashOf(deps, key, code.replaceAll(/\D/g, '')))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Counts a wrong code and returns the error to throw. */
export async function countWrongCode({ throttles }: Pick<Deps, 'throttles'>, email: string, ip: string) {
  await throttles.wrongPrivacyCodes.count(foldCase(email))
  await throttles.wrongLinks.count(networkOf(ip))
  return new HttpError(400, 'privacy_code_invalid', { field: 'code', event: 'link-refused' })
}

/** Keyed, because eight digits could be found from a plain hash at once. */
function hashOf({ secretKey }: Pick<Deps, 'secretKey'>, key: string, code: string): Buffer {
  return createHmac('sha256', secretKey).update(`privacy code ${key} ${code}`).digest()
}

async function isOver(count: () => Promise<unknown>): Promise<boolean> {
  try {
    await count()
    return false
  } catch (error) {
    if (error instanceof HttpError && error.code === 'too_many_attempts') return true
    throw error
  }
}
