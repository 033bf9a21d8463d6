import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

export const PURPOSE_LABELS: Record<NoticePurpose, PlainId> = {
  signup: 'consents.signup',
  adult: 'consents.adult',
  complaint: 'consents.complaint',
  'complaint-spoken': 'consents.complaintSpoken',
  membership: 'consents.membership',
  donation: 'consents.donation',
  found: 'consents.found',
  reminders: 'consents.reminders',
  pet: 'consents.pet',
  lost: 'consents.lost',
}
