import type { Concerned } from '@petsetu/contract/people/breaches.ts'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { mapEntries } from '@petsetu/contract/platform/registry.ts'
import { type Language, languages } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { endOfDay, startOfDay } from '../../../platform/db/expressions.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { DB } from '../../../platform/db/types.ts'
import { PURPOSE_RULES } from '../../../purposes.ts'
import { digitsIn } from '../../users/contact.ts'
import { REGISTRY } from '../registry/registry.ts'

/** The kinds of data that got out, as rows of the list of personal data, and the days on which the records were made. */
export type Extent = { kinds: string[]; from_day: string | null; to_day: string | null }

export async function countConcerned(db: Db, extent: Extent): Promise<Concerned> {
  const people = concernedPeople(extent)
  const none = mapEntries(languages, () => 0)
  if (!people) return { by_language: none, without_email: 0 }
  return tallied(db, sql`(${people}) people`)
}

/** The same of the list that was kept when the letters went out. */
export const countKept = (db: Db, breachId: number): Promise<Concerned> =>
  tallied(db, sql`breach_people where breach_id = ${breachId}`)

export async function keepConcerned(transaction: Db, breachId: number, extent: Extent): Promise<number> {
  const people = concernedPeople(extent)
  if (!people) return 0
  const { numAffectedRows = 0n } = await sql`
    insert into breach_people (breach_id, email, email_key, phone, language, user_id)
    select ${breachId}, email, email_key, phone, language, user_id from (${people}) people`.execute(transaction)
  return Number(numAffectedRows)
}

async function tallied(db: Db, from: RawBuilder<unknown>): Promise<Concerned> {
  const { rows } = await sql<{ language: Language; with_email: number; without_email: number }>`
    select language, count(*) filter (where email_key <> '') as with_email,
      count(*) filter (where email_key = '') as without_email
    from ${from} group by language`.execute(db)
  const addresses = mapEntries(
    languages,
    (_, language) => rows.find((row) => row.language === language)?.with_email ?? 0,
  )
  return { by_language: addresses, without_email: rows.reduce((sum, row) => sum + row.without_email, 0) }
}

/**
 * SQL: each person once, by e-mail address or, without one, by phone number; null if no table is chosen. An address that is none can only be
 * read by whoever calls.
 */
function concernedPeople({ kinds, from_day, to_day }: Extent): RawBuilder<unknown> | null {
  const tables = tablesOf(kinds).flatMap((table) => PEOPLE_OF[table] ?? [])
  if (tables.length === 0) return null
  const since = from_day === null ? sql`true` : sql`(at is null or at >= ${startOfDay(from_day)})`
  const until = to_day === null ? sql`true` : sql`(at is null or at < ${endOfDay(to_day)})`
  return sql`
    with told (user_id, email, phone, language, at) as (${sql.join(
      tables.map((people) => sql`(${people})`),
      sql` union all `,
    )}), named as (
      select distinct user_id, email, phone, language from told where ${since} and ${until}
    ), found as (
      select users.id as user_id, coalesce(nullif(trim(named.email), ''), users.email, '') as email,
        coalesce(nullif(named.phone, ''), users.phone, '') as phone, coalesce(users.language, named.language) as language
      from named left join users on users.id = named.user_id
    ), keyed as (
      select found.*, lower(normalize(found.email, NFKC)) as email_key, right(${digitsIn('found.phone')}, 10) as digits
      from found
    ), mailed as (
      select distinct on (email_key) keyed.email, keyed.email_key, keyed.phone,
        coalesce(account.language, keyed.language, 'en') as language, coalesce(account.id, keyed.user_id) as user_id
      from keyed left join users account on account.email_key = keyed.email_key
      where keyed.email_key <> '' order by email_key, keyed.language nulls last
    ), called as (
      select distinct on (called_by) '' as email, '' as email_key, phone, coalesce(language, 'en') as language, user_id
      from (select keyed.*, coalesce(nullif(digits, ''), phone) as called_by from keyed) alone
      where email_key = '' and (digits <> '' or phone like '%@%') and not exists (
        select from keyed mailed where mailed.email_key <> '' and mailed.digits <> '' and mailed.digits = alone.digits
      ) order by called_by
    )
    select * from mailed union all select * from called`
}

function tablesOf(kinds: string[]): (keyof DB)[] {
  const tables = Object.keys(REGISTRY) as (keyof DB)[]
  return tables.filter((table) => (REGISTRY[table].personal ?? []).some(({ row }) => kinds.includes(row)))
}

/** SQL: rows of `user_id`, `email`, `phone`, `language` and `at`, the instant at which a record was made; each may be null. */
type People = RawBuilder<unknown>

const NOBODY = sql`null::text as email, null::text as phone, null::text as language`

const byUser = (table: string, at: string): People =>
  sql`select user_id, ${NOBODY}, ${sql.ref(at)} as at from ${sql.table(table)}`

const byAddress = (table: string, at: string): People =>
  sql`select null::bigint as user_id, address_key as email, null as phone, null as language, ${sql.ref(at)} as at
    from ${sql.table(table)}`

/** The owner of the pet that a record is about. */
const byPet = (table: string, pet: string, at: string | null): People =>
  sql`select pets.user_id, ${NOBODY}, ${at === null ? sql`null::timestamptz` : sql.ref(`${table}.${at}`)} as at
    from ${sql.table(table)} join pets on pets.id = ${sql.ref(`${table}.${pet}`)}`

const byReport = (table: string, at: RawBuilder<unknown>): People =>
  sql`select pets.user_id, ${NOBODY}, ${at} as at from ${sql.table(table)}
    join found_reports report on report.id = ${sql.ref(`${table}.report_id`)} join pets on pets.id = report.pet_id`

const byComplaint = (table: string, at: string): People =>
  sql`select null::bigint as user_id, email, phone, language, ${sql.ref(`${table}.${at}`)} as at
    from ${sql.table(table)} join complaints on complaints.id = ${sql.ref(`${table}.complaint_id`)}`

/** The people who paid, or were asked to, by what they paid for. */
const PAYERS = sql`(${sql.join(
  PURPOSES.map((purpose) => {
    const { table, report } = PURPOSE_RULES[purpose]
    return sql`select ${sql.lit(purpose)} as purpose, id, ${report.account ?? sql`null::bigint`} as user_id, email, phone, language
      from ${sql.table(table)}`
  }),
  sql` union all `,
)}) payer`

const bySubject = (table: string, at: string): People =>
  sql`select payer.user_id, email, phone, payer.language, ${sql.ref(`${table}.${at}`)} as at from ${sql.table(table)}
    join ${PAYERS} on payer.purpose = ${sql.ref(`${table}.purpose`)} and payer.id = ${sql.ref(`${table}.subject_id`)}`

const byPayment = (table: string, at: string): People =>
  sql`select payer.user_id, email, phone, payer.language, ${sql.ref(`${table}.${at}`)} as at from ${sql.table(table)}
    join payments on payments.id = ${sql.ref(`${table}.payment_id`)}
    join ${PAYERS} on payer.purpose = payments.purpose and payer.id = payments.subject_id`

const ownColumns = (table: string, userId: RawBuilder<unknown>, at: string): People =>
  sql`select ${userId} as user_id, email, phone, language, ${sql.ref(at)} as at from ${sql.table(table)}`

const NO_USER = sql`null::bigint`

// A whole address within a text: a part of a longer one would be somebody else's.
const NAME = "[[:alnum:]_%+'-]+"
const ADDRESS = String.raw`(?<![[:alnum:]._%+'!#$&*=?^{|}~@-])${NAME}(?:\.${NAME})*@(?:[[:alnum:]-]+\.)+[[:alpha:]]{2,}(?![[:alnum:]@-])`
const TYPED = sql`normalize(contact, NFKC)`
const TYPED_ADDRESS = sql<string | null>`substring(${TYPED} from ${ADDRESS}::text)`

const NUMBER = '[+(]?[0-9०-९][0-9०-९ ()./-]*[0-9०-९]'

/** SQL: the contact that a finder typed, as the e-mail address in it and the phone number beside that; without an address, whole. */
const FINDER = sql`${TYPED_ADDRESS} as email, case when ${TYPED_ADDRESS} is null then contact
  else substring(replace(${TYPED}, ${TYPED_ADDRESS}, ' ') from ${NUMBER}::text) end as phone, null::text as language`

/** The people behind each table's rows; null where nobody can be reached by it. */
export const PEOPLE_OF: Partial<Record<keyof DB, People | null>> = {
  users: sql`select id as user_id, email, phone, language, created_at as at from users`,
  second_factors: byUser('second_factors', 'created_at'),
  recovery_codes: sql`select user_id, ${NOBODY}, null::timestamptz as at from recovery_codes`,
  passkeys: byUser('passkeys', 'created_at'),
  sessions: byUser('sessions', 'created_at'),
  known_networks: byUser('known_networks', 'last_used_at'),
  one_time_links: sql`select user_id, email, null as phone, null as language, created_at as at from one_time_links`,
  email_undos: sql`select user_id, email, null as phone, null as language, created_at as at from email_undos`,
  privacy_codes: sql`select null::bigint as user_id, email_key as email, null as phone, null as language, null::timestamptz as at
    from privacy_codes`,
  idempotency_keys: byUser('idempotency_keys', 'created_at'),
  push_devices: sql`select push_devices.user_id, email, phone, complaints.language, push_devices.created_at as at
    from push_devices left join complaints on complaints.id = complaint_id`,
  push_notices: sql`select push_devices.user_id, email, phone, complaints.language, push_notices.created_at as at
    from push_notices join push_devices on push_devices.id = device_id left join complaints on complaints.id = complaint_id`,
  privacy_requests: sql`select user_id, email, null as phone, language, created_at as at from privacy_requests`,
  corrections: bySubject('corrections', 'at'),
  grievances: ownColumns('grievances', NO_USER, 'received_at'),
  breach_people: ownColumns('breach_people', sql`user_id`, 'queued_at'),
  erasures: null,
  consents: sql`select payer.user_id, email, phone, payer.language, at from consents
    join ${PAYERS} on payer.purpose = replace(consents.purpose, 'complaint-spoken', 'complaint') and payer.id = subject_id
    union all select subject_id, ${NOBODY}, at from consents where purpose in ('signup', 'adult', 'reminders')
    union all select pets.user_id, ${NOBODY}, at from consents join pets on pets.id = subject_id where purpose in ('pet', 'lost')
    union all select null, ${FINDER}, at from consents
    join found_messages on report_id = subject_id and contact is not null where purpose = 'found'`,
  pets: byUser('pets', 'updated_at'),
  photos: byPet('photos', 'pet_id', 'created_at'),
  care_records: byPet('care_records', 'pet_number', 'created_at'),
  care_reminders: sql`select user_id, ${NOBODY}, null::timestamptz as at from care_reminders`,
  care_feeds: byUser('care_feeds', 'created_at'),
  scan_days: byPet('scan_days', 'pet_number', null),
  lost_pets: byPet('lost_pets', 'pet_number', 'saved_at'),
  community_animals: null,
  carers: byUser('carers', 'added_at'),
  certificate_files: sql`select added_by as user_id, ${NOBODY}, added_at as at from certificate_files`,
  camp_helpers: byUser('camp_helpers', 'added_at'),
  camp_works: sql`select by_user as user_id, ${NOBODY}, at from camp_works`,
  camp_repeats: sql`select by_user as user_id, ${NOBODY}, at from camp_repeats`,
  found_mutes: byPet('found_mutes', 'pet_id', null),
  found_reports: byPet('found_reports', 'pet_id', 'created_at'),
  found_openings: byReport('found_openings', sql`found_openings.opened_at`),
  found_finders: byReport('found_finders', sql`found_finders.created_at`),
  // The finder's own contact, and the owner of the pet.
  found_messages: sql`select null::bigint as user_id, ${FINDER}, created_at as at
    from found_messages where contact is not null
    union all ${byReport('found_messages', sql`found_messages.created_at`)}`,
  found_photos: sql`select pets.user_id, ${NOBODY}, message.created_at as at from found_photos
    join found_messages message on message.id = message_id join found_reports report on report.id = message.report_id
    join pets on pets.id = report.pet_id`,
  complaints: ownColumns('complaints', NO_USER, 'created_at'),
  complaint_files: byComplaint('complaint_files', 'created_at'),
  case_events: byComplaint('case_events', 'at'),
  follow_links: byComplaint('follow_links', 'created_at'),
  memberships: ownColumns('memberships', sql`user_id`, 'created_at'),
  donations: ownColumns('donations', sql`user_id`, 'created_at'),
  payments: bySubject('payments', 'created_at'),
  payment_orders: bySubject('payment_orders', 'created_at'),
  pay_links: bySubject('pay_links', 'created_at'),
  payment_journal: byPayment('payment_journal', 'at'),
  receipts: byPayment('receipts', 'created_at'),
  refund_receipts: byPayment('refund_receipts', 'created_at'),
  refunds: byPayment('refunds', 'created_at'),
  desk_payments: byPayment('desk_payments', 'taken_at'),
  // The provider's events are about the same payments.
  webhook_inbox: bySubject('payments', 'created_at'),
  filed_statements: null,
  donation_certificates: sql`select user_id, email, phone, language, recorded_at as at from donation_certificates
    join donations on donations.id = donation_id`,
  filed_donations: sql`select user_id, email, phone, language, filed_at as at from filed_donations
    join donations on donations.id = donation_id join filed_statements on filed_statements.id = statement_id`,
  locked_years: null,
  cash_handovers: null,
  mails: sql`select user_id, to_address as email, null as phone, language, created_at as at from mails`,
  mail_blocks: byAddress('mail_blocks', 'blocked_at'),
  mail_wishes: byAddress('mail_wishes', 'off_at'),
  mail_preferences: byAddress('mail_preferences', 'used_at'),
  audit: sql`select object_id::bigint as user_id, ${NOBODY}, at from audit where object_kind = 'user' and object_id ~ '^[0-9]+$'
    union all select payer.user_id, email, phone, payer.language, at from audit
    join ${PAYERS} on payer.purpose = object_kind and payer.id::text = object_id`,
  imports: null,
  throttles: null,
  foundation_settings: null,
  breach_steps: null,
}
