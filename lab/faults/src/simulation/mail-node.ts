import { Logger, runTaskListOnce } from 'graphile-worker'
import { runImport } from '../../../../server/src/office/imports/run-import.ts'
import { deliverMorningDigest, deliverNotice } from '../../../../server/src/people/push/deliver-notice.ts'
import type { SendPush } from '../../../../server/src/people/push/send-push.ts'
import { type Db, openDb, openPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import type { TaskName } from '../../../../server/src/platform/jobs/enqueue.ts'
import { createLog } from '../../../../server/src/platform/log.ts'
import { deliverMail } from '../../../../server/src/platform/mail/deliver-mail.ts'
import type { SendMail } from '../../../../server/src/platform/mail/smtp.ts'
import { REMINDER_RULES } from '../../../../server/src/reminders.ts'

export const PUBLIC_URL = 'https://pets.example.org'

/** The mail server and the push service as the program sees them. They keep each copy that they have accepted. */
export type MailServer = {
  copies: { to: string; messageId: string }[]
  notices: { to: string; tag: string }[]
  isAway: boolean
  /** The number of times that a node is still killed when its mail or notice has just been accepted. */
  killsLeft: number
  count: (fault: string) => void
}

/** A node that only sends mails and notices, and imports. */
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
    if (isFirst) await mayBeKilled('mail: killed after the answer')
    return { kind: 'sent' }
  }
  const sendNotice: SendPush = async ({ endpoint }, { tag }) => {
    if (server.isAway) return { kind: 'later', status: null }
    const isFirst = !server.notices.some(({ to }) => to === endpoint)
    server.notices.push({ to: endpoint, tag })
    if (isFirst) await mayBeKilled('notice: killed after the answer')
    return { kind: 'sent' }
  }
  // Once a mail or notice: a second kill could rightly lead to a third copy.
  async function mayBeKilled(fault: string): Promise<void> {
    if (server.killsLeft-- <= 0) return
    server.count(fault)
    kill()
    await new Promise(() => {})
  }
  const delivery = {
    db,
    log: createLog('fatal'),
    send,
    publicUrl: PUBLIC_URL,
    foundation: () => ({ contactEmail: '', grievanceOfficerEmail: '' }),
    reminders: REMINDER_RULES,
    drawReceipt: async () => null,
  }
  const notices = { db, log: delivery.log, send: sendNotice }
  const tasks = {
    'deliver-mail': (job: unknown) => deliverMail(delivery, job as { mailId: number }),
    'deliver-notice': (job: unknown) => deliverNotice(notices, job as { noticeId: number }),
    'deliver-morning-digest': (job: unknown) => deliverMorningDigest(notices, job as { deviceId: number }),
    'run-import': (job: unknown) => runImport({ db, log: delivery.log }, job as { importId: number }),
  } satisfies Partial<Record<TaskName, unknown>>
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
