import type { PayLink, PayLinkState, PayLinkWay } from '@petsetu/contract/payments/links.ts'
import { toRupees } from '@petsetu/contract/platform/money.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { type Language, languageOrEnglish } from '@petsetu/languages/languages.ts'
import { type RawBuilder, sql } from 'kysely'
import { hashOfToken } from '../../people/users/one-time-links.ts'
import type { Db } from '../../platform/db/pool.ts'
import { notFound } from '../../platform/errors.ts'
import { PURPOSE_RULES } from '../../purposes.ts'
import { IS_BEING_CAPTURED } from '../ledger/payment-queries.ts'
import { PAY_LINK_LAST_HOURS, type PaidByLink } from '../pay-links.ts'
import { IS_PENDING_CHEQUE } from '../provider/account.ts'

export type LinkRow = {
  id: number
  purpose: Purpose
  subject_id: number | null
  renews_id: number | null
  /** The amount that is due, or was paid; null if the plan of a renewal is not offered any more. */
  amount_paise: number | null
  /** The months of the plan that a renewal buys, until it is registered. */
  offered_months: number | null
  payer: string
  is_revoked: boolean
  is_expired: boolean
  /** It has begun its last day, or has ended. */
  is_ending: boolean
  /** Somebody pays it just now, or a cheque waits for the bank. */
  is_waiting: boolean
  is_unpaid: boolean
  is_paid: boolean
  /** The payer's name is shown to nobody without a reason. */
  is_payer_withheld: boolean
  has_email: boolean
  paid_at: Date | null
  created_at: Date
  expires_at: Date
  sent_at: Date | null
  sent_by: PayLinkWay | null
  opened_at: Date | null
  revoked_at: Date | null
}

const NEWEST = 50
// Somebody who calls donors for two weeks has no more that are open.
const OF_ALL = 300

export async function listLinks(db: Db, purpose: Purpose, condition: RawBuilder<unknown>): Promise<PayLink[]> {
  return (await selectLinks(db, purpose, condition)).map(payLinkOf)
}

/** The links of a purpose, whoever pays: those that can be paid come first, since the list is where they are handed over or withdrawn. */
export async function listLinksOfAll(db: Db, purpose: Purpose): Promise<PayLink[]> {
  const isOpen = sql`coalesce(due.is_unpaid, false) and links.revoked_at is null and links.expires_at > now()`
  const first = sql`(${isOpen}) desc,`
  return (await selectLinks(db, purpose, sql`true`, { first, limit: OF_ALL })).map(payLinkOf)
}

export async function readOpenLinks(db: Db, pays: PaidByLink): Promise<LinkRow[]> {
  const isSame =
    'subjectId' in pays ? sql`links.subject_id = ${pays.subjectId}` : sql`links.renews_id = ${pays.renewsId}`
  return (await selectLinks(db, pays.purpose, isSame)).filter((link) => stateOf(link) === 'open')
}

/** Rejects an unknown link with 404. */
export async function readLink(db: Db, id: number): Promise<LinkRow> {
  const found = await db.selectFrom('pay_links').select('purpose').where('id', '=', id).executeTakeFirst()
  const [link] = found ? await selectLinks(db, found.purpose, sql`links.id = ${id}`) : []
  if (!link) throw notFound('pay_link_not_found')
  return link
}

/** Rejects with 404 a link that pays something else: another duty is needed for that. */
export async function readLinkOf(db: Db, id: number, purpose: Purpose): Promise<LinkRow> {
  const link = await readLink(db, id)
  if (link.purpose !== purpose) throw notFound('pay_link_not_found')
  return link
}

export async function findLinkId(db: Db, token: string): Promise<number | null> {
  const row = await db.selectFrom('pay_links').select('id').where('hash', '=', hashOfToken(token)).executeTakeFirst()
  return row?.id ?? null
}

/** A payment counts before everything else, then what the admin did. */
export function stateOf(link: LinkRow): PayLinkState {
  if (link.is_paid) return 'paid'
  if (link.is_revoked) return 'revoked'
  if (link.is_expired) return 'expired'
  return link.is_unpaid && link.amount_paise !== null ? 'open' : 'over'
}

export function payLinkOf(link: LinkRow): PayLink {
  return {
    id: link.id,
    purpose: link.purpose,
    subject_id: link.subject_id,
    is_renewal: link.renews_id !== null,
    payer: link.payer,
    amount: link.amount_paise === null ? null : toRupees(link.amount_paise),
    state: stateOf(link),
    created_at: link.created_at.toISOString(),
    expires_at: link.expires_at.toISOString(),
    sent_at: link.sent_at?.toISOString() ?? null,
    sent_by: link.sent_by,
    opened_at: link.opened_at?.toISOString() ?? null,
    paid_at: link.paid_at?.toISOString() ?? null,
    revoked_at: link.revoked_at?.toISOString() ?? null,
    can_mail: link.has_email,
  }
}

// A renewal that nobody has registered by this link costs what the plan costs now.
const OFFERED_PAISE = sql`(
  select plans.price_paise from memberships renewed join plans on plans.id = renewed.plan_id
  where renewed.id = links.renews_id and plans.deleted_at is null and plans.price_paise > 0)`

const OFFERED_MONTHS = sql`(
  select plans.duration_months from memberships renewed join plans on plans.id = renewed.plan_id where renewed.id = links.renews_id)`

// Nobody renews what was cancelled, also not after pressing the button.
const IS_CANCELLED = sql`exists (
  select from memberships renewed where renewed.id = links.renews_id and renewed.status = 'cancelled')`

// The same member may have renewed in another way meanwhile, also after pressing the button: at the desk, or in the account.
const RENEWAL = sql`(
  select max(later.id) from memberships later join memberships renewed on renewed.id = links.renews_id
  where later.category = renewed.category and later.status = 'active' and later.expiry_date > renewed.expiry_date
    and later.price_paise > 0 and later.id > renewed.id
    and (later.user_id = renewed.user_id
      or renewed.email <> '' and lower(normalize(later.email, NFKC)) = lower(normalize(renewed.email, NFKC))))`

async function selectLinks(
  db: Db,
  purpose: Purpose,
  condition: RawBuilder<unknown>,
  { first = sql``, limit = NEWEST }: { first?: RawBuilder<unknown>; limit?: number } = {},
): Promise<LinkRow[]> {
  const { table, report, desk, privacy } = PURPOSE_RULES[purpose]
  const { rows } = await sql<LinkRow>`
    select links.id, links.purpose, links.renews_id, links.created_at, links.expires_at, links.sent_at, links.sent_by,
      links.opened_at, links.revoked_at, links.revoked_at is not null as is_revoked,
      links.expires_at <= now() as is_expired, links.subject_id,
      links.expires_at <= now() + make_interval(hours => ${sql.lit(PAY_LINK_LAST_HOURS)}) as is_ending,
      coalesce(paid.amount_paise, links.amount_paise, case when links.subject_id is null then ${OFFERED_PAISE} else due.paise end)
        as amount_paise,
      case when links.subject_id is null then ${OFFERED_MONTHS} end as offered_months,
      coalesce(due.payer, '') as payer, coalesce(due.is_payer_withheld, false) as is_payer_withheld,
      coalesce(due.has_email, false) as has_email,
      coalesce((due.is_unpaid or links.subject_id is null) and not ${IS_CANCELLED}, false) as is_unpaid,
      coalesce(paid.status = 'captured', false) as is_paid, case when paid.status = 'captured' then paid.captured_at end as paid_at,
      exists (
        select from payments
        where payments.purpose = links.purpose and payments.subject_id = links.subject_id
          and (${IS_BEING_CAPTURED} or ${IS_PENDING_CHEQUE})) as is_waiting
    from pay_links links
    left join lateral (
      select ${desk.isUnpaid} as is_unpaid, ${desk.duePaise} as paise, ${report.payer} as payer,
        ${privacy.isWithheld} as is_payer_withheld, ${sql.ref(`${table}.email`)} <> '' as has_email
      from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = coalesce(links.subject_id, links.renews_id)
    ) due on true
    left join lateral (
      select payments.status, payments.amount_paise, coalesce(payments.captured_at, payments.created_at) as captured_at
      from payments
      where payments.purpose = links.purpose and payments.disposition = 'applied'
        and payments.subject_id in (links.subject_id, ${RENEWAL})
      order by payments.status = 'captured' desc, payments.subject_id = links.subject_id desc
      limit 1
    ) paid on true
    where links.purpose = ${purpose} and ${condition}
    order by ${first} links.id desc
    limit ${limit}`.execute(db)
  return rows
}

/** The person that a link is for. The contacts are empty where they are not known, or not to be shown. */
export type LinkPerson = { email: string; phone: string; userId: number | null; language: Language }

type Subject = Pick<LinkRow, 'purpose' | 'subject_id' | 'renews_id'>

const idOf = ({ subject_id, renews_id }: Subject) => subject_id ?? renews_id ?? 0

export async function readPerson(db: Db, subject: Subject): Promise<LinkPerson> {
  const { table, report } = PURPOSE_RULES[subject.purpose]
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const account = report.account ?? sql`null::bigint`
  const { rows } = await sql<{ email: string; phone: string; user_id: number | null; language: string }>`
    select ${report.mailedTo ?? column('email')} as email, ${column('phone')} as phone, ${account} as user_id,
      coalesce(users.language, ${column('language')}) as language
    from ${sql.table(table)} left join users on users.id = ${account}
    where ${column('id')} = ${idOf(subject)}`.execute(db)
  const [row] = rows
  const language = languageOrEnglish(row?.language)
  return { email: row?.email ?? '', phone: row?.phone ?? '', userId: row?.user_id ?? null, language }
}

export async function readReference(db: Db, subject: Subject): Promise<string | undefined> {
  return PURPOSE_RULES[subject.purpose].reference?.(db, idOf(subject))
}

export function readItem(db: Db, subject: Subject, language: Language): Promise<string> {
  const { item, renewedItem = item } = PURPOSE_RULES[subject.purpose]
  return (subject.subject_id === null ? renewedItem : item)(db, idOf(subject), language)
}
