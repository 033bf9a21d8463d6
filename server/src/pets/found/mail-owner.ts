import { paths } from '@petsetu/contract/paths.ts'
import { pluralValues } from '@petsetu/languages/formats.ts'
import { languageOrEnglish } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { MAIL_WAITS_SECONDS, queueNotice } from '../../people/push/queue-notice.ts'
import { MAIL_LANGUAGE } from '../../people/users/mail-language.ts'
import { idsOf } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { eachDespiteFailures } from '../../platform/errors.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { withoutLinks } from '../../platform/mail/mail-content.ts'
import { mailsOfLastHour } from '../../platform/mail/mail-queries.ts'

const MAILS_AN_HOUR_MAX = 4
const KINDS = ['pet-found', 'found-message', 'found-digest'] as const

type Mailer = Pick<Deps, 'enqueueMail'>

/** Tells the owner of a new message, or leaves it to the next digest. The caller holds the account's lock. */
export async function mailOwner({ enqueueMail }: Mailer, transaction: Db, reportId: number): Promise<void> {
  const thread = await readOwner(transaction, reportId)
  if (thread.isMuted) return
  const told = await notifyOwner(transaction, reportId, thread)
  if (!thread.confirmedAt) return
  if ((await mailsOfLastHour(transaction, thread.userId, KINDS)) >= MAILS_AN_HOUR_MAX) return

  const messageIds = await takeUnmailed(transaction, sql<boolean>`report_id = ${reportId}`)
  const isFirst = (await countMessages(transaction, reportId)) === 1
  const language = languageOrEnglish(thread.language)
  const text = textsIn(language)
  const name = withoutLinks(thread.petName)
  await enqueueMail(transaction, {
    kind: isFirst ? 'pet-found' : 'found-message',
    about: `found ${reportId}`,
    step: String(messageIds.at(-1)),
    to: thread.email,
    userId: thread.userId,
    language,
    ...(told > 0 && { waitSeconds: MAIL_WAITS_SECONDS }),
    content: {
      subject: text(isFirst ? 'mails.petFoundSubject' : 'mails.foundMessageSubject', { name }),
      paragraphs: [text(isFirst ? 'mails.petFound' : 'mails.foundMessage', { name }), text('mails.foundScams')],
      action: { label: text('mails.readMessages'), path: paths.foundThread.to({ id: reportId }) },
      why: text('mails.whyFound'),
    },
  })
}

/** Tells the owner's devices that the foundation has written. */
export async function notifyOfFoundation(transaction: Db, reportId: number): Promise<void> {
  const thread = await readOwner(transaction, reportId)
  if (!thread.isMuted) await notifyOwner(transaction, reportId, thread)
}

function readOwner(transaction: Db, reportId: number) {
  return transaction
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .innerJoin('users', 'users.id', 'pets.user_id')
    .leftJoin('found_mutes', 'found_mutes.pet_id', 'pets.id')
    .select(['users.id as userId', 'users.email', 'pet_name as petName', MAIL_LANGUAGE.as('language')])
    .select(sql<boolean>`exists (select from lost_pets where pet_number = pets.id)`.as('isLost'))
    .select(['email_confirmed_at as confirmedAt', sql<boolean>`coalesce(muted_until > now(), false)`.as('isMuted')])
    .where('found_reports.id', '=', reportId)
    .executeTakeFirstOrThrow()
}

/** Tells the owner's devices of the newest message, without its content. They are the account's own, whatever its address. */
async function notifyOwner(
  transaction: Db,
  reportId: number,
  { userId, petName, isLost }: { userId: number; petName: string; isLost: boolean },
): Promise<number> {
  const { newest } = await transaction
    .selectFrom('found_messages')
    .select(({ fn }) => fn.max('id').as('newest'))
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow()
  return queueNotice(transaction, {
    to: { userId },
    kind: 'found',
    about: `found ${reportId}`,
    step: String(newest),
    atNight: isLost,
    content: (text) => ({
      title: text('pushNotices.found', { name: withoutLinks(petName) }),
      body: text('pushNotices.foundBody'),
    }),
    path: paths.foundThread.to({ id: reportId }),
  })
}

// Whoever has read a message on the page, or has ended its thread, knows it.
const IS_NEWS = sql<boolean>`(closed_at is null and (read_at is null or found_messages.created_at > read_at))`

/**
 * One mail for each owner about all news that no mail has told of yet, as soon as the limit allows it. An address that nobody has
 * confirmed may be a stranger's: it gets no other mail about finders, and this one, which has nothing in it that somebody typed, once a day.
 */
export async function sendDigests({ enqueueMail, db }: Mailer & { db: Db }): Promise<void> {
  const owners = await db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'found_messages.report_id')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select('pets.user_id as userId')
    .distinct()
    .where('by', '=', 'finder')
    .where('mailed_at', 'is', null)
    .where(IS_NEWS)
    .execute()
  const userIds = owners.map(({ userId }) => userId).filter((id) => id !== null)
  await eachDespiteFailures(userIds, 'digests', (userId) =>
    inTransaction(db, (transaction) => digest(enqueueMail, transaction, userId)),
  )
}

async function digest(enqueueMail: Mailer['enqueueMail'], transaction: Db, userId: number): Promise<void> {
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'email_confirmed_at as confirmedAt', MAIL_LANGUAGE.as('language')])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner || (owner.confirmedAt === null && (await hadDigest(transaction, userId)))) return
  if ((await mailsOfLastHour(transaction, userId, KINDS)) >= MAILS_AN_HOUR_MAX) return
  const ids = await takeUnmailed(
    transaction,
    sql<boolean>`exists (
      select from found_reports r join pets p on p.id = r.pet_id left join found_mutes m on m.pet_id = p.id
      where r.id = report_id and ${IS_NEWS} and p.user_id = ${userId} and coalesce(m.muted_until <= now(), true))`,
  )
  if (ids.length === 0) return
  const language = languageOrEnglish(owner.language)
  const text = textsIn(language)
  await enqueueMail(transaction, {
    kind: 'found-digest',
    about: `user ${userId}`,
    step: String(ids.at(-1)),
    to: owner.email,
    userId,
    language,
    content: {
      subject: text('mails.foundDigestSubject', pluralValues(ids.length)),
      paragraphs: [text('mails.foundDigest'), text('mails.foundScams')],
      action: { label: text('mails.readMessages'), path: paths.found.to({}) },
      why: text('mails.whyFound'),
    },
  })
}

async function hadDigest(transaction: Db, userId: number): Promise<boolean> {
  const digest = await transaction
    .selectFrom('mails')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'found-digest')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()
  return digest !== undefined
}

/** Marks the waiting messages of finders as told, in the order in which they came, and returns their ids. */
async function takeUnmailed(transaction: Db, condition: ReturnType<typeof sql<boolean>>): Promise<number[]> {
  const rows = await transaction
    .updateTable('found_messages')
    .set({ mailed_at: sql`now()` })
    .where('by', '=', 'finder')
    .where('mailed_at', 'is', null)
    .where(condition)
    .returning('id')
    .execute()
  return idsOf(rows).sort((one, other) => one - other)
}

async function countMessages(transaction: Db, reportId: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('found_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('report_id', '=', reportId)
    .executeTakeFirstOrThrow()
  return count
}
