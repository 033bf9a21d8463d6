import { paths } from '@petsetu/contract/paths.ts'
import type { MembershipReminder } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { type Language, languageOrEnglish } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { createPayLink, PAY_LINK_DAYS } from '../../payments/pay-links.ts'
import { mailedTo } from '../../payments/purpose-rules.ts'
import { dayInIndia, inLanguage } from '../../platform/db/expressions.ts'
import { isoTimes } from '../../platform/db/iso-times.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import type { MailContent } from '../../platform/mail/mail-content.ts'
import { DAYS_LATE_MAX, type DueReminder, type ReminderRules, wantsReminder } from '../../platform/mail/reminders.ts'
import { isPaidOrImported } from './membership-proof.ts'

const KIND = 'membership-ends'
// Days after the last day of the membership.
const STEPS = [-30, -7, 0, 7]

/** Thirty and seven days before a membership ends, on its last day, and a week later. */
export const membershipReminder: ReminderRules = { findDue, isStillDue }

// Anybody can type an address for a free plan. One that was paid or imported is the member's; any other needs an account that has confirmed it.
const IS_KNOWN = sql<boolean>`(${isPaidOrImported('m')} or m.follows_account or exists (
  select from users
  where lower(normalize(users.email, NFKC)) = lower(normalize(m.email, NFKC)) and users.email_confirmed_at is not null))`

// `m` is the membership. Its account may have chosen no reminders before its own address was confirmed. One that was renewed, by its account or with its address, needs no reminder.
const IS_ENDING = sql<boolean>`(m.status = 'active' and ${IS_KNOWN}
  and not exists (select from users buyer where buyer.id = m.user_id and not buyer.wants_reminders)
  and not exists (
    select from memberships renewal where renewal.user_id = m.user_id and renewal.category = m.category
      and renewal.status = 'active' and renewal.expiry_date > m.expiry_date)
  and not exists (
    select from memberships renewal
    where lower(normalize(renewal.email, NFKC)) = lower(normalize(m.email, NFKC)) and renewal.category = m.category
      and renewal.status = 'active' and renewal.expiry_date > m.expiry_date
      and (m.amount_paise = 0 or ${isPaidOrImported('renewal')})))`

const MAILED_TO = mailedTo('m')

// An account's new address has wishes of its own.
const IS_WANTED = wantsReminder(KIND, sql<string>`(${MAILED_TO})`)

const LANGUAGE = sql<string>`coalesce(users.language, m.language)`

type Row = {
  id: number
  email: string
  user_id: number | null
  language: string
  plan_id: number
  plan_name: string
  category: string
  expiry_date: string
  /** The plan is still offered, and has a price. */
  is_sold: boolean
  days: number
  has_ended: boolean
}

async function findDue(db: Db, now: Date, limit: number): Promise<DueReminder[]> {
  const today = dayInIndia(now)
  const { rows } = await sql<Row>`
    select m.id, ${MAILED_TO} as email, m.user_id, ${LANGUAGE} as language, m.plan_id, ${inLanguage('m.plan_name', LANGUAGE)} as plan_name,
      m.category, m.expiry_date, steps.days, m.expiry_date < ${today} as has_ended,
      exists (select from plans where plans.id = m.plan_id and plans.deleted_at is null and plans.price_paise > 0) as is_sold
    from memberships m
    left join users on users.id = m.user_id
    cross join unnest(${STEPS}::integer[]) steps (days)
    where m.expiry_date between ${today} - ${DAYS_LATE_MAX}::integer - 7 and ${today} + 30
      and m.expiry_date + steps.days between ${today} - ${DAYS_LATE_MAX}::integer and ${today}
      -- Whoever became a member only on this day or later gets no reminder of it.
      and m.start_date < m.expiry_date + steps.days
      -- A reminder that was due before the import of its membership is not sent afterwards.
      and not exists (
        select from import_records made join imports on imports.id = made.import_id
        where made.kind = 'membership' and made.record_id = m.id
          and (imports.finished_at at time zone 'Asia/Kolkata')::date >= m.expiry_date + steps.days)
      and ${IS_ENDING} and ${IS_WANTED}
      and not exists (
        select from mails
        where kind = ${KIND} and about = 'membership ' || m.id and mails.step = steps.days::text)
    order by m.id
    limit ${limit}`.execute(db)
  return rows.map(reminderOf)
}

async function isStillDue(db: Db, about: string): Promise<boolean> {
  const id = Number(about.replace('membership ', ''))
  const { rows } = await sql`
    select from memberships m left join users on users.id = m.user_id
    where m.id = ${id} and ${IS_ENDING} and ${IS_WANTED}`.execute(db)
  return rows.length > 0
}

/** The reminders of a membership, the first one first; they are kept as long as mails are. */
export async function listReminders(db: Db, membershipId: number): Promise<MembershipReminder[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['step', 'state', 'to_address', 'created_at', 'sent_at'])
    .where('kind', '=', KIND)
    .where('about', '=', `membership ${membershipId}`)
    .orderBy('id')
    .execute()
  return rows.map(({ step, ...row }) => ({ days: Number(step), ...isoTimes(row) }))
}

function reminderOf(row: Row): DueReminder {
  const language = languageOrEnglish(row.language)
  return {
    about: `membership ${row.id}`,
    step: String(row.days),
    to: row.email,
    isMailed: true,
    userId: row.user_id,
    language,
    content: contentOf(row, language),
    ...(row.is_sold && { makeAction: (transaction) => makePayAction(transaction, row.id, language) }),
  }
}

/** The page on which the renewal can be paid at once; each mail has a link of its own. */
async function makePayAction(transaction: Db, membershipId: number, language: Language) {
  const pays = { purpose: 'membership', renewsId: membershipId } as const
  const { path } = await createPayLink(transaction, pays, { madeBy: null, sentBy: 'mail' })
  return { label: textsIn(language)('payLinkMails.renewNow'), path }
}

function contentOf(row: Row, language: Language): MailContent {
  const { plan_id, plan_name: plan, category, expiry_date, is_sold, has_ended } = row
  const text = textsIn(language)
  const values = { plan, day: formatLongDay(expiry_date, language) }
  const page = category === 'premium' ? paths.premiumMembership : paths.regularMembership
  const form = page.to({}, { renew: plan_id })
  return {
    subject: text(has_ended ? 'mails.membershipEndedSubject' : 'mails.membershipEndsSubject', values),
    paragraphs: [
      text(has_ended ? 'mails.membershipComeBack' : 'mails.membershipRenew'),
      ...(is_sold ? [text('payLinkMails.renewHow', { days: PAY_LINK_DAYS })] : []),
    ],
    facts: [
      [text('mails.plan'), plan],
      [text('mails.validUntil'), values.day],
    ],
    ...(is_sold
      ? { more: { label: text('payLinkMails.change'), path: form } }
      : { action: { label: text('mails.renew'), path: form } }),
    why: text('mails.whyReminder'),
  }
}
