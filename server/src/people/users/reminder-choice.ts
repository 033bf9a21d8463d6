import { REMINDER_KINDS, type ReminderKind } from '@petsetu/contract/office/mails.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Reading, recordConsent, withdrawConsent } from '../consents/record-consent.ts'
import { findAccountOf } from './account-details.ts'

type Choice = Reading & { wantsReminders: boolean }

/** Stores whether an account gets reminders. Whoever wants them again gets every kind, if the address is known to be theirs. */
export async function chooseReminders(db: Db, userId: number, { wantsReminders, ...reading }: Choice): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const isChanged = await setChoice(transaction, userId, { wantsReminders, ...reading })
    if (!wantsReminders) return
    const confirmed = transaction
      .selectFrom('users')
      .select('email_key')
      .where('id', '=', userId)
      .where('email_confirmed_at', 'is not', null)
    const off = await transaction
      .deleteFrom('mail_wishes')
      .where('address_key', 'in', confirmed)
      .returning('kind')
      .execute()
    if (isChanged) return
    for (const kind of REMINDER_KINDS.filter((kind) => off.some((wish) => wish.kind === kind)))
      await recordKind(transaction, userId, kind, { isGiven: true, ...reading })
  })
}

type ChoiceOfKinds = { off: readonly ReminderKind[]; offBefore: readonly string[]; language: Language }

/** The same for a confirmed address's account, by a link of its mails; switching a kind is a consent or withdrawal. */
export async function chooseRemindersOf(
  db: Db,
  email: string,
  { off, offBefore, language }: ChoiceOfKinds,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const accountId = await findAccountOf(transaction, email)
    if (accountId === null) return
    const wantsReminders = REMINDER_KINDS.some((kind) => !off.includes(kind))
    const isChanged = await setChoice(transaction, accountId, { wantsReminders, language })
    if (!wantsReminders) return
    for (const kind of REMINDER_KINDS) {
      const isOff = off.includes(kind)
      // An account that wanted none had all kinds off, and wants all of them but for those that are off now.
      const wasOff = !isChanged && offBefore.includes(kind)
      if (isOff !== wasOff) await recordKind(transaction, accountId, kind, { isGiven: !isOff, language })
    }
  })
}

async function recordKind(
  transaction: Db,
  userId: number,
  reminderKind: ReminderKind,
  { isGiven, ...reading }: Reading & { isGiven: boolean },
): Promise<void> {
  const consent = { purpose: 'reminders', subjectId: userId, reminderKind } as const
  if (!isGiven) await withdrawConsent(transaction, consent)
  await recordConsent(transaction, { ...consent, ...reading, isGiven })
}

async function setChoice(transaction: Db, userId: number, { wantsReminders, ...reading }: Choice): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ wants_reminders: wantsReminders })
    .where('id', '=', userId)
    .where('wants_reminders', '<>', wantsReminders)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (!wantsReminders) await withdrawConsent(transaction, { purpose: 'reminders', subjectId: userId })
  await recordConsent(transaction, { purpose: 'reminders', subjectId: userId, ...reading, isGiven: wantsReminders })
  return true
}
