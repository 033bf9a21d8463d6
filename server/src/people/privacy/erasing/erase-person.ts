import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { ERASED } from '@petsetu/contract/platform/removed.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { listHeld } from '../../../complaints/holds.ts'
import { lockPayLinks } from '../../../payments/pay-links.ts'
import { giveUp } from '../../../payments/purpose-rules.ts'
import { withoutPerson } from '../../../payments/webhooks/webhook-inbox.ts'
import { eraseFinder, eraseReasonsOfOwner } from '../../../pets/found/found-privacy.ts'
import { idsOf, isOneOf } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { conflict, eachDespiteFailures } from '../../../platform/errors.ts'
import type { Stores } from '../../../platform/files/file-store.ts'
import { deleteMailsOf, forgetAddresses } from '../../../platform/mail/mail-queries.ts'
import { PURPOSE_RULES } from '../../../purposes.ts'
import { eraseGrievances, findGrievances } from '../../grievances/grievance-queries.ts'
import type { Identity } from '../../users/contact.ts'
import { deleteLinksTo, deleteUndosTo } from '../../users/one-time-links.ts'
import { eraseReasons, recordErasure } from '../../users/record-erasure.ts'
import { deleteAccountRow } from '../../users/user-queries.ts'
import { eraseBreachPeople, eraseRequests, lockBreachLists } from '../privacy-data.ts'
import { findRecordsOf, isAbout, mailSubjectKeys, type RecordsOf } from '../records-of.ts'
import { writeErasures } from './erasures.ts'

/**
 * Deletes the account of a person with its sessions and pets, and removes the personal data from records that must
 * stay. For the years of the settings a receipt still says who paid, and a donation who gave it. While a cheque is at
 * the bank, the name of its payer stays for the receipt. A complaint loses its text and files once it is closed. Rejects
 * with 409 for an admin. It erases what one transaction can, and `finishErasures` does the rest. A replay knows the records
 * by number.
 */
export async function eraseRecords(transaction: Db, identity: Identity, known?: RecordsOf): Promise<RecordsOf> {
  const { contact, isChecked } = identity
  await lockBreachLists(transaction, 'erasure')
  const found = known ?? (await lockRecordsOf(transaction, identity))
  if (known) await lockPerson(transaction, known)
  const waits = await listHeld(transaction, found.subjectIds.complaint)
  const { email } = contact
  const former = await formerAddresses(transaction, found.userId)
  await eraseBreachPeople(transaction, { userId: found.userId, contact })
  const mailed = await deleteMailsOf(transaction, { userId: found.userId, email, abouts: mailSubjectKeys(found) })
  // Otherwise, a stranger who typed somebody's address could undo that person's wish for no reminders.
  const theirs = isChecked ? await withoutOthers(transaction, found.userId, mailed) : []
  await forgetAddresses(transaction, [...theirs, ...former, ...(email ? [foldCase(email)] : [])])
  await eraseRequests(transaction, { userId: found.userId, contact })
  await eraseReasonsOfOwner(transaction, found.userId)
  await deleteAccount(transaction, found.userId)
  if (email) await deleteLinksTo(transaction, email)
  if (email) await deleteUndosTo(transaction, email)
  // Money that a restore has lost sight of may have paid for these before they were erased.
  if (!known) await giveUpUnpaid(transaction, found)
  await eraseContacts(transaction, found)
  await eraseReasonsAbout(transaction, found)
  // A replay knows these by their numbers. An account has the address that it has confirmed, or no contact.
  const messages = known ? [] : await eraseFinder(transaction, contact)
  const grievances = known ? [] : await findGrievances(transaction, contact)
  await eraseGrievances(transaction, grievances)
  await eraseEvents(transaction, found, identity)
  const isHeld = (id: number) => waits.some((wait) => wait.id === id)
  const subjects = { ...found.subjectIds, complaint: found.subjectIds.complaint.filter((id) => !isHeld(id)) }
  if (!known)
    await recordErasure(transaction, {
      userId: found.userId,
      subjects,
      messages,
      grievances,
      waits: waits.map(({ id, until, cause }) => ({ id, until, cause })),
    })
  return found
}

/** Finds and locks them. They are found again after the lock, because a link may have begun a renewal until it was granted. */
async function lockRecordsOf(transaction: Db, identity: Identity): Promise<RecordsOf> {
  await lockPerson(transaction, await findRecordsOf(transaction, identity))
  const found = await findRecordsOf(transaction, identity)
  await lockPerson(transaction, found)
  return found
}

/**
 * Locks the account, the pay links and the records: a hold or a mail of whoever is changing one of them at this moment is
 * seen by the erasure. Whoever renews by a link locks the link before the membership, too.
 */
async function lockPerson(transaction: Db, { userId, subjectIds }: RecordsOf): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  for (const purpose of PURPOSES) await lockPayLinks(transaction, purpose, subjectIds[purpose])
  for (const purpose of PURPOSES)
    await sql`
      select from ${sql.table(PURPOSE_RULES[purpose].table)}
      where id = any(${subjectIds[purpose]}::bigint[]) order by id for no key update`.execute(transaction)
}

/**
 * The keys of the addresses that an account had confirmed before, as far as its rows still tell: only towards such an
 * address can a change be undone, only such an address is reminded of care, and only with such a one complaints are kept
 * for an account. What another account has by now is its.
 */
async function formerAddresses(transaction: Db, userId: number | null): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select former.key
    from (
      select email_key as key from email_undos where user_id = ${userId}
      union
      select address_key from mails where user_id = ${userId} and kind = 'care-due'
      union
      select lower(normalize(email, NFKC)) from complaints where account_id = ${userId} and email <> '') former
    where not exists (select from users where users.email_key = former.key and users.id <> ${userId})`.execute(
    transaction,
  )
  return rows.map(({ key }) => key)
}

/** Leaves out the addresses that another account has: a record of this person had one of them by mistake. */
async function withoutOthers(transaction: Db, userId: number | null, keys: string[]): Promise<string[]> {
  const others = await transaction
    .selectFrom('users')
    .select('email_key')
    .where(sql<boolean>`email_key = any(${keys}::text[])`)
    .where('id', '<>', userId ?? 0)
    .execute()
  return keys.filter((key) => !others.some(({ email_key }) => email_key === key))
}

async function deleteAccount(transaction: Db, userId: number | null): Promise<void> {
  if (userId === null) return
  const role = await deleteAccountRow(transaction, userId)
  if (role === 'admin') throw conflict('account_of_admin')
}

async function giveUpUnpaid(transaction: Db, { subjectIds }: RecordsOf): Promise<void> {
  for (const purpose of PURPOSES) {
    const { table, privacy } = PURPOSE_RULES[purpose]
    const status = privacy.givenUp
    if (status) await giveUp(transaction, { purpose, table, status, ids: subjectIds[purpose] })
  }
}

async function eraseContacts(transaction: Db, { subjectIds, payments }: RecordsOf): Promise<void> {
  for (const purpose of PURPOSES) await PURPOSE_RULES[purpose].privacy.erase(transaction, subjectIds[purpose])
  await transaction
    .updateTable('payments')
    .set({ settled_note: ERASED })
    .where('settled_note', 'is not', null)
    .where(isOneOf('id', idsOf(payments)))
    .execute()
  await transaction
    .updateTable('desk_payments')
    .set({ void_reason: ERASED })
    .where('void_reason', 'is not', null)
    .where(isOneOf('payment_id', idsOf(payments)))
    .execute()
}

async function eraseReasonsAbout(transaction: Db, { userId, subjectIds, payments }: RecordsOf): Promise<void> {
  if (userId !== null) await eraseReasons(transaction, 'user', [userId])
  // Those of a complaint go with it, which may be held.
  for (const purpose of PURPOSES)
    if (purpose !== 'complaint') await eraseReasons(transaction, purpose, subjectIds[purpose])
  const paymentIds = idsOf(payments)
  await eraseReasons(transaction, 'payment', paymentIds)
}

/** Deletes processed events. An unprocessed one is needed for its payment, so it is kept without personal data. */
async function eraseEvents(transaction: Db, records: RecordsOf, identity: Identity): Promise<void> {
  const events = await transaction
    .selectFrom('webhook_inbox')
    .select(['event_id', 'body', 'processed_at'])
    .where(isAbout(records, identity))
    .forUpdate()
    .execute()
  for (const { event_id, body, processed_at } of events) {
    const isOpen = processed_at === null
    if (isOpen)
      await transaction
        .updateTable('webhook_inbox')
        .set({ body: withoutPerson(body) })
        .where('event_id', '=', event_id)
        .execute()
    else await transaction.deleteFrom('webhook_inbox').where('event_id', '=', event_id).execute()
  }
}

/** Only logs a failure: what fails now is done within the hour. */
export async function finishSoon(stores: Stores, { log }: Pick<FastifyRequest, 'log'>): Promise<void> {
  await finishErasures(stores).catch((error: unknown) => log.error({ err: error }, 'an erasure is not finished'))
}

/** Finishes erasures that had to wait, such as for a complaint to be closed. */
export async function finishErasures(stores: Stores): Promise<void> {
  const steps = [
    ...PURPOSES.map((purpose) => () => PURPOSE_RULES[purpose].privacy.finishErasures(stores)),
    () => writeErasures(stores),
  ]
  await eachDespiteFailures(steps, 'steps of erasures', (step) => step())
}
