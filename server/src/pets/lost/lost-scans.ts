import { paths } from '@petsetu/contract/paths.ts'
import { OWN_LOOK, OWN_LOOK_MS } from '@petsetu/contract/pets/own-look.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { languageOrEnglish } from '@petsetu/languages/languages.ts'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { MAIL_WAITS_SECONDS, queueNotice } from '../../people/push/queue-notice.ts'
import { MAIL_LANGUAGE } from '../../people/users/mail-language.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { withoutLinks } from '../../platform/mail/mail-content.ts'
import { mailsOfLastHour } from '../../platform/mail/mail-queries.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'

// Pets in memory. More than that are left out while the database is away.
const PETS_MAX = 20_000

export type LostScans = ReturnType<typeof lostScans>

/** Remembers which lost pets were scanned and mails their owners a few seconds later, so that no scan waits for a mail. */
export function lostScans(deps: { db: Db; enqueueMail: EnqueueMail }) {
  let petIds = new Set<string>()

  function add(petId: string): void {
    if (petIds.size < PETS_MAX) petIds.add(petId)
  }

  /** A mail that cannot be queued is tried again the next time and holds up no other. */
  async function write(): Promise<void> {
    const batch = petIds
    petIds = new Set()
    const failures: unknown[] = []
    for (const petId of batch) {
      await mailScan(deps, petId).catch((error: unknown) => {
        add(petId)
        failures.push(error)
      })
    }
    if (failures.length > 0) throw failures[0]
  }

  return { add, write }
}

type Scanned = {
  petNumber: number
  petId: string
  petName: string
  at: Date
  userId: number
  /** Null if nobody has confirmed it, or the owner has had enough mails. */
  email: string | null
  language: string
}

const MAILS_AN_HOUR_MAX = 6

/**
 * Tells the owner that somebody opened the page of their lost pet: at most once an hour for a pet, six times for an owner, and never
 * while they have muted it. An address that nobody has confirmed may be a stranger's and gets none; the devices of the account are the
 * owner's own.
 */
async function mailScan({ db, enqueueMail }: { db: Db; enqueueMail: EnqueueMail }, petId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const scanned = await claimHourlyMail(transaction, petId)
    if (!scanned) return
    const { petNumber, at, userId, email } = scanned
    const name = withoutLinks(scanned.petName)
    const about = `pet ${petNumber}`
    const step = at.toISOString()
    const path = paths.lostPet.to({ petId: scanned.petId })
    const told = await queueNotice(transaction, {
      to: { userId },
      kind: 'lost-scan',
      about,
      step,
      atNight: true,
      path,
      content: (text) => ({ title: text('pushNotices.lostScan', { name }), body: text('pushNotices.lostScanBody') }),
    })
    if (email === null) return
    const language = languageOrEnglish(scanned.language)
    const text = textsIn(language)
    await enqueueMail(transaction, {
      kind: 'lost-scan',
      about,
      step,
      to: email,
      userId,
      language,
      ...(told > 0 && { waitSeconds: MAIL_WAITS_SECONDS }),
      content: {
        subject: text('mails.lostScanSubject', { name }),
        paragraphs: [
          text('mails.lostScan', { name, time: formatLongTime(at.toISOString(), language) }),
          text('mails.lostScanNext'),
          text('mails.foundScams'),
        ],
        action: { label: text('mails.openLost'), path },
        why: text('mails.whyLostScan'),
      },
    })
  })
}

/** One update decides which of several nodes writes the mail of this hour; the lock on the owner's account lets them count one after the other. */
async function claimHourlyMail(transaction: Db, petId: string): Promise<Scanned | undefined> {
  const owner = await transaction
    .selectFrom('users')
    .innerJoin('pets', 'pets.user_id', 'users.id')
    .select(['users.id', 'users.email', 'email_confirmed_at as confirmedAt'])
    .where('pets.pet_id', '=', petId)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
  if (!owner) return
  const hasEnough = (await mailsOfLastHour(transaction, owner.id, ['lost-scan'])) >= MAILS_AN_HOUR_MAX
  const { rows } = await sql<Omit<Scanned, 'email'>>`
    update lost_pets set scan_mailed_at = now()
    from pets
    join users on users.id = pets.user_id
    where pets.id = lost_pets.pet_number
      and pets.pet_id = ${petId}
      and (scan_mailed_at is null or scan_mailed_at <= now() - interval '1 hour')
      and not exists (select from found_mutes where found_mutes.pet_id = pets.id and muted_until > now())
    returning pet_number as "petNumber", pets.pet_id as "petId", pet_name as "petName", scan_mailed_at as at,
      users.id as "userId", ${MAIL_LANGUAGE} as language`.execute(transaction)
  return rows[0] && { ...rows[0], email: owner.confirmedAt === null || hasEnough ? null : owner.email }
}

// It is far longer than the header of any browser.
const HEADER_LENGTH_MAX = 512
// The program for the command line, and programs that make the preview of a link. Bowser knows search engines.
const PROGRAM = /bot\b|crawl|spider|preview|externalhit|whatsapp|curl|wget/i

/** True unless the headers tell of a search engine, a preview or a prefetch; nothing of them is stored. */
export function isPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const { 'user-agent': userAgent, 'sec-purpose': purpose = '' } = headers
  if (!userAgent || purpose.includes('prefetch')) return false
  const start = userAgent.slice(0, HEADER_LENGTH_MAX)
  return !PROGRAM.test(start) && Bowser.parse(start).platform.type !== 'bot'
}

/** True if the owner has just followed a link of their own page. A mail about that would bring false hope, and use up the one of the hour. */
export function isOwnLook({ query }: Pick<FastifyRequest, 'query'>): boolean {
  const at = Number((query as Record<string, unknown>)[OWN_LOOK])
  return Math.abs(Date.now() - at) < OWN_LOOK_MS
}
