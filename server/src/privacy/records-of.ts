import { foldCase } from '@petsetu/contract/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { phoneKey } from '../users/contact-key.ts'

/** The contact details that identify a person: an e-mail address, a phone number, or both. */
export type Contact = { email?: string | undefined; phone?: string | undefined }

/** The ids of everything stored about a person. */
export type RecordsOf = {
  userId: number | null
  complaintIds: number[]
  membershipIds: number[]
  /** Payments and attempts for those complaints and memberships. */
  payments: { id: number; provider_payment_id: string }[]
  /** The provider's ids of their orders. */
  providerOrderIds: string[]
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
  const isTheirs = sql<boolean>`((purpose = 'complaint' and subject_id = any(${complaintIds}::bigint[]))
    or (purpose = 'membership' and subject_id = any(${membershipIds}::bigint[])))`
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where(isTheirs)
    .orderBy('id')
    .execute()
  const orders = await db
    .selectFrom('payment_orders')
    .select('provider_order_id as providerId')
    .where(isTheirs)
    .where('provider_order_id', 'is not', null)
    .execute()
  const providerOrderIds = orders.flatMap(({ providerId }) => providerId ?? [])
  return { userId, complaintIds, membershipIds, payments, providerOrderIds }
}

/** SQL condition on a row with the columns `email` and `phone`; either may match. */
function isContact({ email, phone }: Contact) {
  const emailKey = email ? foldCase(email) : null
  const digits = (phone && phoneKey(phone)) || null
  return sql<boolean>`(lower(normalize(email, NFKC)) = ${emailKey}::text
    or right(regexp_replace(phone, '\\D', '', 'g'), length(${digits}::text)) = ${digits}::text)`
}

/**
 * SQL condition on a provider's event: it names one of these payments or orders, the e-mail address or the phone number. An
 * unprocessed event may be about a payment that is not in our tables yet.
 */
export function isAbout({ payments, providerOrderIds }: RecordsOf, { email, phone }: Contact) {
  const digits = phone && phoneKey(phone)
  const names = [...payments.map((payment) => payment.provider_payment_id), ...providerOrderIds]
  // The provider writes a phone number as digits only.
  if (digits) names.push(`${digits}"`)
  const quoted = email ? [JSON.stringify(foldCase(email))] : []
  return sql<boolean>`(exists (
      select from unnest(${names}::text[]) name where position(convert_to(name, 'UTF8') in webhook_inbox.body) > 0)
    or exists (
      select from unnest(${quoted}::text[]) email
      where position(convert_to(email, 'UTF8') in convert_to(lower(encode(webhook_inbox.body, 'escape')), 'UTF8')) > 0))`
}
