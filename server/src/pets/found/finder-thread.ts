import type { FinderMessage, FinderThread as SeenThread } from '@petsetu/contract/pets/found.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { hashOfToken, isToken } from '../../people/users/one-time-links.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { PhotoStore, ReceivedPhoto } from '../../platform/files/photo-store.ts'
import { findOrCountMiss } from '../../platform/http/limits/throttles.ts'
import { photoOf, photosColumn } from '../photo-queries.ts'
import { type NewPhoto, photoForFinder, withFiles } from './found-photos.ts'
import {
  IS_RECENT,
  insertMessage,
  isSameContent,
  listMessages,
  readByAdminAt,
  type StoredMessage,
} from './found-queries.ts'
import { mailOwner } from './mail-owner.ts'

type Asked = { token: string; ip: string }
/** `finderId` is null for the first finder of the thread. */
export type FinderThread = {
  id: number
  finderId: number | null
  petId: string
  petName: string
  photo: string | null
  outcome: SeenThread['outcome']
  userId: number | null
  readByAdminAt: Date | null
  since?: Date
}

/** The thread of a finder's link; 404 for any other token. Guesses are counted by network. */
export async function findFinderThread({ db, throttles }: Deps, { token, ip }: Asked): Promise<FinderThread> {
  const find = async () => (isToken(token) ? findByToken(db, token) : null)
  const row = await findOrCountMiss(throttles.foundTokenMisses, ip, 'found_not_found', find)
  const { read_by_admin_at: readByAdminAt, photos, ...thread } = row
  const main = photos[0]
  return { ...thread, photo: main ? photoOf(main).urls.small : null, readByAdminAt }
}

async function findByToken(db: Db, token: string) {
  const threads = db
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select(['found_reports.id', 'pets.pet_id as petId', 'pet_name as petName', 'outcome', 'pets.user_id as userId'])
    .select([readByAdminAt, photosColumn])
  const hash = hashOfToken(token)
  const first = await threads.where('token_hash', '=', hash).executeTakeFirst()
  if (first) return { ...first, finderId: null }
  return threads
    .innerJoin('found_finders', 'found_finders.report_id', 'found_reports.id')
    .select(['found_finders.id as finderId', 'found_finders.created_at as since'])
    .where('found_finders.token_hash', '=', hash)
    .executeTakeFirst()
}

/** The finder's own messages, and the owner's since: others may have written from the same network. */
export async function listSeenMessages(
  db: Db,
  { id, finderId, since }: Pick<FinderThread, 'id' | 'finderId' | 'since'>,
): Promise<StoredMessage[]> {
  const messages = await listMessages(db, id)
  const isOwn = (message: StoredMessage) => message.by === 'finder' && message.finderId === finderId
  const start = messages.findIndex(isOwn)
  // Whoever sent the same as another finder has no message of their own.
  const isLater = (message: StoredMessage, index: number) =>
    start === -1 && since ? new Date(message.created_at) > since : index > start
  return messages.filter((message, index) => isOwn(message) || (message.by !== 'finder' && isLater(message, index)))
}

export async function seenThread(db: Db, thread: FinderThread, token: string): Promise<SeenThread> {
  return {
    messages: await listFinderMessages(db, thread, token),
    outcome: thread.outcome,
    read_by_admin_at: thread.readByAdminAt?.toISOString() ?? null,
  }
}

export async function listFinderMessages(
  db: Db,
  thread: Pick<FinderThread, 'id' | 'finderId' | 'since'>,
  token: string,
): Promise<FinderMessage[]> {
  const seen = await listSeenMessages(db, thread)
  return seen.map((message) => ({ ...asFinderSees(message), photo: photoForFinder(message, token) }))
}

/** Without the contact and the location, which are the owner's to see: a link may be passed on. */
function asFinderSees({ by, message, place, contact, lat, created_at }: StoredMessage): Omit<FinderMessage, 'photo'> {
  const shared = [...(contact === null ? [] : ['contact' as const]), ...(lat === null ? [] : ['location' as const])]
  return { by, message, place, shared, created_at }
}

type Written = { message: string | null | undefined; photo: ReceivedPhoto | null }

export async function findOpenThread(deps: Deps, asked: Asked): Promise<FinderThread> {
  const thread = await findFinderThread(deps, asked)
  if (thread.outcome) throw conflict('found_closed')
  return thread
}

export async function writeAsFinder(
  deps: Deps & { photos: PhotoStore },
  thread: FinderThread,
  { message, photo }: Written,
): Promise<FinderThread> {
  await deps.throttles.foundMessages.count(`finder ${thread.id} ${thread.finderId ?? 0}`)
  await withFiles(deps.photos, photo, async (kept) => ({
    value: null,
    isStored: await insertAsFinder(deps, thread, message, kept),
  }))
  return thread
}

/** False if it is a repeat, which adds nothing. */
function insertAsFinder(
  deps: Deps,
  thread: FinderThread,
  message: Written['message'],
  photo: NewPhoto | null,
): Promise<boolean> {
  return inTransaction(deps.db, async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', thread.userId).forNoKeyUpdate().execute()
    const open = await transaction
      .selectFrom('found_reports')
      .select('closed_at')
      .where('id', '=', thread.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('found_not_found'))
    if (open.closed_at) throw conflict('found_closed')
    if (await isRepeat(transaction, thread, message, photo)) return false
    await insertMessage(transaction, thread.id, { by: 'finder', finderId: thread.finderId }, { message }, photo)
    await mailOwner(deps, transaction, thread.id)
    return true
  })
}

/** True if the finder has just written this and nobody has answered since: nothing stops a second tap on a slow line. */
async function isRepeat(
  transaction: Db,
  { id, finderId }: FinderThread,
  message: Written['message'],
  photo: NewPhoto | null,
): Promise<boolean> {
  const last = await transaction
    .selectFrom('found_messages')
    .select(['by', isSameContent({ message }, photo?.sha256 ?? null).as('isSame')])
    .where('report_id', '=', id)
    .where(sql<boolean>`(by <> 'finder' or finder_id is not distinct from ${finderId})`)
    .where(IS_RECENT)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.by === 'finder' && last.isSame
}
