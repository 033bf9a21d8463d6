import { randomUUID } from 'node:crypto'
import { findMailKind } from '@petsetu/contract/office/mails.ts'
import { foldCase } from '@petsetu/contract/platform/text.ts'
import type { Db } from '../db/pool.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { MailSender, NewMail } from './mail-content.ts'

export type EnqueueMail = (transaction: Db, mail: NewMail) => Promise<void>

/** Stores a mail before the first attempt, so that each sends the same bytes. The same mail again changes nothing. */
export function outbox(senderNow: () => MailSender, { isHeld }: { isHeld: boolean }): EnqueueMail {
  return async (
    transaction,
    {
      kind,
      about,
      step = '',
      to,
      userId = null,
      language,
      unsubscribeToken = null,
      receiptToken = null,
      waitSeconds,
      content,
    },
  ) => {
    // Loaded with the first mail: React's renderer is needed for nothing else.
    const { renderMail } = await import('./render-mail.ts')
    const sender = senderNow()
    const row = await transaction
      .insertInto('mails')
      .values({
        kind,
        about,
        step,
        to_address: to,
        address_key: foldCase(to),
        user_id: userId,
        language,
        message_id: `<${randomUUID()}@${new URL(sender.publicUrl).hostname}>`,
        ...renderMail(content, sender, language),
        action_path: content.action?.path ?? null,
        unsubscribe_token: unsubscribeToken,
        receipt_token: receiptToken,
        state: isHeld ? 'held' : 'waiting',
      })
      .onConflict((conflict) => conflict.columns(['kind', 'about', 'step']).doNothing())
      .returning(['id', 'state'])
      .executeTakeFirst()
    const sendAt = waitSeconds ? new Date(Date.now() + waitSeconds * 1_000) : undefined
    if (row?.state === 'waiting') await enqueueDelivery(transaction, { mailId: row.id, kind }, sendAt)
  }
}

/** Adds the job that sends a waiting mail. One that somebody waits for comes before all others, and a reminder after them. */
export async function enqueueDelivery(
  db: Db,
  { kind, ...job }: { mailId: number; kind: string; since?: string | undefined },
  runAt?: Date,
): Promise<void> {
  const known = findMailKind(kind)
  const priority = known?.secret === 'one-time' ? 'urgent' : known?.isReminder ? 'low' : 'normal'
  await enqueue(db, 'deliver-mail', job, { jobKey: `mail ${job.mailId}`, runAt, priority })
}
