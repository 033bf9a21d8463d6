import { createHash, timingSafeEqual } from 'node:crypto'
import { foldCase } from '@petsetu/contract/fold-case.ts'
import type { Db } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { blockAddress } from '../mail/mail-blocks.ts'
import { oneLine } from '../mail/one-line.ts'

/** Blocks an address that turned out to be unreachable after the mail server had taken the mail. */
export async function reportBounce(db: Db, email: string, reason: string): Promise<void> {
  const key = foldCase(email)
  const words = oneLine(reason)
  await inTransaction(db, async (transaction) => {
    await blockAddress(transaction, key, words)
    await transaction
      .updateTable('mails')
      .set({ state: 'failed', failure: 'blocked', last_error: words })
      .where('address_key', '=', key)
      .where('state', '=', 'waiting')
      .execute()
  })
}

/** Compared in constant time. Without a secret of ours nothing is right. */
export function isBounceSecret(authorization: string | undefined, secret: string | null): boolean {
  const given = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : ''
  return secret !== null && timingSafeEqual(hashOf(given), hashOf(secret))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
