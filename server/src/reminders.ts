import { careReminder } from './pets/care/care-reminder.ts'
import type { Reminders } from './platform/mail/reminders.ts'
import { membershipReminder } from './supporters/memberships/membership-reminder.ts'

export const REMINDER_RULES: Reminders = { 'membership-ends': membershipReminder, 'care-due': careReminder }
