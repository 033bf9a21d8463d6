import { foldCase } from '@petsetu/contract/platform/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/pool.ts'
import { anyOf, type Contact, isContact } from '../../users/contact.ts'

type Person = { userId: number | null; contact: Contact }

const isOf = ({ userId, contact: { email, phone } }: Person) =>
  anyOf(
    sql<boolean>`user_id = ${userId}`,
    email && sql<boolean>`(email_key <> '' and email_key = ${foldCase(email)})`,
    isContact({ phone }),
  )

/** The letters about breaches that this person got. */
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
    .where(isOf(person))
    .orderBy('breach_people.id')
    .execute()
}

/** Removes the person from the proof of the letters; that somebody got one, and when, stays. Before their mails are deleted. */
export async function eraseBreachPeople(transaction: Db, person: Person): Promise<void> {
  await copySendTimes(transaction)
  await transaction
    .updateTable('breach_people')
    .set({ email: '', email_key: '', phone: '' })
    .where(isOf(person))
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
  await sql`
    update breach_people set email = '', email_key = '', phone = '' from breaches
    where breaches.id = breach_id and letters_at < now() - make_interval(days => ${days}) and (email <> '' or phone <> '')`.execute(
    db,
  )
}
