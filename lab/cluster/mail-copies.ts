import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { hurryJobs } from '../faults/src/process/wait-until-idle.ts'
import type { Site } from './site.ts'

/** The mails that the mail server took, in the order they came. */
export type MailCopies = {
  /** Resolves once no mail waits any more. */
  untilSent: () => Promise<void>
  /**
   * Counts mails that count as sent and never arrived, Message-IDs that arrived twice, which the outbox allows, and those that arrived
   * more often. What was counted before is left out.
   */
  count: () => Promise<{ missing: number; sentTwice: number; doubled: number }>
  close: () => Promise<void>
}

type Copy = { id: number; messageId: string | null }

const LOOK_MS = 5_000
const STILL_MS_MAX = 120_000
const PAUSE_MS = 500

/** Reads the catcher often enough: it keeps the newest 500 mails only. */
export function followMails({ provider, db }: Pick<Site, 'provider' | 'db'>): MailCopies {
  const copies = new Map<number, string>()
  const read = async () => {
    for (const { id, messageId } of await provider.control<Copy[]>('GET', '/mails')) copies.set(id, messageId ?? '')
  }
  let counted = { missing: 0, sentTwice: 0, doubled: 0 }
  const closing = new AbortController()
  const reading = (async () => {
    while (!closing.signal.aborted) {
      await read()
      await pause(LOOK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()

  async function untilSent(): Promise<void> {
    for (const giveUpAt = Date.now() + STILL_MS_MAX; ; await pause(PAUSE_MS)) {
      const waiting = await db
        .selectFrom('mails')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      if (waiting.count === 0) return
      if (Date.now() > giveUpAt) throw new Error(`${waiting.count} mails still wait`)
      await hurryJobs(db)
    }
  }

  return {
    untilSent,
    async count() {
      await untilSent()
      await read()
      const times = new Map<string, number>()
      for (const messageId of copies.values()) times.set(messageId, (times.get(messageId) ?? 0) + 1)
      const { rows } = await sql<{ message_id: string }>`select message_id from mails where state = 'sent'`.execute(db)
      const counts = [...times.values()]
      const all = {
        missing: rows.filter(({ message_id }) => !times.has(message_id)).length,
        sentTwice: counts.filter((count) => count === 2).length,
        doubled: counts.filter((count) => count > 2).length,
      }
      const before = counted
      counted = all
      return {
        missing: all.missing - before.missing,
        sentTwice: all.sentTwice - before.sentTwice,
        doubled: all.doubled - before.doubled,
      }
    },
    async close() {
      closing.abort()
      await reading
    },
  }
}
