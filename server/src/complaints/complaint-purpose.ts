import { sql } from 'kysely'
import { IS_TEST_KEY } from '../payments/provider/account.ts'
import type { PurposeRules } from '../payments/purpose-rules.ts'
import { isContact } from '../people/users/contact.ts'
import { matchesSearch } from './cases/case-search.ts'
import { payableComplaint } from './complaint-payment.ts'
import { eraseComplaints, exportComplaints, finishErasures, forgetOldKeys } from './complaint-privacy.ts'

/** The filing fee of a complaint, as a purpose of payments. */
export const complaintPurpose: PurposeRules = {
  ...payableComplaint,
  table: 'complaints',
  report: {
    payer: sql`case when withhold_name then '' else complaints.fullname end`,
    item: sql`'Complaint filing fee'`,
    account: null,
  },
  desk: {
    isUnpaid: sql`(payment_status in ('none', 'pending', 'failed') and duplicate_of is null)`,
    duePaise: sql`null::bigint`,
    matches: matchesSearch,
  },
  testMoney: {
    showsPayment: sql`payment_status <> 'none'`,
    // Somebody may be about to pay with real money.
    removesPayment: sql`payment_paise = null, razorpay_payment_id = null, payment_date = null,
      payment_status = case when exists (
        select from payment_orders
        where purpose = 'complaint' and subject_id = complaints.id
          and ${IS_TEST_KEY} is not true and provider_order_id is not null
      ) then 'pending' else 'none' end`,
  },
  privacy: {
    isAbout: ({ contact }) => isContact(contact),
    exportRows: exportComplaints,
    erase: eraseComplaints,
    corrected: { name: 'fullname', email: 'email', phone: 'phone' },
    isErased: sql`(erased_at is not null)`,
    isWithheld: sql`withhold_name`,
    finishErasures,
    forgetOld: forgetOldKeys,
  },
}
