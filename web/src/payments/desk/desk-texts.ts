import type { DeskState } from '@petsetu/contract/payments/desk-values.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { PlainId } from '@petsetu/languages/translator.ts'

export const STATE_TEXTS: Record<DeskState, PlainId> = {
  pending: 'desk.pending',
  cleared: 'desk.cleared',
  bounced: 'desk.bounced',
  void: 'desk.void',
}

export const PURPOSE_TEXTS: Record<Purpose, PlainId> = {
  complaint: 'desk.complaint',
  membership: 'desk.membership',
  donation: 'desk.donation',
}
