import type { KeptComplaint } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { holdingOutcomes } from '@petsetu/contract/complaints/holding-outcomes.ts'
import { PURPOSES, type Purpose, purposes } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import { listHeld } from '../../complaints/holds.ts'
import { idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { type Contact, type Identity, phoneKey } from '../users/contact.ts'

/** The person with these contact details, which somebody has checked, and the account that has the e-mail address. */
export async function identityOf(db: Db, contact: Contact): Promise<Identity> {
  const account = contact.email
    ? await db.selectFrom('users').select('id').where('email_key', '=', foldCase(contact.email)).executeTakeFirst()
    : undefined
  return { userId: account?.id ?? null, contact, isChecked: true }
}

export type RecordsOf = {
  userId: number | null
  subjectIds: Record<Purpose, number[]>
  payments: { id: number; provider_payment_id: string }[]
  providerOrderIds: string[]
}

/** Lists the subjects of mails to this person, as `mails.about` writes them. */
export function mailSubjectKeys({ subjectIds, payments }: RecordsOf): string[] {
  return [
    ...PURPOSES.flatMap((purpose) => subjectIds[purpose].map((id) => `${purpose} ${id}`)),
    ...payments.map(({ id }) => `payment ${id}`),
  ]
}

export async function findRecordsOf(db: Db, identity: Identity): Promise<RecordsOf> {
  const subjectIds = mapEntries(purposes, (): number[] => [])
  for (const purpose of PURPOSES) subjectIds[purpose] = await findSubjects(db, purpose, identity)
  return recordsOfSubjects(db, identity.userId, subjectIds)
}

export async function recordsOfSubjects(
  db: Db,
  userId: number | null,
  subjectIds: Record<Purpose, number[]>,
): Promise<RecordsOf> {
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

/** An e-mail address that somebody typed into one of these records. */
export async function findTypedEmail(db: Db, { subjectIds }: RecordsOf): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    ${sql.join(
      PURPOSES.map(
        (purpose) =>
          sql`select email from ${sql.table(PURPOSE_RULES[purpose].table)} where id = any(${subjectIds[purpose]}::bigint[])`,
      ),
      sql` union all `,
    )}`.execute(db)
  return rows.map(({ email }) => email).find(Boolean) ?? null
}

async function findSubjects(db: Db, purpose: Purpose, identity: Identity): Promise<number[]> {
  const { table, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${privacy.isAbout(identity)} order by id`.execute(db)
  return idsOf(rows)
}

/** SQL condition: a provider's event names a payment or order or, of a checked person, the address or number. */
export function isAbout({ payments, providerOrderIds }: RecordsOf, { contact, isChecked }: Identity) {
  const { email, phone } = isChecked ? contact : {}
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

export async function listKept(db: Db, identity: Identity): Promise<KeptComplaint[]> {
  const { subjectIds } = await findRecordsOf(db, identity)
  return (await listHeld(db, subjectIds.complaint)).map(({ id: _, ...kept }) => kept)
}

export function sayWhatIsKept(kept: KeptComplaint[], language: Language): string[] {
  const text = textsIn(language)
  return kept.map(({ reference, until, cause, reason }) => {
    const why = whyHeld(text, { cause, reason })
    return `${text('holds.kept', { reference, day: formatLongDay(until, language) })} ${why}`
  })
}

/** A hold of another complaint of the same case leaves the reason of an admin there. */
function whyHeld(text: Translate, { cause, reason }: Pick<KeptComplaint, 'cause' | 'reason'>): string {
  if (cause !== 'admin') return text(holdingOutcomes[cause])
  return reason === null ? text('holds.evidence') : text('holds.because', { reason })
}
