import { paths } from '@petsetu/contract/paths.ts'
import { formatLongTime } from '@petsetu/languages/formats.ts'
import { isLanguage } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { mailsOfLastHour } from '../../platform/mail/mail-queries.ts'
import type { EnqueueMail } from '../../platform/mail/outbox.ts'
import { withoutLinks } from '../../platform/mail/without-links.ts'

type Scanned = {
  petNumber: number
  petId: string
  petName: string
  at: Date
  userId: number
  email: string
  language: string
}

const MAILS_AN_HOUR_MAX = 6

/**
 * Tells the owner that somebody opened the page of their lost pet: at most once an hour for a pet, six times for an owner, and never
 * while they have muted it. An address that nobody has confirmed may be a stranger's and gets none.
 */
export async function mailScan(
  { db, enqueueMail }: { db: Db; enqueueMail: EnqueueMail },
  petId: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const scanned = await claimHourlyMail(transaction, petId)
    if (!scanned) return
    const { petNumber, at, userId, email } = scanned
    const name = withoutLinks(scanned.petName)
    const language = isLanguage(scanned.language) ? scanned.language : 'en'
    const text = textsIn(language)
    await enqueueMail(transaction, {
      kind: 'lost-scan',
      about: `pet ${petNumber}`,
      step: at.toISOString(),
      to: email,
      userId,
      language,
      content: {
        subject: text('mails.lostScanSubject', { name }),
        paragraphs: [
          text('mails.lostScan', { name, time: formatLongTime(at.toISOString(), language) }),
          text('mails.lostScanNext'),
          text('mails.foundScams'),
        ],
        action: { label: text('mails.openLost'), path: paths.lostPet.to({ petId: scanned.petId }) },
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
    .select('users.id')
    .where('pets.pet_id', '=', petId)
    .where('email_confirmed_at', 'is not', null)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
  if (!owner || (await mailsOfLastHour(transaction, owner.id, ['lost-scan'])) >= MAILS_AN_HOUR_MAX) return
  const { rows } = await sql<Scanned>`
    update lost_pets set scan_mailed_at = now()
    from pets
    join users on users.id = pets.user_id
    where pets.id = lost_pets.pet_number
      and pets.pet_id = ${petId}
      and (scan_mailed_at is null or scan_mailed_at <= now() - interval '1 hour')
      and not exists (select from found_mutes where found_mutes.pet_id = pets.id and muted_until > now())
    returning pet_number as "petNumber", pets.pet_id as "petId", pet_name as "petName", scan_mailed_at as at,
      users.id as "userId", users.email, users.language`.execute(transaction)
  return rows[0]
}
