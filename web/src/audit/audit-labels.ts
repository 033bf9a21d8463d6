import type { AuditAction, AuditObject } from '@petsetu/contract/audit.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

export const ACTION_LABELS: Record<AuditAction, PlainId> = {
  'pet-created': 'auditActions.petCreated',
  'pet-changed': 'auditActions.petChanged',
  'pet-deleted': 'auditActions.petDeleted',
  'photo-added': 'auditActions.photoAdded',
  'photos-ordered': 'auditActions.photosOrdered',
  'photo-deleted': 'auditActions.photoDeleted',
  'care-added': 'auditActions.careAdded',
  'care-changed': 'auditActions.careChanged',
  'care-deleted': 'auditActions.careDeleted',
  'lost-marked': 'auditActions.lostMarked',
  'lost-ended': 'auditActions.lostEnded',
  'tags-generated': 'auditActions.tagsGenerated',
  'thread-answered': 'auditActions.threadAnswered',
  'thread-muted': 'auditActions.threadMuted',
  'thread-reported': 'auditActions.threadReported',
  'thread-closed': 'auditActions.threadClosed',
  'thread-deleted': 'auditActions.threadDeleted',
  'user-deleted': 'auditActions.userDeleted',
  'sessions-ended': 'auditActions.sessionsEnded',
  'second-factor-ended': 'auditActions.secondFactorEnded',
  'complaint-status-set': 'auditActions.complaintStatusSet',
  'complaint-changed': 'auditActions.complaintChanged',
  'complaint-note-added': 'auditActions.complaintNoteAdded',
  'complaint-merged': 'auditActions.complaintMerged',
  'complaint-payment-checked': 'auditActions.complaintPaymentChecked',
  'name-revealed': 'auditActions.nameRevealed',
  'original-taken': 'auditActions.originalTaken',
  'answer-created': 'auditActions.answerCreated',
  'answer-deleted': 'auditActions.answerDeleted',
  'payment-refunded': 'auditActions.paymentRefunded',
  'payment-settled': 'auditActions.paymentSettled',
  'plan-created': 'auditActions.planCreated',
  'plan-changed': 'auditActions.planChanged',
  'plan-deleted': 'auditActions.planDeleted',
  'membership-cancelled': 'auditActions.membershipCancelled',
  'pan-shown': 'auditActions.panShown',
  'pans-downloaded': 'auditActions.pansDownloaded',
  'privacy-request-done': 'auditActions.privacyRequestDone',
  'settings-changed': 'auditActions.settingsChanged',
  'legal-text-changed': 'auditActions.legalTextChanged',
  'mail-sent-again': 'auditActions.mailSentAgain',
  'held-mails-sent': 'auditActions.heldMailsSent',
  'address-unblocked': 'auditActions.addressUnblocked',
}

export const OBJECT_LABELS: Record<AuditObject, PlainId> = {
  pet: 'auditObjects.pet',
  tag: 'auditObjects.tag',
  thread: 'auditObjects.thread',
  user: 'auditObjects.user',
  complaint: 'auditObjects.complaint',
  answer: 'auditObjects.answer',
  payment: 'auditObjects.payment',
  plan: 'auditObjects.plan',
  membership: 'auditObjects.membership',
  donation: 'auditObjects.donation',
  'privacy-request': 'auditObjects.privacyRequest',
  setting: 'auditObjects.setting',
  mail: 'auditObjects.mail',
}

/** What a code is called; a node with a newer version may have stored one that this page does not know. */
export function labelOf(labels: Record<string, PlainId>, code: string, text: Translate): string {
  const label = labels[code]
  return label ? text(label) : code
}
