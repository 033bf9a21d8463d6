import { sql } from 'kysely'
import { isFoundBy } from '../../payments/found-by.ts'
import type { PurposeRules } from '../../payments/purpose-rules.ts'
import { isContact } from '../../people/users/contact.ts'
import { payableMembership } from './activate-membership.ts'
import { expirePending } from './expire-pending.ts'
import { eraseMemberships, exportMemberships } from './membership-privacy.ts'

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
}
