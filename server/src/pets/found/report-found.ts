import { createHmac, randomBytes } from 'node:crypto'
import { paths } from '@petsetu/contract/paths.ts'
import type { FoundFields } from '@petsetu/contract/pets/found.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { recordConsent } from '../../people/consents/record-consent.ts'
import { hashOfToken } from '../../people/users/one-time-links.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HttpError, notFound } from '../../platform/errors.ts'
import type { PhotoStore, ReceivedPhoto } from '../../platform/files/photo-store.ts'
import { sourceOf } from '../../platform/http/limits/source-of.ts'
import { isOver } from '../../platform/http/limits/throttles.ts'
import { lockPet } from '../lock-pet.ts'
import { type NewPhoto, withFiles } from './found-photos.ts'
import { IS_RECENT, insertMessage, isSameContent } from './found-queries.ts'
import { mailOwner } from './mail-owner.ts'

type Report = { petId: string; form: FoundFields; photo: ReceivedPhoto | null; ip: string; language: Language }
/** `network` is the key that finders' networks are told apart by. */
type Sender = { petNumber: number; network: Buffer }

/**
 * Stores what a finder tells the owner and returns the path of the finder's page. The same content from the same
 * network within ten minutes adds nothing, and leads to the same page if it comes from the same form. Other content
 * from the network of an open thread of that day is added to it under a link of its own, because it may come from
 * somebody else. A thread that has ended takes nothing: whoever says the same after that begins another.
 */
export async function reportFound(deps: Deps & { photos: PhotoStore }, report: Report): Promise<string> {
  const { petId, form, photo, ip } = report
  const { db } = deps
  const pet = await db
    .selectFrom('pets')
    .select(['id', 'user_id'])
    .where('pet_id', '=', petId)
    .executeTakeFirstOrThrow(() => notFound('pet_not_found'))
  const sender = { petNumber: pet.id, network: networkKey(deps, ip) }
  const repeated = await findRepeat(db, sender, form, photo)
  if (repeated?.isSameForm) return pathOf(deps, repeated.seed)

  const isToldLater = await countReport(deps, { petId, ip })
  const seed = await withFiles(deps.photos, photo, (kept) =>
    inTransaction(db, async (transaction) => {
      // One report of an owner's pets after the other, so that parallel repeats see each other and the mails are counted.
      await transaction.selectFrom('users').select('id').where('id', '=', pet.user_id).forNoKeyUpdate().execute()
      await lockPet(transaction, pet.id)
      const stored = await findRepeat(transaction, sender, form, photo)
      if (stored?.isSameForm) return { value: stored.seed, isStored: false }
      if (stored) return { value: await insertLink(deps, transaction, stored.reportId), isStored: false }
      return { value: await insertReport(deps, transaction, sender, { ...report, isToldLater }, kept), isStored: true }
    }),
  )
  return pathOf(deps, seed)
}

async function insertReport(
  deps: Deps,
  transaction: Db,
  sender: Sender,
  { form, language, isToldLater }: Report & { isToldLater: boolean },
  photo: NewPhoto | null,
): Promise<Buffer> {
  const seed = newSeed()
  const link = { token_seed: seed, token_hash: hashOfToken(tokenOf(deps, seed)) }
  const open = await findOpenThread(transaction, sender)
  const finderId = open ? await insertFinder(transaction, { report_id: open.id, ...link }) : null
  const { id } = open ?? (await insertThread(transaction, sender, link))
  await insertMessage(transaction, id, { by: 'finder', finderId }, form, photo)
  const noticeVersion = form.notice_version ?? undefined
  await recordConsent(transaction, { purpose: 'found', subjectId: id, language, noticeVersion })
  if (!isToldLater) await mailOwner(deps, transaction, id)
  return seed
}

function pathOf(deps: Deps, seed: Buffer): string {
  return paths.finderThread.to({ token: tokenOf(deps, seed) })
}

export function countForm({ throttles }: Deps, ip: string): Promise<void> {
  return orTellToCall(async () => void (await throttles.foundForms.count(ip)))
}

/** True if the owner is told in a digest only: nobody who floods a tag, or many tags, silences others. */
async function countReport({ throttles }: Deps, { petId, ip }: { petId: string; ip: string }): Promise<boolean> {
  await orTellToCall(async () => {
    await throttles.foundByAddress.count(ip)
    await throttles.foundByTag.count(petId)
    await throttles.foundStoredOfAll.count('all')
  })
  const isManyOfAll = await isOver(() => throttles.foundOfAll.count('all'))
  const isManyOfTag = await isOver(() => throttles.foundByTagAndAddress.count(`${petId} ${sourceOf(ip)}`))
  return isManyOfAll || isManyOfTag
}

/** Above a limit the finder is told to call: a report that is not stored must not look as if it were. */
async function orTellToCall(count: () => Promise<void>): Promise<void> {
  try {
    await count()
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { retryAfterSeconds = 60 } = error
    throw new HttpError(429, 'too_many_reports', { retryAfterSeconds, event: 'throttled' })
  }
}

/** Finds the message of an open thread of this network with the same content. Whoever sent it from another form may be somebody else. */
async function findRepeat(
  db: Db,
  { petNumber, network }: Sender,
  form: FoundFields,
  photo: ReceivedPhoto | null,
): Promise<{ seed: Buffer; reportId: number; isSameForm: boolean } | null> {
  const row = await db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'found_messages.report_id')
    .leftJoin('found_finders', 'found_finders.id', 'finder_id')
    .select(({ fn }) => fn.coalesce('found_finders.token_seed', 'found_reports.token_seed').as('seed'))
    .select(['found_reports.id as reportId', 'form_key as formKey'])
    .where('pet_id', '=', petNumber)
    .where('network_key', '=', network)
    .where('by', '=', 'finder')
    .where('closed_at', 'is', null)
    .where(IS_RECENT)
    .where(isSameContent(form, photo?.sha256 ?? null))
    .executeTakeFirst()
  if (!row) return null
  const { seed, reportId, formKey } = row
  return { seed, reportId, isSameForm: formKey === (form.form_key ?? null) }
}

/** Locks the thread, so that its owner does not end it before the report is in it. */
function findOpenThread(transaction: Db, { petNumber, network }: Sender) {
  return transaction
    .selectFrom('found_reports')
    .select('id')
    .where('pet_id', '=', petNumber)
    .where('network_key', '=', network)
    .where('closed_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Link = { token_seed: Buffer; token_hash: Buffer }

function insertThread(transaction: Db, { petNumber, network }: Sender, link: Link): Promise<{ id: number }> {
  return transaction
    .insertInto('found_reports')
    .values({ pet_id: petNumber, network_key: network, ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
}

async function insertLink(deps: Deps, transaction: Db, reportId: number): Promise<Buffer> {
  const seed = newSeed()
  await insertFinder(transaction, {
    report_id: reportId,
    token_seed: seed,
    token_hash: hashOfToken(tokenOf(deps, seed)),
  })
  return seed
}

async function insertFinder(transaction: Db, finder: Link & { report_id: number }): Promise<number> {
  const { id } = await transaction.insertInto('found_finders').values(finder).returning('id').executeTakeFirstOrThrow()
  return id
}

type Key = Pick<Deps, 'secretKey'>

const newSeed = () => randomBytes(16)

/** The token of a finder's link. The seed gives it again, though only its hash is stored. */
function tokenOf({ secretKey }: Key, seed: Buffer): string {
  return createHmac('sha256', secretKey).update('finder’s link').update(seed).digest('base64url')
}

/** Tells the networks of finders apart without storing an address. */
function networkKey({ secretKey }: Key, ip: string): Buffer {
  return createHmac('sha256', secretKey).update('finder’s network').update(sourceOf(ip)).digest()
}
