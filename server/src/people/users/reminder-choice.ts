import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { recordConsent, withdrawConsent } from '../consents/record-consent.ts'

type Choice = { wantsReminders: boolean; language: Language }

/** Stores whether an account gets reminders. Whoever wants them again gets every kind, if the address is known to be theirs. */
export async function chooseReminders(db: Db, userId: number, choice: Choice): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await setChoice(transaction, userId, choice)
    if (!choice.wantsReminders) return
    const confirmed = transaction
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', userId)
      .where('email_confirmed_at', 'is not', null)
    await transaction.deleteFrom('mail_wishes').where('address_key', 'in', confirmed).execute()
  })
}

/** The same for the account with this address, if it is confirmed; somebody with a link of its mails has chosen. */
export async function chooseRemindersOf(db: Db, email: string, choice: Choice): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const account = await transaction
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', foldCase(email))
      .where('email_confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (account) await setChoice(transaction, account.id, choice)
  })
}

async function setChoice(transaction: Db, userId: number, { wantsReminders, language }: Choice): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ wants_reminders: wantsReminders })
    .where('id', '=', userId)
    .where('wants_reminders', '<>', wantsReminders)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (!wantsReminders) await withdrawConsent(transaction, 'reminders', userId)
  await recordConsent(transaction, { purpose: 'reminders', subjectId: userId, language, isGiven: wantsReminders })
}
