import type { Selectable } from 'kysely'
import type { DB } from '../../../../server/src/platform/db/types.ts'
import type { Violation } from '../invariants.ts'

/** A complaint whose status was changed, or not, since the change was rolled back. */
export type ResolvedComplaint = { id: number; isResolved: boolean }

type Evidence = {
  complaints: ResolvedComplaint[]
  mails: Selectable<DB['mails']>[]
  /** The mails that the mail server has accepted. */
  copies: { to: string; messageId: string }[]
}

const COPIES_MAX = 2

/** Returns the violations that are left once the mail server is back. */
export function brokenMails(evidence: Evidence): Violation[] {
  return Object.entries({ I21: everyCauseHasItsMail, I22: noMailWithoutCause, I23: copiesAreAlike }).flatMap(
    ([invariant, broken]) => broken(evidence).map((what) => ({ invariant, what })),
  )
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
