import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import { deleteInBatches, updateInBatches } from '../../platform/db/batches.ts'
import { daysAgo, idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { anyOf, type Contact, isContact } from '../users/contact.ts'
import { eraseReasons } from '../users/record-erasure.ts'

type Person = { userId: number | null; contact: Contact }

function isFrom({ userId, contact: { email } }: Person) {
  return sql<boolean>`(user_id = ${userId} or email_key = ${email ? foldCase(email) : null})`
}

export function exportRequests(db: Db, person: Person): Promise<object[]> {
  return db
    .selectFrom('privacy_requests')
    .select(['kind', 'email', 'language', 'note', 'created_at', 'due_on', 'done_at', 'answer'])
    .select(['nominee_name', 'nominee_contact', 'nominee_email', 'proof'])
    .where(isFrom(person))
    .orderBy('id')
    .execute()
}

/**
 * Deletes what is done, nominees included. An open request stays to be answered; one for an erasure loses its address
 * once it is done. A request of an account from another address, or from one that the account has not confirmed, goes, too:
 * without the account, nothing would say that nobody has confirmed that address.
 */
export async function eraseRequests(transaction: Db, person: Person): Promise<void> {
  const { email } = person.contact
  const deleted = await transaction
    .deleteFrom('privacy_requests')
    .where(isFrom(person))
    .where(sql<boolean>`(done_at is not null or kind = 'nominate' or email_key <> ${foldCase(email ?? '')}
      or exists (select from users where users.id = user_id and email_confirmed_at is null))`)
    .returning('id')
    .execute()
  await eraseReasons(transaction, 'privacy-request', idsOf(deleted))
  if (email) await transaction.deleteFrom('privacy_codes').where('email_key', '=', foldCase(email)).execute()
}

/** Keeps nominees until another person is named from a confirmed address or by the same account, or the person is erased. */
export async function forgetRequests(db: Db, days: number): Promise<void> {
  await deleteInBatches(
    db,
    'privacy_requests',
    sql`done_at < ${daysAgo(days)} and (kind <> 'nominate' or exists (
      select from privacy_requests later
      where later.kind = 'nominate' and later.id > privacy_requests.id
        and (later.user_id = privacy_requests.user_id or later.email_key = privacy_requests.email_key
          and (later.user_id is null or exists (
            select from users where users.id = later.user_id and users.email_key = later.email_key
              and email_confirmed_at is not null)))))`,
  )
  await deleteInBatches(db, 'privacy_codes', sql`expires_at < now()`)
}

/** The answer to an erasure, and what it says of complaints that wait, come after everything else of the person was deleted. */
export async function forgetLastMails(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'mails',
    sql`state = 'sent' and (kind = 'erasure-waits' or kind = 'privacy-done' and about in (
      select 'privacy-request ' || id from privacy_requests where kind = 'erase'))`,
  )
}

const isTold = ({ userId, contact: { email, phone } }: Person) =>
  anyOf(
    sql<boolean>`user_id = ${userId}`,
    email && sql<boolean>`(email_key <> '' and email_key = ${foldCase(email)})`,
    isContact({ phone }),
  )

export function exportBreachPeople(db: Db, person: Person): Promise<object[]> {
  return db
    .selectFrom('breach_people')
    .leftJoin('breach_letters as letter', (join) =>
      join
        .onRef('letter.breach_id', '=', 'breach_people.breach_id')
        .onRef('letter.language', '=', 'breach_people.language')
        .on('audience', '=', 'people'),
    )
    .select(['email', 'phone', 'breach_people.language', 'sent_at', 'subject', 'body'])
    .where(isTold(person))
    .orderBy('breach_people.id')
    .execute()
}

/** Removes the person from the proof of the letters; that somebody got one, and when, stays. Before their mails are deleted. */
/** Lets an erasure and the list of the people of a breach wait for each other: the list is read from many tables at once. */
export async function lockBreachLists(transaction: Db, as: 'erasure' | 'list'): Promise<void> {
  const key = sql`hashtext('petsetu breach lists')`
  await (as === 'list'
    ? sql`select pg_advisory_xact_lock(${key})`.execute(transaction)
    : sql`select pg_advisory_xact_lock_shared(${key})`.execute(transaction))
}

export async function eraseBreachPeople(transaction: Db, person: Person): Promise<void> {
  await copySendTimes(transaction)
  await transaction
    .updateTable('breach_people')
    .set({ email: '', email_key: '', phone: '' })
    .where(isTold(person))
    .execute()
}

/** Keeps when each letter was sent, because mails are deleted sooner than the book. */
async function copySendTimes(db: Db): Promise<void> {
  await sql`
    update breach_people person set sent_at = mails.sent_at from mails
    where person.sent_at is null and person.queued_at is not null and mails.sent_at is not null
      and mails.kind = 'breach-letter' and mails.about = 'breach ' || breach_id and mails.step = person.id::text`.execute(
    db,
  )
}

/** Removes the addresses from the proof of the letters so many days after they went out. */
export async function forgetBreachPeople(db: Db, days: number): Promise<void> {
  await copySendTimes(db)
  await updateInBatches(
    db,
    'breach_people',
    sql`email = '', email_key = '', phone = ''`,
    sql`(email <> '' or phone <> '') and breach_id in (select id from breaches where letters_at < ${daysAgo(days)})`,
  )
}
