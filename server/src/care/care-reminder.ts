import { CARE_KIND_TEXTS, type CareKind } from '@petsetu/contract/care-kinds.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { isLanguage, type Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { textsIn } from '../languages/texts.ts'
import type { MailContent } from '../mail/mail-content.ts'
import { type DueReminder, type ReminderRules, wantsReminder } from '../mail/reminders.ts'
import { withoutLinks } from '../mail/without-links.ts'

const KIND = 'care-due'
// Days after the day until which the care is valid.
const STEPS = [-14, -3, 0, 7]
// If no node ran on the day itself, or the day was over.
const DAYS_LATE_MAX = 2

/** Fourteen and three days before the care of a pet ends, on the day, and a week later. */
export const careReminder: ReminderRules = { findDue, isStillDue }

// `c` is the record. A newer one of its kind replaces it. An address that nobody has confirmed may be a stranger's.
const IS_TO_BE_TOLD = sql<boolean>`(${wantsReminder(KIND, sql<string>`users.email`)} and users.email_confirmed_at is not null and not exists (
  select from care_records newer
  where newer.pet_number = c.pet_number and newer.kind = c.kind and (newer.sort_day, newer.id) > (c.sort_day, c.id)))`

type Row = {
  id: number
  kind: CareKind
  valid_until: string
  pet_id: string
  pet_name: string
  user_id: number
  email: string
  language: string | null
  days: number
}

async function findDue(db: Db, now: Date, limit: number): Promise<DueReminder[]> {
  const today = sql`(${now}::timestamptz at time zone 'Asia/Kolkata')::date`
  const { rows } = await sql<Row>`
    select c.id, c.kind, c.valid_until, pets.pet_id, pets.pet_name, users.id as user_id, users.email, users.language,
      steps.days
    from care_records c
    join pets on pets.id = c.pet_number
    join users on users.id = pets.user_id
    cross join unnest(${STEPS}::integer[]) steps (days)
    where c.valid_until between ${today} - ${DAYS_LATE_MAX}::integer - 7 and ${today} + 14
      and c.valid_until + steps.days between ${today} - ${DAYS_LATE_MAX}::integer and ${today}
      -- Whoever has entered it after that day knows it.
      and (c.created_at at time zone 'Asia/Kolkata')::date <= c.valid_until + steps.days
      and ${IS_TO_BE_TOLD}
      and not exists (
        select from mails
        where kind = ${KIND} and about = 'care ' || c.id || ' ' || c.valid_until and mails.step = steps.days::text)
    order by c.id
    limit ${limit}`.execute(db)
  return rows.map(reminderOf)
}

/** A corrected day is a new subject: the reminders begin anew. */
const aboutOf = ({ id, valid_until }: Row) => `care ${id} ${valid_until}`

async function isStillDue(db: Db, about: string): Promise<boolean> {
  const { rows } = await sql`
    select from care_records c
    join pets on pets.id = c.pet_number
    join users on users.id = pets.user_id
    where c.id = split_part(${about}, ' ', 2)::bigint and c.valid_until = split_part(${about}, ' ', 3)::date
      and ${IS_TO_BE_TOLD}`.execute(db)
  return rows.length > 0
}

function reminderOf(row: Row): DueReminder {
  const language = isLanguage(row.language) ? row.language : 'en'
  return {
    about: aboutOf(row),
    step: String(row.days),
    to: row.email,
    userId: row.user_id,
    language,
    content: contentOf(row, language),
  }
}

function contentOf({ kind, valid_until, pet_id, pet_name, days }: Row, language: Language): MailContent {
  const pet = withoutLinks(pet_name)
  const text = textsIn(language)
  const day = formatLongDay(valid_until, language)
  const values = { pet, kind: text(CARE_KIND_TEXTS[kind]), day }
  return {
    subject: text(days > 0 ? 'mails.careWasDueSubject' : 'mails.careDueSubject', values),
    paragraphs: [text(days > 0 ? 'mails.careWasDue' : 'mails.careDue')],
    facts: [
      [text('mails.pet'), pet],
      [text('mails.care'), values.kind],
      [text('mails.validUntil'), day],
    ],
    action: { label: text('mails.openCare'), path: paths.care.to({ petId: pet_id }) },
    why: text('mails.whyCareReminder'),
  }
}
