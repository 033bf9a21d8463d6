import type { FinderMessage } from '@petsetu/contract/found.ts'
import type { Db } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../errors.ts'
import { hashOfToken } from './finder-keys.ts'
import { asFinderSees, insertMessage, listMessages } from './found-messages.ts'
import { mailOwner } from './mail-owner.ts'

type Asked = { token: string; ip: string }
type FinderThread = { id: number; petId: string; petName: string; isClosed: boolean; userId: number | null }

const TOKEN = /^[\w-]{43}$/

/** The thread of a finder's link; 404 for any other token. Guesses are counted by network. */
export async function findFinderThread({ db, throttles }: Deps, { token, ip }: Asked): Promise<FinderThread> {
  throttles.foundTokenMisses.rejectIfKnownOver(ip)
  const row = TOKEN.test(token) ? await findByToken(db, token) : undefined
  if (!row) {
    await throttles.foundTokenMisses.count(ip)
    throw notFound('found_not_found')
  }
  const { closed_at, ...thread } = row
  return { ...thread, isClosed: closed_at !== null }
}

function findByToken(db: Db, token: string) {
  return db
    .selectFrom('found_reports')
    .innerJoin('pets', 'pets.id', 'found_reports.pet_id')
    .select(['found_reports.id', 'pets.pet_id as petId', 'pet_name as petName', 'closed_at', 'pets.user_id as userId'])
    .where('token_hash', '=', hashOfToken(token))
    .executeTakeFirst()
}

export async function listFinderMessages(db: Db, reportId: number): Promise<FinderMessage[]> {
  return (await listMessages(db, reportId)).map(asFinderSees)
}

/** Adds a message of the finder, unless the thread has ended. */
export async function writeAsFinder(deps: Deps, asked: Asked, message: string): Promise<number> {
  const thread = await findFinderThread(deps, asked)
  await deps.throttles.foundMessages.count(`finder ${thread.id}`)
  await deps.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', thread.userId).forNoKeyUpdate().execute()
    const open = await transaction
      .selectFrom('found_reports')
      .select('closed_at')
      .where('id', '=', thread.id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!open) throw notFound('found_not_found')
    if (open.closed_at) throw conflict('found_closed')
    await insertMessage(transaction, thread.id, 'finder', { message })
    await mailOwner(deps, transaction, thread.id)
  })
  return thread.id
}
