import { Logger, runTaskListOnce } from 'graphile-worker'
import { type Db, openDb, openPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import type { TaskName } from '../../../../server/src/platform/jobs/enqueue.ts'
import { createLog } from '../../../../server/src/platform/log.ts'
import { deliverMail } from '../../../../server/src/platform/mail/deliver-mail.ts'
import type { SendMail } from '../../../../server/src/platform/mail/smtp.ts'
import { REMINDER_RULES } from '../../../../server/src/reminders.ts'

export const PUBLIC_URL = 'https://pets.example.org'

/** The mail server as the program sees it. It keeps each copy that it has accepted. */
export type MailServer = {
  copies: { to: string; messageId: string }[]
  isAway: boolean
  /** The number of times that a node is still killed when its mail has just been accepted. */
  killsLeft: number
  count: (fault: string) => void
}

/** A node that only sends mails. */
export type MailNode = {
  pool: Pool
  db: Db
  /** Runs all due jobs, or until it is killed; the next call starts it again. */
  work: () => Promise<void>
  end: () => Promise<void>
}

export function startMailNode(databaseUrl: string, server: MailServer): MailNode {
  const pool = openPool(databaseUrl, () => {})
  const db = openDb(pool)
  let kill = () => {}
  const send: SendMail = async ({ to, messageId }) => {
    if (server.isAway) return { kind: 'unreachable', reply: 'ECONNREFUSED' }
    const isFirst = !server.copies.some((copy) => copy.to === to)
    server.copies.push({ to, messageId })
    // Once a mail: a second kill could rightly lead to a third copy.
    if (isFirst && server.killsLeft-- > 0) {
      server.count('mail: killed after the answer')
      kill()
      await new Promise(() => {})
    }
    return { kind: 'sent' }
  }
  const delivery = {
    db,
    log: createLog('fatal'),
    send,
    publicUrl: PUBLIC_URL,
    reminders: REMINDER_RULES,
    drawReceipt: async () => null,
  }
  const task = 'deliver-mail' satisfies TaskName
  const tasks = { [task]: (job: unknown) => deliverMail(delivery, job as { mailId: number }) }
  return {
    pool,
    db,
    async work() {
      const killed = new Promise<void>((resolve) => {
        kill = resolve
      })
      const client = await pool.connect()
      const logger = new Logger(() => () => {})
      const preset = { worker: { concurrentJobs: 1, completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
      const done = runTaskListOnce({ logger, preset, noHandleSignals: true }, tasks, client).promise
      await Promise.race([done, killed])
      client.release(true)
    },
    end: () => pool.end(),
  }
}
