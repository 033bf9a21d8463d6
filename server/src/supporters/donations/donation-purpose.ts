import { sql } from 'kysely'
import { isFoundBy } from '../../payments/found-by.ts'
import type { PurposeRules } from '../../payments/purpose-rules.ts'
import { isContact } from '../../people/users/contact.ts'
import { eraseDonations, exportDonations, finishErasures, forgetOldDonations } from './donation-privacy.ts'
import { payableDonation } from './payable-donation.ts'

/** A donation, as a purpose of payments. */
export const donationPurpose: PurposeRules = {
  ...payableDonation,
  table: 'donations',
  report: {
    payer: sql`donations.name`,
    item: sql`'Donation: ' || donations.purpose`,
    account: sql`donations.user_id`,
  },
  desk: {
    isUnpaid: sql`(status = 'pending')`,
    duePaise: sql`amount_paise`,
    matches: (search) => isFoundBy(search, [sql`name`, sql`email`, sql`phone`]),
  },
  testMoney: {
    showsPayment: sql`razorpay_payment_id is not null`,
    removesPayment: sql`status = case status when 'pending' then 'pending' else 'expired' end,
      razorpay_payment_id = null, paid_at = null`,
  },
  privacy: {
    isAbout: ({ contact, userId, isChecked }) =>
      sql`(${isContact(contact)} and (user_id is null or ${isChecked}::boolean) or user_id = ${userId})`,
    exportRows: exportDonations,
    erase: eraseDonations,
    corrected: { name: 'name', email: 'email', phone: 'phone', address: 'address' },
    isErased: sql`(erased_at is not null or status = 'expired')`,
    isWithheld: sql`false`,
    finishErasures,
    forgetOld: forgetOldDonations,
  },
}
