import type { Language } from '@petsetu/languages/languages.ts'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict } from '../../platform/errors.ts'
import { registerMembership } from '../../supporters/memberships/register-membership.ts'
import { askAboutOrder } from '../ledger/capture-payment.ts'
import { type OpenOrder, openOrder } from '../orders/open-order.ts'
import { listOrdersOf } from '../orders/order-queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { mailedTo } from '../purpose-rules.ts'
import { type LinkRow, readLink, stateOf } from './read-links.ts'

type Paying = Pick<Deps, 'db'> & { payments: PaymentDeps }

type Wanted = {
  linkId: number
  /** The months that the page showed, if it did. */
  months: number | undefined
  language: Language
}

/** The order of what a link pays. The provider is asked about the open ones first, so that nobody pays twice. */
export async function openOrderByLink(
  { db, payments }: Paying,
  { linkId, months, language }: Wanted,
): Promise<OpenOrder> {
  const link = await inTransaction(db, async (transaction) => {
    await transaction.selectFrom('pay_links').select('id').where('id', '=', linkId).forUpdate().execute()
    const locked = await readLink(transaction, linkId)
    rejectEnded(locked)
    if (months !== undefined && months !== (locked.offered_months ?? months)) throw conflict('plan_changed')
    return locked.subject_id === null ? registerRenewal(transaction, locked, language) : locked
  })
  const { purpose, subject_id: subjectId, amount_paise: amountPaise } = link
  if (subjectId === null || amountPaise === null) throw conflict('pay_link_over')
  await askAboutOrders(payments, link, subjectId)
  rejectEnded(await readLink(db, linkId))
  return openOrder(payments, { purpose, subjectId, amountPaise })
}

function rejectEnded(link: LinkRow): void {
  const state = stateOf(link)
  if (state === 'paid') throw conflict('pay_link_paid')
  if (state === 'revoked') throw conflict('pay_link_revoked')
  if (state === 'expired') throw conflict('pay_link_expired')
  if (state === 'over') throw conflict('pay_link_over')
  if (link.is_waiting) throw conflict('pay_link_waiting')
}

/** Registers the renewal with the details of the membership before it, and the address to which mails about that one go. Two who press at once get the same one, because the link is locked. */
async function registerRenewal(transaction: Db, link: LinkRow, language: Language): Promise<LinkRow> {
  const { user_id, username, ...details } = await transaction
    .selectFrom('memberships')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.plan_id', 'memberships.name', 'memberships.phone', mailedTo('memberships').as('email')])
    .select(['memberships.address', 'memberships.why_join', 'memberships.user_id', 'users.username'])
    .where('memberships.id', '=', link.renews_id)
    .executeTakeFirstOrThrow()
  const member = user_id === null || username === null ? null : { id: user_id, username }
  // The membership before it has the same details and may have been paid today.
  const { id } = await registerMembership(transaction, { ...details, is_another: true }, member, language)
  await transaction.updateTable('pay_links').set({ subject_id: id }).where('id', '=', link.id).execute()
  return readLink(transaction, link.id)
}

/** Rejects with 503 while the provider does not answer: nobody knows then whether it was paid. */
async function askAboutOrders(payments: PaymentDeps, { purpose }: LinkRow, subjectId: number): Promise<void> {
  const orders = await listOrdersOf(payments.db, payments.keyId, purpose, subjectId)
  const open = orders.filter(({ status, providerOrderId }) => status !== 'paid' && providerOrderId !== null)
  for (const order of open) await askAboutOrder(payments, order)
}

export async function revokeLink(transaction: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('pay_links')
    .set({ revoked_at: sql<Date>`now()`, sealed_token: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
