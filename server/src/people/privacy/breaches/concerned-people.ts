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
import type { PersonalRow } from '../registry/personal-rows.ts'
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
  const tables = recordsOf(kinds)
  const known = ALL_KNOWN.every((table) => tables.get(table)?.some((people) => people === PEOPLE_OF[table]))
  // Without days, all accounts and payers are meant already, and the longest tables would add nobody.
  const areAllMeant = known && from_day === null && to_day === null
  const records = [...tables].flatMap(([table, people]) => {
    if (!areAllMeant || people.length === 0) return people
    return table in OF_KNOWN ? [] : (BEYOND_KNOWN[table] ?? people)
  })
  if (records.length === 0) return null
  const since = from_day === null ? sql`true` : sql`(changed_at is null or changed_at >= ${startOfDay(from_day)})`
  const until = to_day === null ? sql`true` : sql`(at is null or at < ${endOfDay(to_day)})`
  return sql`
    with told (user_id, email, phone, language, at, changed_at) as (${sql.join(
      records.map((people) => sql`(${people})`),
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

/** The people behind the records that hold data of these kinds. A column about the admin who did something leads to nobody. */
function recordsOf(kinds: string[]): Map<keyof DB, People[]> {
  const tables = Object.keys(REGISTRY) as (keyof DB)[]
  const rows = tables.map((table): [keyof DB, People[]] => {
    const held = (REGISTRY[table].personal ?? []).filter(({ exported }) => exported !== 'staff').map(({ row }) => row)
    const people = held
      .filter((kind) => kinds.includes(kind))
      .map((kind) => PEOPLE_OF_KIND[kind]?.[table] ?? PEOPLE_OF[table])
    return [table, [...new Set(people)].flatMap((one) => one ?? [])]
  })
  return new Map(rows)
}

/** The tables of all accounts, and of all who filed or pay something. */
const ALL_KNOWN: (keyof DB)[] = ['users', ...PURPOSES.map((purpose) => PURPOSE_RULES[purpose].table)]

/**
 * SQL: rows of `user_id`, `email`, `phone` and `language`, and of two instants: the record was made at `at` or later, and at `changed_at` or
 * before. Each may be null.
 */
type People = RawBuilder<unknown>

const NOBODY = sql`null::text as email, null::text as phone, null::text as language`

/** SQL: the columns `at` and `changed_at`. */
type Times = RawBuilder<unknown>

const made = (at: string | RawBuilder<unknown>): Times => {
  const instant = typeof at === 'string' ? sql.ref(at) : at
  return sql`${instant} as at, ${instant} as changed_at`
}

/** Only the time of the last change is known: the record may be as old as that which it belongs to. */
const between = (at: string, changedAt: string): Times => sql`${sql.ref(at)} as at, ${sql.ref(changedAt)} as changed_at`

const UNDATED: Times = sql`null::timestamptz as at, null::timestamptz as changed_at`

const startOf = (day: string) => sql`(${sql.ref(day)}::timestamp at time zone 'Asia/Kolkata')`

const byUser = (table: string, times: Times): People =>
  sql`select user_id, ${NOBODY}, ${times} from ${sql.table(table)}`

const byAddress = (table: string, times: Times): People =>
  sql`select null::bigint as user_id, address_key as email, null as phone, null as language, ${times}
    from ${sql.table(table)}`

/** The owner of the pet that a record is about. */
const byPet = (table: string, pet: string, times: Times): People =>
  sql`select pets.user_id, ${NOBODY}, ${times}
    from ${sql.table(table)} join pets on pets.id = ${sql.ref(`${table}.${pet}`)}`

const byReport = (table: string, times: Times): People =>
  sql`select pets.user_id, ${NOBODY}, ${times} from ${sql.table(table)}
    join found_reports report on report.id = ${sql.ref(`${table}.report_id`)} join pets on pets.id = report.pet_id`

const byComplaint = (table: string, at: string): People =>
  sql`select null::bigint as user_id, email, phone, language, ${made(`${table}.${at}`)}
    from ${sql.table(table)} join complaints on complaints.id = ${sql.ref(`${table}.complaint_id`)}`

/** The people who paid, or were asked to, by what they paid for, at the addresses to which mails about it go. */
const PAYERS = sql`(${sql.join(
  PURPOSES.map((purpose) => {
    const { table, report } = PURPOSE_RULES[purpose]
    const own = (column: string) => sql.ref(`${table}.${column}`)
    const account = report.account ?? sql`null::bigint`
    return sql`select ${sql.lit(purpose)} as purpose, ${own('id')}, ${account} as user_id,
        ${report.mailedTo ?? own('email')} as email, ${own('phone')}, ${own('language')}
      from ${sql.table(table)} ${report.mailedTo ? sql`left join users on users.id = ${account}` : sql``}`
  }),
  sql` union all `,
)}) payer`

const PAYER = sql`payer.user_id, payer.email, payer.phone, payer.language`

/** The payers of the records of a table with a purpose and the number of what is paid. */
const bySubject = (table: string, at: string, subject = sql.ref(`${table}.subject_id`)): People =>
  sql`select ${PAYER}, ${made(`${table}.${at}`)} from ${sql.table(table)}
    join ${PAYERS} on payer.purpose = ${sql.ref(`${table}.purpose`)} and payer.id = ${subject}`

const byPayment = (table: string, at: string): People =>
  sql`select ${PAYER}, ${made(`${table}.${at}`)} from ${sql.table(table)}
    join payments on payments.id = ${sql.ref(`${table}.payment_id`)}
    join ${PAYERS} on payer.purpose = payments.purpose and payer.id = payments.subject_id`

const ownColumns = (table: string, userId: RawBuilder<unknown>, times: Times): People =>
  sql`select ${userId} as user_id, email, phone, language, ${times} from ${sql.table(table)}`

const NO_USER = sql`null::bigint`

const ACCOUNTS = ownColumns('users', sql`id`, made('created_at'))
const COMPLAINANTS = ownColumns('complaints', NO_USER, made('created_at'))
const MEMBERS = sql`select ${PAYER}, ${made('memberships.created_at')} from memberships
  join ${PAYERS} on payer.purpose = 'membership' and payer.id = memberships.id`

// A whole address within a text: a part of a longer one would be somebody else's.
const NAME = "[[:alnum:]_%+'-]+"
const ADDRESS = String.raw`(?<![[:alnum:]._%+'!#$&*=?^{|}~@-])${NAME}(?:\.${NAME})*@(?:[[:alnum:]-]+\.)+[[:alpha:]]{2,}(?![[:alnum:]@-])`
const TYPED = sql`normalize(contact, NFKC)`
const TYPED_ADDRESS = sql<string | null>`substring(${TYPED} from ${ADDRESS}::text)`

const NUMBER = '[+(]?[0-9०-९][0-9०-९ ()./-]*[0-9०-९]'

/** SQL: the contact that a finder typed, as the e-mail address in it and the phone number beside that; without an address, whole. */
const FINDER = sql`${TYPED_ADDRESS} as email, case when ${TYPED_ADDRESS} is null then contact
  else substring(replace(${TYPED}, ${TYPED_ADDRESS}, ' ') from ${NUMBER}::text) end as phone, null::text as language`

/** The accounts and payers whom records of the audit are about, by kind and number of the record. */
const KNOWN_OBJECTS = sql`
  select 'user' as kind, id, id as user_id, ${NOBODY} from users
  union all select payer.purpose, payer.id, ${PAYER} from ${PAYERS}
  union all select 'payment', payments.id, ${PAYER} from payments
    join ${PAYERS} on payer.purpose = payments.purpose and payer.id = payments.subject_id
  union all select 'pet', id, user_id, ${NOBODY} from pets
  union all select 'thread', report.id, pets.user_id, ${NOBODY} from found_reports report join pets on pets.id = report.pet_id`

/** The other people whom records of the audit are about. */
const OTHER_OBJECTS = sql`
  select 'thread' as kind, report_id as id, null::bigint as user_id, ${FINDER} from found_messages where contact is not null
  union all select 'privacy-request', id, user_id, email, null, language from privacy_requests
  union all select 'grievance', id, null, email, phone, language from grievances
  union all select 'mail', id, user_id, to_address, null, language from mails`

const byObject = (objects: RawBuilder<unknown>): People =>
  sql`select object.user_id, object.email, object.phone, object.language, ${made('audit.at')} from audit
    join (${objects}) object on object.kind = audit.object_kind and object.id::text = audit.object_id`

const FINDERS = sql`select null::bigint as user_id, ${FINDER}, ${made('created_at')}
  from found_messages where contact is not null`

const CONSENTS_OF_FINDERS = sql`select null::bigint as user_id, ${FINDER}, ${made('at')} from consents
  join found_messages on report_id = subject_id and contact is not null where purpose = 'found'`

/** The people behind these tables' rows who may have neither an account nor a payment. */
const BEYOND_KNOWN: Partial<Record<keyof DB, People>> = {
  found_messages: FINDERS,
  consents: CONSENTS_OF_FINDERS,
  audit: byObject(OTHER_OBJECTS),
}

/** The people behind rows that lead to an account, or to whoever filed or pays something, and to nobody else. */
const OF_KNOWN: Partial<Record<keyof DB, People>> = {
  second_factors: byUser('second_factors', made('created_at')),
  recovery_codes: byUser('recovery_codes', UNDATED),
  passkeys: byUser('passkeys', made('created_at')),
  sessions: byUser('sessions', made('created_at')),
  known_networks: sql`select user_id, ${NOBODY}, ${between('users.created_at', 'last_used_at')}
    from known_networks join users on users.id = user_id`,
  idempotency_keys: byUser('idempotency_keys', made('created_at')),
  push_devices: sql`select push_devices.user_id, email, phone, complaints.language, ${made('push_devices.created_at')}
    from push_devices left join complaints on complaints.id = complaint_id`,
  push_notices: sql`select push_devices.user_id, email, phone, complaints.language, ${made('push_notices.created_at')}
    from push_notices join push_devices on push_devices.id = device_id left join complaints on complaints.id = complaint_id`,
  corrections: bySubject('corrections', 'at'),
  pets: byUser('pets', made('created_at')),
  photos: byPet('photos', 'pet_id', made('photos.created_at')),
  care_records: byPet('care_records', 'pet_number', made('care_records.created_at')),
  care_reminders: byUser('care_reminders', made(startOf('told_on'))),
  care_feeds: byUser('care_feeds', made('created_at')),
  scan_days: byPet('scan_days', 'pet_number', made(startOf('scan_days.day'))),
  lost_pets: byPet('lost_pets', 'pet_number', between('pets.created_at', 'lost_pets.saved_at')),
  carers: byUser('carers', made('added_at')),
  certificate_files: sql`select added_by as user_id, ${NOBODY}, ${made('added_at')} from certificate_files`,
  camp_helpers: byUser('camp_helpers', made('added_at')),
  camp_works: sql`select by_user as user_id, ${NOBODY}, ${made('at')} from camp_works`,
  camp_repeats: sql`select by_user as user_id, ${NOBODY}, ${made('at')} from camp_repeats`,
  found_mutes: byPet('found_mutes', 'pet_id', UNDATED),
  found_reports: byPet('found_reports', 'pet_id', made('found_reports.created_at')),
  found_openings: byReport('found_openings', made('found_openings.opened_at')),
  found_finders: byReport('found_finders', made('found_finders.created_at')),
  found_photos: sql`select pets.user_id, ${NOBODY}, ${made('message.created_at')} from found_photos
    join found_messages message on message.id = message_id join found_reports report on report.id = message.report_id
    join pets on pets.id = report.pet_id`,
  complaint_files: byComplaint('complaint_files', 'created_at'),
  case_events: byComplaint('case_events', 'at'),
  follow_links: byComplaint('follow_links', 'created_at'),
  payments: bySubject('payments', 'created_at'),
  payment_orders: bySubject('payment_orders', 'created_at'),
  pay_links: bySubject('pay_links', 'created_at', sql`coalesce(pay_links.subject_id, pay_links.renews_id)`),
  payment_journal: byPayment('payment_journal', 'at'),
  receipts: byPayment('receipts', 'created_at'),
  refund_receipts: byPayment('refund_receipts', 'created_at'),
  refunds: byPayment('refunds', 'created_at'),
  desk_payments: byPayment('desk_payments', 'taken_at'),
  // The provider's events are about the same payments, but for those at the desk.
  webhook_inbox: sql`${bySubject('payments', 'created_at')}
    where not exists (select from desk_payments where payment_id = payments.id)`,
  donation_certificates: sql`select user_id, email, phone, language, ${made('recorded_at')} from donation_certificates
    join donations on donations.id = donation_id`,
  filed_donations: sql`select user_id, email, phone, language, ${made('filed_at')} from filed_donations
    join donations on donations.id = donation_id join filed_statements on filed_statements.id = statement_id`,
}

/** The people behind each table's rows; null where nobody can be reached by it. */
export const PEOPLE_OF: Partial<Record<keyof DB, People | null>> = {
  ...OF_KNOWN,
  users: ACCOUNTS,
  one_time_links: sql`select user_id, email, null as phone, null as language, ${made('created_at')} from one_time_links`,
  email_undos: sql`select user_id, email, null as phone, null as language, ${made('created_at')} from email_undos`,
  privacy_codes: sql`select null::bigint as user_id, email_key as email, null as phone, null as language, ${UNDATED}
    from privacy_codes`,
  privacy_requests: sql`select user_id, email, null as phone, language, ${made('created_at')} from privacy_requests`,
  grievances: ownColumns('grievances', NO_USER, made('received_at')),
  breach_people: ownColumns('breach_people', sql`user_id`, made('queued_at')),
  erasures: null,
  consents: sql`select ${PAYER}, ${made('consents.at')} from consents
    join ${PAYERS} on payer.purpose = replace(consents.purpose, 'complaint-spoken', 'complaint') and payer.id = subject_id
    union all select subject_id, ${NOBODY}, ${made('at')} from consents where purpose in ('signup', 'adult', 'reminders')
    union all select pets.user_id, ${NOBODY}, ${made('at')} from consents join pets on pets.id = subject_id where purpose in ('pet', 'lost')
    union all ${CONSENTS_OF_FINDERS}`,
  community_animals: null,
  // The finder's own contact, and the owner of the pet.
  found_messages: sql`${FINDERS}
    union all ${byReport('found_messages', made('found_messages.created_at'))}`,
  complaints: COMPLAINANTS,
  memberships: MEMBERS,
  donations: ownColumns('donations', sql`user_id`, made('created_at')),
  filed_statements: null,
  locked_years: null,
  cash_handovers: null,
  mails: sql`select user_id, to_address as email, null as phone, language, ${made('created_at')} from mails`,
  mail_blocks: byAddress('mail_blocks', made('blocked_at')),
  mail_wishes: byAddress('mail_wishes', made('off_at')),
  mail_preferences: byAddress('mail_preferences', sql`null::timestamptz as at, used_at as changed_at`),
  audit: byObject(sql`${KNOWN_OBJECTS} union all ${OTHER_OBJECTS}`),
  imports: null,
  throttles: null,
  foundation_settings: null,
  breach_steps: null,
}

/** The people behind those rows of a table with several kinds of data that hold something of the kind. */
const PEOPLE_OF_KIND: Partial<Record<PersonalRow, Partial<Record<keyof DB, People>>>> = {
  carers: { users: sql`${ACCOUNTS} where is_carer` },
  devices: {
    users: sql`select id as user_id, ${NOBODY}, ${between('created_at', 'last_seen_at')} from users
      where last_seen_at is not null`,
  },
  caseFiles: { complaints: sql`${COMPLAINANTS} where file_path is not null` },
  // The day of a hold is not known here.
  caseHistory: {
    complaints: sql`select null::bigint as user_id, email, phone, language, created_at as at, null::timestamptz as changed_at
      from complaints where hold_until is not null`,
  },
  payments: {
    complaints: sql`select null::bigint as user_id, email, phone, language, ${made(sql`coalesce(payment_date, created_at)`)}
      from complaints where payment_status <> 'none'`,
    memberships: sql`${MEMBERS} where memberships.amount_paise > 0 or memberships.razorpay_payment_id is not null`,
  },
}
