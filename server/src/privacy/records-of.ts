import { foldCase } from '@petsetu/contract/fold-case.ts'
import { byPurpose, PURPOSES, type Purpose } from '@petsetu/contract/purposes.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { PURPOSE_RULES } from '../purposes.ts'
import type { Contact } from '../users/contact.ts'
import { phoneKey } from '../users/contact-key.ts'

/** The ids of everything stored about a person. */
export type RecordsOf = {
  userId: number | null
  /** What they have paid for, or were asked to pay for. */
  subjectIds: Record<Purpose, number[]>
  /** Payments and attempts for these. */
  payments: { id: number; provider_payment_id: string }[]
  /** The provider's ids of their orders. */
  providerOrderIds: string[]
}

/** What mails to this person are about, as `mails.about` writes it. */
export function aboutsOf({ subjectIds, payments }: RecordsOf): string[] {
  return [
    ...PURPOSES.flatMap((purpose) => subjectIds[purpose].map((id) => `${purpose} ${id}`)),
    ...payments.map(({ id }) => `payment ${id}`),
  ]
}

export async function findRecordsOf(db: Db, contact: Contact): Promise<RecordsOf> {
  const account = contact.email
    ? await db.selectFrom('users').select('id').where('email_key', '=', foldCase(contact.email)).executeTakeFirst()
    : undefined
  const userId = account?.id ?? null
  const subjectIds = byPurpose((): number[] => [])
  for (const purpose of PURPOSES) subjectIds[purpose] = await findSubjects(db, purpose, contact, userId)
  const isTheirs = sql.join(
    PURPOSES.map((purpose) => sql`(purpose = ${purpose} and subject_id = any(${subjectIds[purpose]}::bigint[]))`),
    sql` or `,
  )
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id'])
    .where(sql<boolean>`(${isTheirs})`)
    .orderBy('id')
    .execute()
  const orders = await db
    .selectFrom('payment_orders')
    .select('provider_order_id as providerId')
    .where(sql<boolean>`(${isTheirs})`)
    .where('provider_order_id', 'is not', null)
    .execute()
  const providerOrderIds = orders.flatMap(({ providerId }) => providerId ?? [])
  return { userId, subjectIds, payments, providerOrderIds }
}

async function findSubjects(db: Db, purpose: Purpose, contact: Contact, userId: number | null): Promise<number[]> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${privacy.isAbout(contact, userId)} order by id`.execute(db)
  return rows.map(({ id }) => id)
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
