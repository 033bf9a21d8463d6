import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict } from '../../../platform/errors.ts'
import { isOver } from '../../../platform/http/limits/throttles.ts'
import type { Person } from '../../../platform/http/routing/person.ts'
import type { Payload } from '../../../platform/jobs/enqueue.ts'
import { lockAccount, readAccountDetails } from '../../users/account-details.ts'
import { mailboxOf } from '../../users/contact.ts'
import { createLink, endLink } from '../../users/one-time-links.ts'
import { findAccountByLogin, isTaken } from '../../users/user-queries.ts'
import { confirmEmailMail, confirmNewEmailMail, resetPasswordMail } from '../auth-mails.ts'
import { lockWithPassword, requirePassword, wrongPassword } from '../require-password.ts'

export async function sendConfirmation(
  { enqueueMail }: Pick<Deps, 'enqueueMail'>,
  transaction: Db,
  { id: userId, email }: { id: number; email: string },
  language: Language,
): Promise<void> {
  const token = await createLink(transaction, { userId, purpose: 'confirm-email', email })
  await enqueueMail(transaction, confirmEmailMail({ userId, email, language }, token))
}

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
 * Sends a link to a new address; to the account's own, which nobody has confirmed yet, the link that confirms it. Rejects
 * with 400 a wrong password, and with 409 another account's address.
 */
export async function requestEmailChange(
  deps: Deps,
  person: Person,
  { email, password }: { email: string; password: string },
  { address, language }: { address: string; language: Language },
): Promise<void> {
  const field = 'current_password'
  const account = await requirePassword(deps, person, { password, address, field })
  await deps.throttles.confirmationsByAccount.count(String(person.id))
  await deps.throttles.confirmationsByMailbox.count(mailboxOf(email))
  await inTransaction(deps.db, async (transaction) => {
    await lockWithPassword(transaction, account, () => wrongPassword({ field }))
    const isOwn = foldCase(email) === foldCase(account.email)
    if (isOwn && !(await readAccountDetails(transaction, person.id)).isEmailConfirmed) {
      await endLink(transaction, person.id, 'change-email')
      await sendConfirmation(deps, transaction, account, language)
      return
    }
    if (await isTaken(transaction, [email], person.id)) throw conflict('email_taken')
    const token = await createLink(transaction, { userId: person.id, purpose: 'change-email', email })
    await deps.enqueueMail(transaction, confirmNewEmailMail({ userId: person.id, email, language }, token))
  })
}

export async function sendResetLink(
  { db, throttles, enqueueMail }: Pick<Deps, 'db' | 'throttles' | 'enqueueMail'>,
  { login, language }: Payload<'send-reset-link'>,
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
