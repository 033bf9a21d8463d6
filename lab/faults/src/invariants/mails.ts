import type { Selectable } from 'kysely'
import type { Db } from '../../../../server/src/platform/db/pool.ts'
import type { DB } from '../../../../server/src/platform/db/types.ts'
import type { Violation } from '../invariants.ts'

/** A complaint whose status was changed, or not, since the change was rolled back. */
export type ResolvedComplaint = { id: number; isResolved: boolean }

type Evidence = {
  complaints: ResolvedComplaint[]
  mails: Selectable<DB['mails']>[]
  /** The mails that the mail server has accepted. */
  copies: { to: string; messageId: string }[]
  notices: { id: number; state: string; endpoint: string; complaintId: number | null }[]
  /** The notices that the push service has accepted; one with the tag of another replaces it on the device. */
  shown: { to: string; tag: string }[]
}

const COPIES_MAX = 2

/** Returns the violations that are left once the mail server is back. */
export function brokenMails(evidence: Evidence): Violation[] {
  return Object.entries({
    I21: everyCauseHasItsMail,
    I22: noMailWithoutCause,
    I23: copiesAreAlike,
    I25: everyCauseIsOneNotice,
    I26: aDeviceShowsANoticeOnce,
  }).flatMap(([invariant, broken]) => broken(evidence).map((what) => ({ invariant, what })))
}

/** I21: what happened is told: the mail was accepted, and counts as sent. */
function everyCauseHasItsMail({ complaints, mails, copies }: Evidence): string[] {
  return complaints
    .filter(({ isResolved }) => isResolved)
    .flatMap(({ id }) => {
      const mail = mails.find(({ about }) => about === `complaint ${id}`)
      if (!mail) return [`complaint ${id} was resolved, and there is no mail about it`]
      if (mail.state !== 'sent') return [`the mail about complaint ${id} is ${mail.state}`]
      return copies.some(({ to }) => to === mail.to_address)
        ? []
        : [`the mail about complaint ${id} counts as sent and was not`]
    })
}

/** I22: one change is one mail, and what was rolled back is none. */
function noMailWithoutCause({ complaints, mails }: Evidence): string[] {
  return complaints.flatMap(({ id, isResolved }) => {
    const count = mails.filter(({ about }) => about === `complaint ${id}`).length
    return count > Number(isResolved) ? [`${count} mails about complaint ${id}`] : []
  })
}

/** I23: at most one more copy went out, under the same Message-ID. */
function copiesAreAlike({ mails, copies }: Evidence): string[] {
  const known = new Set(mails.map(({ message_id }) => message_id))
  const byId = Map.groupBy(copies, ({ messageId }) => messageId)
  return [...byId].flatMap(([messageId, alike]) => [
    ...(known.has(messageId) ? [] : [`a copy went out under ${messageId}, which no mail has`]),
    ...(alike.length > COPIES_MAX ? [`${alike.length} copies of ${messageId} went out`] : []),
  ])
}

/** I25: what happened is told on the device that follows it, once, and what was rolled back is not. */
function everyCauseIsOneNotice({ complaints, notices, shown }: Evidence): string[] {
  return complaints.flatMap(({ id, isResolved }) => {
    const about = notices.filter(({ complaintId }) => complaintId === id)
    if (about.length !== Number(isResolved)) return [`${about.length} notices about complaint ${id}`]
    return about.flatMap(({ state, endpoint }) => [
      ...(state === 'sent' ? [] : [`the notice about complaint ${id} is ${state}`]),
      ...(shown.some(({ to }) => to === endpoint) ? [] : [`the notice about complaint ${id} never went out`]),
    ])
  })
}

/** I26: at most one more copy of a notice went out, and it replaces the first on the device. */
function aDeviceShowsANoticeOnce({ shown }: Evidence): string[] {
  return [...Map.groupBy(shown, ({ to }) => to)].flatMap(([device, copies]) => [
    ...(new Set(copies.map(({ tag }) => tag)).size > 1 ? [`${device} shows one notice more than once`] : []),
    ...(copies.length > COPIES_MAX ? [`${copies.length} copies of a notice went to ${device}`] : []),
  ])
}

const UNPAID_MS = 600_000

/** I27: whoever filed a complaint ten minutes ago without paying has one mail with the link to pay, and nobody has it earlier or twice. */
export async function brokenUnpaidMails(db: Db, now: Date): Promise<Violation[]> {
  const complaints = await db.selectFrom('complaints').select(['id', 'email', 'created_at', 'payment_status']).execute()
  const mails = await db.selectFrom('mails').select('about').where('kind', '=', 'complaint-unpaid').execute()
  return complaints
    .filter(({ email, payment_status }) => email !== '' && payment_status !== 'paid' && payment_status !== 'refunded')
    .flatMap(({ id, created_at }) => {
      const count = mails.filter(({ about }) => about === `complaint ${id}`).length
      const isDue = now.getTime() - created_at.getTime() > UNPAID_MS
      return count === Number(isDue)
        ? []
        : [{ invariant: 'I27', what: `${count} mails about the unpaid complaint ${id}` }]
    })
}
