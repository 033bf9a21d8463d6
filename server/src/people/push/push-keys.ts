import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { openText, sealText } from '../auth/sealed-secret.ts'

const NAME = 'push keys'
const BOUND = { use: 'push keys', owner: 'this installation' }

const PushKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.output<typeof PushKeys>

type KeyDeps = Pick<Deps, 'db' | 'secretKey'>

/** This installation's keys for push services (VAPID, RFC 8292), sealed. The first start makes them. */
export async function readPushKeys({ db, secretKey }: KeyDeps): Promise<PushKeys> {
  const sealed = (await findSealed(db)) ?? (await create(db, secretKey))
  return PushKeys.parse(JSON.parse(openText(sealed, BOUND, secretKey)))
}

async function create(db: Db, secretKey: Buffer): Promise<Buffer> {
  const { default: webPush } = await import('web-push')
  const value = sealText(JSON.stringify(webPush.generateVAPIDKeys()), BOUND, secretKey)
  // Two nodes may start at the same time: the first one's keys are those of both.
  await db
    .insertInto('secrets')
    .values({ name: NAME, value })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
  const stored = await findSealed(db)
  if (!stored) throw new Error('The push keys were neither inserted nor there before')
  return stored
}

async function findSealed(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst()
  return row?.value ?? null
}

export async function preparePushKeys(deps: KeyDeps, log: FastifyBaseLogger): Promise<void> {
  try {
    await readPushKeys(deps)
  } catch {
    log.error(
      'the push keys were encrypted with another SECRET_KEY: set that one, or renew them; until then no notices go out',
    )
  }
}

/** Replaces the keys. Every browser gave its address for the old ones, so all of them have to be asked again. Returns how many. */
export async function renewPushKeys({ db, secretKey }: KeyDeps): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('secrets').where('name', '=', NAME).execute()
    const { numDeletedRows } = await transaction.deleteFrom('push_devices').executeTakeFirst()
    await create(transaction, secretKey)
    return Number(numDeletedRows)
  })
}
