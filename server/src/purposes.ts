import type { Purpose } from '@petsetu/contract/purposes.ts'
import { complaintPurpose } from './complaints/complaint-purpose.ts'
import { donationPurpose } from './donations/donation-purpose.ts'
import { membershipPurpose } from './memberships/membership-purpose.ts'
import type { PurposeRules } from './payments/purpose-rules.ts'

/** The server's rules of each purpose of a payment. */
export const PURPOSE_RULES: Record<Purpose, PurposeRules> = {
  complaint: complaintPurpose,
  membership: membershipPurpose,
  donation: donationPurpose,
}
