import type { Language } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import type { Person } from '../../platform/http/routing/person.ts'
import { lockAccount } from '../users/account-details.ts'
import { mailboxOf } from '../users/mailbox.ts'
import { createLink } from '../users/one-time-links.ts'
import { isTaken } from '../users/taken-names.ts'
import { confirmEmailMail, confirmNewEmailMail } from './recovery-mails.ts'
import { requirePassword } from './require-password.ts'

/** Sends the link that confirms an account's address. */
export async function sendConfirmation(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { id: userId, email }: { id: number; email: string },
  language: Language,
): Promise<void> {
  const token = await createLink(transaction, { userId, purpose: 'confirm-email', email })
  await enqueueMail(transaction, confirmEmailMail({ userId, email, language }, token))
}

/** Sends the link that confirms the account's address again, unless it is confirmed. */
export async function sendConfirmationAgain(deps: Deps, person: Person, language: Language): Promise<void> {
  await deps.throttles.confirmationsByAccount.count(String(person.id))
  await inTransaction(deps.db, async (transaction) => {
    const account = await lockAccount(transaction, person.id)
    if (!account || account.isEmailConfirmed) return
    await deps.throttles.confirmationsByMailbox.count(mailboxOf(account.email))
    await sendConfirmation(deps, transaction, account, language)
  })
}

/**
 * Sends a link to an address that is to become the account's. Rejects with 400 if the password is wrong, counted like a failed
 * sign-in, and with 409 if another account has the address.
 */
export async function requestEmailChange(
  deps: Deps,
  person: Person,
  { email, password }: { email: string; password: string },
  { address, language }: { address: string; language: Language },
): Promise<void> {
  await requirePassword(deps, person, { password, address, field: 'current_password' })
  await deps.throttles.confirmationsByAccount.count(String(person.id))
  await deps.throttles.confirmationsByMailbox.count(mailboxOf(email))
  await inTransaction(deps.db, async (transaction) => {
    const account = await lockAccount(transaction, person.id)
    if (!account) return
    if (await isTaken(transaction, [email], person.id)) throw conflict('email_taken')
    const token = await createLink(transaction, { userId: person.id, purpose: 'change-email', email })
    await deps.enqueueMail(transaction, confirmNewEmailMail({ userId: person.id, email, language }, token))
  })
}
