import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { lockAccount } from '../users/account-details.ts'
import { mailboxOf } from '../users/mailbox.ts'
import { createLink } from '../users/one-time-links.ts'
import { findAccountByLogin } from '../users/user-queries.ts'
import { resetPasswordMail } from './recovery-mails.ts'

export type ResetRequest = { login: string; language: Language }

// The last attempt comes after one and a half minutes. A person has asked again by then.
const ATTEMPTS_MAX = 5

/**
 * Adds the job that sends a reset link, whether or not there is such an account: the request then takes the same time for both,
 * because only the job looks.
 */
export async function requestResetLink(db: Db, request: ResetRequest): Promise<void> {
  await enqueue(db, 'send-reset-link', request, { attemptsMax: ATTEMPTS_MAX })
}

/** Sends a reset link to the e-mail address of the account, if there is one and it has not had three within an hour. */
export async function sendResetLink(
  { db, throttles, enqueueMail }: Pick<Deps, 'db' | 'throttles' | 'enqueueMail'>,
  { login, language }: ResetRequest,
): Promise<void> {
  const found = await findAccountByLogin(db, login)
  if (!found || (await isOver(() => throttles.resetLinksByAccount.count(String(found.id))))) return
  await inTransaction(db, async (transaction) => {
    const account = await lockAccount(transaction, found.id)
    if (!account) return
    const isOverMailbox = () => isOver(() => throttles.resetLinksByMailbox.count(mailboxOf(account.email)))
    if (!account.isEmailConfirmed && (await isOverMailbox())) return
    const { id: userId, email } = account
    const token = await createLink(transaction, { userId, purpose: 'reset-password', email })
    const recipient = { userId, email, language: account.language ?? language }
    await enqueueMail(transaction, resetPasswordMail(recipient, token))
  })
}

/** Deletes what people typed into jobs that failed for good. */
export async function deleteFailedRequests(db: Db): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ('send-reset-link', 'send-privacy-code', 'send-track-code') and attempts >= max_attempts
    having count(*) > 0`.execute(db)
}
