import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { ConfigError } from '../../platform/errors.ts'

const TEST_KEY = 'rzp_test_'

/** The `key_id` of money taken at the desk, which no provider knows. */
export const DESK_KEY = 'desk'

/** Begins the ids of the desk's orders and payments, which are on no receipt and no statement. */
export const DESK_ID_PREFIX = 'desk_'

/** SQL condition: a provider knows the row with this `key_id`. */
export const IS_AT_PROVIDER = sql<boolean>`key_id is distinct from ${sql.lit(DESK_KEY)}`

/** SQL condition: this `key_id` belongs to a test account, the sandbox's or the provider's own. */
export const IS_TEST_KEY = sql<boolean>`key_id like 'rzp\\_test\\_%'`

/** SQL condition on a payment: a cheque that the bank has neither paid nor returned. */
export const IS_PENDING_CHEQUE = sql<boolean>`(payments.key_id = ${sql.lit(DESK_KEY)} and payments.status = 'created')`

export function isTestKey(keyId: string): boolean {
  return keyId.startsWith(TEST_KEY)
}

/** SQL condition: our API key can query these rows: any live key, the same test key, or none stored (null). */
export function isOurAccount(keyId: string): RawBuilder<boolean> {
  const ourTest = isTestKey(keyId) ? sql`false` : sql`(not ${IS_TEST_KEY} and ${IS_AT_PROVIDER})`
  return sql<boolean>`(key_id is null or key_id = ${keyId} or ${ourTest})`
}

/** Refuses to start with live keys on a database that holds sandbox payments. */
export async function rejectSandboxMoney(db: Db, keyId: string): Promise<void> {
  if (isTestKey(keyId)) return
  const { there } = await db
    .selectNoFrom(
      sql<boolean>`exists (select from payment_orders where ${IS_TEST_KEY}) or exists (select from payments where ${IS_TEST_KEY})`.as(
        'there',
      ),
    )
    .executeTakeFirstOrThrow()
  if (there)
    throw new ConfigError(
      'RAZORPAY_KEY_ID must not be a live key on data with money of the sandbox: npm run forget-sandbox shows it and takes it out.',
    )
}

/** True where the books hold payments from before keys were written down: nothing in them says whether that money was real. */
export async function holdsUnknownMoney(db: Db): Promise<boolean> {
  const { there } = await db
    .selectNoFrom(sql<boolean>`exists (select from payments where key_id is null)`.as('there'))
    .executeTakeFirstOrThrow()
  return there
}
