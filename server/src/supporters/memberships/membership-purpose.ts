import { sql } from 'kysely'
import { deletePayLinks } from '../../payments/pay-links.ts'
import { isFoundBy, type PurposeRules } from '../../payments/purpose-rules.ts'
import { ERASED, isContact } from '../../people/users/contact.ts'
import { deleteCorrections } from '../../people/users/stored-corrections.ts'
import { inLanguage } from '../../platform/db/expressions.ts'
import type { Db } from '../../platform/db/pool.ts'
import { textsIn } from '../../platform/languages/texts.ts'
import { payableMembership } from './activate-membership.ts'
import { expirePending } from './expire-pending.ts'

/** Memberships as they are in the table. */
function exportMemberships(db: Db, ids: number[]): Promise<object[]> {
  return db.selectFrom('memberships').selectAll().where(isOneOf(ids)).execute()
}

export async function eraseMemberships(transaction: Db, ids: number[]): Promise<void> {
  await transaction
    .updateTable('memberships')
    .set({ username: ERASED, name: ERASED, email: '', phone: '', address: '', why_join: '' })
    // The key is a hash of the personal details, so guessing them would confirm who it was.
    .set({ details_key: sql`'erased ' || id` })
    .where(isOneOf(ids))
    .execute()
  await deletePayLinks(transaction, 'membership', ids)
  await deleteCorrections(transaction, 'membership', ids)
}

const isOneOf = (ids: number[]) => sql<boolean>`id = any(${ids}::bigint[])`

/** The price of a membership, as a purpose of payments. */
export const membershipPurpose: PurposeRules = {
  ...payableMembership,
  table: 'memberships',
  report: {
    payer: sql`memberships.username`,
    item: sql`memberships.plan_name`,
    account: sql`memberships.user_id`,
  },
  desk: {
    isUnpaid: sql`(status = 'pending')`,
    duePaise: sql`price_paise`,
    matches: (search) => isFoundBy(search, [sql`memberships.username`, sql`name`, sql`email`, sql`phone`]),
  },
  testMoney: {
    showsPayment: sql`razorpay_payment_id is not null`,
    removesPayment: sql`status = case status when 'pending' then 'pending' else 'cancelled' end,
      amount_paise = 0, razorpay_payment_id = null`,
  },
  privacy: {
    isAbout: ({ contact, userId, isChecked }) =>
      sql`(${isContact(contact)} and (user_id is null or ${isChecked}::boolean) or user_id = ${userId})`,
    exportRows: exportMemberships,
    erase: eraseMemberships,
    corrected: { name: 'name', email: 'email', phone: 'phone', address: 'address' },
    // Both the erased and the expired ones.
    isErased: sql`(email = '' and phone = '' and address = '')`,
    isWithheld: sql`false`,
    finishErasures: async () => {},
    forgetOld: expirePending,
  },
  async item(db, membershipId, language) {
    const { plan } = await db
      .selectFrom('memberships')
      .select(inLanguage('plan_name', language).as('plan'))
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow()
    return textsIn(language)('paidFor.membership', { plan })
  },
  limits: { byAddress: 'registrationByAddress', byContact: 'registrationByContact', ofAll: 'registrationOfAll' },
}
