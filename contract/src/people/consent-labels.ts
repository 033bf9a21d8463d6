import type { NoticePurpose } from '@petsetu/languages/notice-version.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'
import type { ReminderKind } from '../office/mails.ts'
import type { ListedConsent } from './consents.ts'

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

const REMINDER_LABELS: Record<ReminderKind, PlainId> = {
  'membership-ends': 'consents.remindersMembershipEnds',
  'care-due': 'consents.remindersCareDue',
}

export const consentLabel = ({ purpose, reminder_kind: kind }: ListedConsent): PlainId =>
  kind ? REMINDER_LABELS[kind] : PURPOSE_LABELS[purpose]
