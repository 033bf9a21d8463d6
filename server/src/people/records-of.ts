import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { phoneKey } from '../users/contact-key.ts'
import { foldCase } from '../users/fold-case.ts'

/** A person as they are known from outside: by an e-mail, a phone number, or both. */
export type Contact = { email?: string | undefined; phone?: string | undefined }

/** The numbers of everything that is kept about somebody. */
export type RecordsOf = {
  userId: number | null
  complaintIds: number[]
  membershipIds: number[]
  /** Of what was paid, or tried, for those complaints and memberships. */
  payments: { id: number; provider_payment_id: string }[]
}

export async function findRecordsOf(db: Db, contact: Contact): Promise<RecordsOf> {
  const account = contact.email
    ? await db.selectFrom('users').select('id').where('email_key', '=', foldCase(contact.email)).executeTakeFirst()
    : undefined
  const userId = account?.id ?? null
  const complaints = await db.selectFrom('complaints').select('id').where(isContact(contact)).orderBy('id').execute()
  const memberships = await db
    .selectFrom('memberships')
    .select('id')
    .where((where) => where.or([isContact(contact), where('user_id', '=', userId)]))
    .orderBy('id')
    .execute()
  const complaintIds = complaints.map(({ id }) => id)
  const membershipIds = memberships.map(({ id }) => id)
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where(sql<boolean>`(purpose = 'complaint' and subject_id = any(${complaintIds}::bigint[]))
      or (purpose = 'membership' and subject_id = any(${membershipIds}::bigint[]))`)
    .orderBy('id')
    .execute()
  return { userId, complaintIds, membershipIds, payments }
}

/** The condition on a row with the columns `email` and `phone`; either will do. */
function isContact({ email, phone }: Contact) {
  const emailKey = email ? foldCase(email) : null
  const digits = (phone && phoneKey(phone)) || null
  return sql<boolean>`(lower(normalize(email, NFKC)) = ${emailKey}::text
    or right(regexp_replace(phone, '\\D', '', 'g'), length(${digits}::text)) = ${digits}::text)`
}

/** The condition on an event of the provider's: that it is about one of these payments. */
export function isAbout(payments: RecordsOf['payments']) {
  const ids = payments.map((payment) => payment.provider_payment_id)
  return sql<boolean>`exists (
    select from unnest(${ids}::text[]) id where position(convert_to(id, 'UTF8') in webhook_inbox.body) > 0)`
}
