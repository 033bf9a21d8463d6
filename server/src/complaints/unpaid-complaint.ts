import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { mailboxOf } from '../people/users/contact.ts'
import type { Db } from '../platform/db/pool.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { eachDespiteFailures, unauthorized } from '../platform/errors.ts'
import type { Person } from '../platform/http/routing/person.ts'
import { unpaidMail } from './complaint-mails.ts'
import { IS_FEE_ASKED, rejectUnpayable } from './complaint-payment.ts'
import { complaintOfLink } from './follow/followed-case.ts'
import { requireOwnComplaint } from './own-complaints.ts'

type Asked = { token?: string | undefined; complaint_id?: number | undefined }
type Asker = { person: Person | null; ip: string }

/** A complaint whose fee the asker can pay. Rejects with 404 for any other, and with 409 if nothing is due. */
export async function readUnpaid(deps: Deps, asked: Asked, asker: Asker): Promise<{ id: number; createdAt: Date }> {
  const id = await idOf(deps, asked, asker)
  const { createdAt, ...complaint } = await deps.db
    .selectFrom('complaints')
    .select(['id', 'created_at as createdAt', 'payment_status', 'duplicate_of'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await rejectUnpayable(deps.db, complaint)
  return { id, createdAt }
}

async function idOf(deps: Deps, { token, complaint_id }: Asked, { person, ip }: Asker): Promise<number> {
  if (token !== undefined) return complaintOfLink(deps, token, ip)
  if (!person) throw unauthorized()
  return requireOwnComplaint(deps.db, complaint_id ?? 0, person.id)
}

// Long enough to pay in the window that opens after the form was sent.
const UNPAID_MINUTES = 10
// Anybody can type an address: its mailbox gets no more of these mails in a day.
const MAILS_A_DAY_MAX = 3
const MAILS_AT_A_TURN_MAX = 100
// More than are filed in a day.
const READ_AT_A_TURN_MAX = 10_000

/** Brings whoever filed a complaint without paying its fee the link with which it can be paid; once, ten minutes after it was filed. */
export async function mailUnpaid({ db, enqueueMail }: Pick<Deps, 'db' | 'enqueueMail'>): Promise<void> {
  const mailed = await countMailed(db)
  const due = (await listUnpaid(db)).filter(({ email }) => {
    const count = mailed.get(mailboxOf(email)) ?? 0
    mailed.set(mailboxOf(email), count + 1)
    return count < MAILS_A_DAY_MAX
  })
  await eachDespiteFailures(due.slice(0, MAILS_AT_A_TURN_MAX), 'mails about unpaid fees', ({ id }) =>
    inTransaction(db, async (transaction) => {
      const mail = await unpaidMail(transaction, id)
      if (mail) await enqueueMail(transaction, mail)
    }),
  )
}

/** Those that have no such mail to their address yet, the oldest first. */
function listUnpaid(db: Db): Promise<{ id: number; email: string }[]> {
  return (
    db
      .selectFrom('complaints')
      .select(['id', 'email'])
      .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${UNPAID_MINUTES})`)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      // Whoever called or came to the desk has a mail about it.
      .where('source', '=', 'form')
      .where('email', '<>', '')
      .where(IS_FEE_ASKED)
      // After a void at the desk another mail has told that the money went back.
      .where('payment_status', '<>', 'refunded')
      .where(
        sql<boolean>`not exists (
        select from mails where kind = 'complaint-unpaid' and about = 'complaint ' || complaints.id and step = '')`,
      )
      .orderBy('id')
      .limit(READ_AT_A_TURN_MAX)
      .execute()
  )
}

/** The number of these mails to each mailbox in the last day. */
async function countMailed(db: Db): Promise<Map<string, number>> {
  const mails = await db
    .selectFrom('mails')
    .select('to_address')
    .where('kind', '=', 'complaint-unpaid')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .limit(READ_AT_A_TURN_MAX)
    .execute()
  const counts = new Map<string, number>()
  for (const { to_address } of mails) counts.set(mailboxOf(to_address), (counts.get(mailboxOf(to_address)) ?? 0) + 1)
  return counts
}
