import type { FoundForm } from '@petsetu/contract/found.ts'
import { paths } from '@petsetu/contract/paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import { recordConsent } from '../consents/record-consent.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { HttpError, notFound } from '../errors.ts'
import { hashOfToken, networkKey, newSeed, tokenOf } from './finder-keys.ts'
import { insertMessage, isSameContent } from './found-messages.ts'
import { mailOwner } from './mail-owner.ts'

const REPEAT_MINUTES = 10

type Report = { petId: string; form: FoundForm; ip: string; language: Language }
/** `network` is the key that finders' networks are told apart by. */
type Sender = { petNumber: number; network: Buffer }

/**
 * Stores what a finder tells the owner and returns the path of the thread. The same content from the same network within ten
 * minutes adds nothing; other content from the network of an open thread of that day is added to it.
 */
export async function reportFound(deps: Deps, { petId, form, ip, language }: Report): Promise<string> {
  const { db } = deps
  const pet = await db.selectFrom('pets').select(['id', 'user_id']).where('pet_id', '=', petId).executeTakeFirst()
  if (!pet) throw notFound('pet_not_found')
  const sender = { petNumber: pet.id, network: networkKey(deps, ip) }
  const repeated = await findRepeat(db, sender, form)
  if (repeated) return pathOf(deps, repeated)

  await countReport(deps, { petId, ip })
  const seed = await db.transaction().execute(async (transaction) => {
    // One report of an owner's pets after the other, so that parallel repeats see each other and the mails are counted.
    await transaction.selectFrom('users').select('id').where('id', '=', pet.user_id).forNoKeyUpdate().execute()
    const stored = await findRepeat(transaction, sender, form)
    if (stored) return stored
    const thread = (await findOpenThread(transaction, sender)) ?? (await insertThread(deps, transaction, sender))
    await insertMessage(transaction, thread.id, 'finder', form)
    await recordConsent(transaction, { purpose: 'found', subjectId: thread.id, language })
    await mailOwner(deps, transaction, thread.id)
    return thread.token_seed
  })
  return pathOf(deps, seed)
}

function pathOf(deps: Deps, seed: Buffer): string {
  return paths.finderThread.to({ token: tokenOf(deps, seed) })
}

/** Above a limit the finder is told to call: a report that is not stored must not look as if it were. */
async function countReport({ throttles }: Deps, { petId, ip }: { petId: string; ip: string }): Promise<void> {
  try {
    await throttles.foundByAddress.count(ip)
    await throttles.foundByTag.count(petId)
    await throttles.foundOfAll.count('all')
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { retryAfterSeconds = 60 } = error
    throw new HttpError(429, 'too_many_reports', { retryAfterSeconds, event: 'throttled' })
  }
}

/** The seed of the thread that has this content already. */
async function findRepeat(db: Db, { petNumber, network }: Sender, form: FoundForm): Promise<Buffer | null> {
  const row = await db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'found_messages.report_id')
    .select('token_seed')
    .where('pet_id', '=', petNumber)
    .where('network_key', '=', network)
    .where('by', '=', 'finder')
    .where('found_messages.created_at', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .where(isSameContent(form))
    .executeTakeFirst()
  return row?.token_seed ?? null
}

function findOpenThread(db: Db, { petNumber, network }: Sender) {
  return db
    .selectFrom('found_reports')
    .select(['id', 'token_seed'])
    .where('pet_id', '=', petNumber)
    .where('network_key', '=', network)
    .where('closed_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('id')
    .executeTakeFirst()
}

function insertThread(deps: Deps, transaction: Db, { petNumber, network }: Sender) {
  const seed = newSeed()
  return transaction
    .insertInto('found_reports')
    .values({
      pet_id: petNumber,
      token_seed: seed,
      token_hash: hashOfToken(tokenOf(deps, seed)),
      network_key: network,
    })
    .returning(['id', 'token_seed'])
    .executeTakeFirstOrThrow()
}
