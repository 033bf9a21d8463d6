import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { complaintPurpose } from './complaints/complaint-payment.ts'
import type { PurposeRules } from './payments/purpose-rules.ts'
import { donationPurpose } from './supporters/donations/donation-purpose.ts'
import { membershipPurpose } from './supporters/memberships/membership-purpose.ts'

export const PURPOSE_RULES: Record<Purpose, PurposeRules> = {
  complaint: complaintPurpose,
  membership: membershipPurpose,
  donation: donationPurpose,
}
