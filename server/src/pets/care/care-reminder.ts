import { paths } from '@petsetu/contract/paths.ts'
import { CARE_KIND_TEXTS, type CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { formatLongDay, pluralValues } from '@petsetu/languages/formats.ts'
import { type Language, languageOrEnglish } from '@petsetu/languages/languages.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import { sql } from 'kysely'
import { MAIL_WAITS_SECONDS, type NewNotice, queueNotice } from '../../people/push/queue-notice.ts'
import { MAIL_LANGUAGE } from '../../people/users/mail-language.ts'
import { dayInIndia, idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { type MailContent, withoutLinks } from '../../platform/mail/mail-content.ts'
import { DAYS_LATE_MAX, type DueReminder, type ReminderRules, wantsReminder } from '../../platform/mail/reminders.ts'
import { isNewestCare } from './care-queries.ts'

const KIND = 'care-due'
// Days after the day until which the care is valid.
const STEPS = [-14, -3, 0, 7]

/** Reminds fourteen and three days before the care of a pet ends, on the day, and a week later. */
export const careReminder: ReminderRules = { findDue, isStillDue }

// `c` is the record.
const IS_NEWEST = isNewestCare('c')

// An address that nobody has confirmed may be a stranger's.
const IS_MAILED = sql<boolean>`(${wantsReminder(KIND, sql<string>`users.email`)} and users.email_confirmed_at is not null)`

// A device is the account's own, whatever its address.
const HAS_DEVICE = sql<boolean>`exists (select from push_devices where user_id = users.id and kinds @> array[${KIND}]::text[])`

// The owner, or each carer of an animal of the street that lives.
const LOOKING_AFTER = sql`lateral (
  select pets.user_id as id
  union
  select carers.user_id from carers
  join community_animals on community_animals.pet_id = carers.pet_id
  where carers.pet_id = pets.id and status in ('here', 'moved')) person`

type Due = {
  id: number
  kind: CareKind
  valid_until: string
  pet_id: string
  pet_name: string
  days: number
  is_owned: boolean
}
type Owner = {
  user_id: number
  is_admin: boolean
  email: string
  is_mailed: boolean
  language: string | null
  today: string
  due: Due[]
}

/** Finds all that is due for each owner who gets mails or has a device that wants it, because one mail and notice a day tell it. */
async function findDue(db: Db, now: Date, limit: number): Promise<DueReminder[]> {
  const today = dayInIndia(now)
  const { rows } = await sql<Owner>`
    select users.id as user_id, users.role = 'admin' as is_admin, users.email, ${IS_MAILED} as is_mailed, ${MAIL_LANGUAGE} as language,
      ${today}::text as today,
      json_agg(
        json_build_object('id', c.id, 'kind', c.kind, 'valid_until', c.valid_until, 'pet_id', pets.pet_id,
          'pet_name', pets.pet_name, 'days', steps.days, 'is_owned', pets.pet_kind = 'owned')
        order by c.valid_until, pets.pet_name, c.id) as due
    from care_records c
    join pets on pets.id = c.pet_number
    join ${LOOKING_AFTER} on true
    join users on users.id = person.id
    cross join unnest(${STEPS}::integer[]) steps (days)
    where c.valid_until between ${today} - ${DAYS_LATE_MAX}::integer - 7 and ${today} + 14
      and c.valid_until + steps.days between ${today} - ${DAYS_LATE_MAX}::integer and ${today}
      -- Whoever has entered it after that day knows it.
      and (c.created_at at time zone 'Asia/Kolkata')::date <= c.valid_until + steps.days
      and ${IS_NEWEST} and (${IS_MAILED} or ${HAS_DEVICE})
      and not exists (
        select from care_reminders told
        where told.care_id = c.id and told.valid_until = c.valid_until and told.days = steps.days
          and told.user_id = users.id)
      and not exists (select from care_reminders told where told.user_id = users.id and told.told_on = ${today})
      -- As the version before told it.
      and not exists (
        select from mails
        where kind = ${KIND} and about = 'care ' || c.id || ' ' || c.valid_until and mails.step = steps.days::text)
    group by users.id
    order by users.id
    limit ${limit}`.execute(db)
  return rows.map((owner) => reminderOf(owner, now))
}

async function isStillDue(db: Db, about: string): Promise<boolean> {
  const [subject, id, day] = about.split(' ')
  // A corrected day is a new subject: the reminders begin anew.
  const isMeant =
    subject === 'care'
      ? sql`c.id = ${id}::bigint and c.valid_until = ${day}::date`
      : sql`exists (
          select from care_reminders told
          where told.care_id = c.id and told.valid_until = c.valid_until and told.user_id = ${id}::bigint and told.user_id = users.id
            and told.told_on = ${day}::date)`
  const { rows } = await sql`
    select from care_records c
    join pets on pets.id = c.pet_number
    join ${LOOKING_AFTER} on true
    join users on users.id = person.id
    where ${isMeant} and ${IS_NEWEST} and ${IS_MAILED}
    limit 1`.execute(db)
  return rows.length > 0
}

function reminderOf(owner: Owner, now: Date): DueReminder {
  const { user_id, is_admin, email, is_mailed, language: wanted, today, due } = owner
  const language = languageOrEnglish(wanted)
  const [first] = due
  const isOne = first !== undefined && due.length === 1
  // Several carers are told of the same record, so that their mails are about the person.
  const isOfRecord = isOne && first.is_owned
  const subject = isOfRecord
    ? { about: `care ${first.id} ${first.valid_until}`, step: String(first.days) }
    : { about: `owner ${user_id} ${today}`, step: '' }
  return {
    ...subject,
    content: isOne ? oneContent(first, language) : listContent(due, language, is_admin),
    to: email,
    isMailed: is_mailed,
    userId: user_id,
    language,
    remember: async (transaction) => {
      await remember(transaction, due, { user_id, told_on: today })
      const notice = { ...subject, ...noticeOf(due, is_admin), to: { userId: user_id }, kind: KIND } as const
      const told = await queueNotice(transaction, notice, now)
      return { waitSeconds: told > 0 ? MAIL_WAITS_SECONDS : 0 }
    },
  }
}

/** The notice for the devices of the same person. It names one animal, or says how many wait. */
function noticeOf(due: Due[], isAdmin: boolean): Pick<NewNotice, 'content' | 'path'> {
  const pets = new Map(due.map(({ pet_id, pet_name }) => [pet_id, withoutLinks(pet_name)]))
  const [[petId, name] = ['', '']] = pets
  const isOne = pets.size === 1
  return {
    content: (text) => ({
      title: isOne ? text('pushNotices.careDue', { name }) : text('pushNotices.careDueOf', pluralValues(pets.size)),
      body: text('pushNotices.careDueBody'),
    }),
    path: isOne ? paths.care.to({ petId }) : petsOf(isAdmin).path,
  }
}

const DAYS_KEPT = 60

/** Stores what an owner has been told, and forgets what cannot be due again. */
async function remember(transaction: Db, due: Due[], told: { user_id: number; told_on: string }): Promise<void> {
  await transaction
    .deleteFrom('care_reminders')
    .where('user_id', '=', told.user_id)
    .where('told_on', '<', sql<string>`${told.told_on}::date - ${DAYS_KEPT}::integer`)
    .execute()
  // Arrays, because a statement takes a limited number of values, and somebody may have any number of records.
  await sql`
    insert into care_reminders (care_id, valid_until, days, user_id, told_on)
    select care_id, valid_until, days, ${told.user_id}, ${told.told_on}
    from unnest(${idsOf(due)}::bigint[], ${due.map(({ valid_until }) => valid_until)}::date[],
      ${due.map(({ days }) => days)}::integer[]) due (care_id, valid_until, days)
    on conflict do nothing`.execute(transaction)
}

function oneContent({ kind, valid_until, pet_id, pet_name, days, is_owned }: Due, language: Language): MailContent {
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
    why: text(is_owned ? 'mails.whyCareReminder' : 'mails.whyCareAnimal'),
  }
}

const LISTED_MAX = 30

/** The list that an account may open: an admin has no My Pets. */
const petsOf = (isAdmin: boolean): { label: PlainId; path: string } =>
  isAdmin
    ? { label: 'mails.openAllPets', path: paths.allPets.to({}) }
    : { label: 'mails.openPets', path: paths.myPets.to({}) }

function listContent(due: Due[], language: Language, isAdmin: boolean): MailContent {
  const text = textsIn(language)
  const areOwned = due.every(({ is_owned }) => is_owned)
  const left = due.length - LISTED_MAX
  const { label, path } = petsOf(isAdmin)
  return {
    subject: text(areOwned ? 'mails.careListSubject' : 'mails.careAnimalsSubject', pluralValues(due.length)),
    paragraphs: [
      text(areOwned ? 'mails.careList' : 'mails.careAnimals'),
      ...(left > 0 ? [text('mails.careListMore', { max: LISTED_MAX, ...pluralValues(left) })] : []),
    ],
    facts: due
      .slice(0, LISTED_MAX)
      .map(({ kind, valid_until, pet_name }) => [
        withoutLinks(pet_name),
        text('mails.careOfDay', { kind: text(CARE_KIND_TEXTS[kind]), day: formatLongDay(valid_until, language) }),
      ]),
    action: { label: text(label), path },
    why: text(areOwned ? 'mails.whyCareList' : 'mails.whyCareAnimals'),
  }
}
