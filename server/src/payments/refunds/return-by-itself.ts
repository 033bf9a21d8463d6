import { type RawBuilder, sql } from 'kysely'
import type { PaymentDeps } from '../payment-deps.ts'
import { IS_AT_PROVIDER, isOurAccount } from '../provider/account.ts'

/** SQL: the instant at which money that was found now goes back by itself. */
export const IN_A_DAY = sql<Date>`now() + interval '24 hours'`

/**
 * Opens a refund for each payment whose time to go back has come and that no admin has refunded, kept or settled; the reconciler sends
 * them like every refund. One that the provider refused is opened anew a day later. Money from abroad stays while the settings take it.
 */
export async function returnByItself({ db, keyId, foundation }: ReturnDeps): Promise<void> {
  const isOpen = sql<boolean>`(payments.status = 'captured' and payments.settled_at is null and ${IS_AT_PROVIDER} and ${isOurAccount(keyId)})`
  // The version before this one, which may still run on another node, stores no time.
  await sql`
    update payments set return_at = ${IN_A_DAY}
    where disposition = 'surplus' and return_at is null and ${isOpen}`.execute(db)
  await sql`
    insert into refunds (payment_id, amount_paise, idempotency_key, next_check_at)
    select id, amount_paise - refunded_paise, 'refund-' || gen_random_uuid(), now()
    from payments
    where ${isReturned(foundation().takesForeignMoney)} and return_at <= now() and ${isOpen}
      and not exists (
        select from refunds
        where refunds.payment_id = payments.id and (refunds.status <> 'failed' or refunds.created_at > now() - interval '24 hours'))
    for update of payments skip locked
    on conflict (payment_id) where status <> 'failed' do nothing`.execute(db)
}

type ReturnDeps = Pick<PaymentDeps, 'db' | 'keyId' | 'foundation'>

/** SQL condition: nothing was due for this payment, or it is money from abroad that may not be taken. */
function isReturned(takesForeignMoney: boolean): RawBuilder<boolean> {
  const isForeign = takesForeignMoney
    ? sql`false`
    : sql`(payments.disposition = 'quarantined' and payments.international)`
  return sql<boolean>`(payments.disposition = 'surplus' or ${isForeign})`
}
