import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { z } from 'zod'
import { call } from '../platform/call.ts'
import { csvCall } from '../platform/csv-call.ts'
import { ordersBy, PageQuery, Pagination, success } from '../platform/envelope.ts'
import { Day, optionalText } from '../platform/fields.ts'
import type { Purpose } from '../platform/purposes.ts'

/** Codes of the acts of admins. They are stored, so a code is never renamed. */
export const AUDIT_ACTIONS = [
  ...['pet-created', 'pet-changed', 'pet-deleted', 'photo-added', 'photos-ordered', 'photo-deleted'],
  ...['carer-named', 'carer-removed', 'animal-adopted'],
  ...['care-added', 'care-changed', 'care-deleted', 'lost-marked', 'lost-ended', 'tags-generated'],
  ...['conversation-read', 'thread-answered', 'thread-muted', 'thread-reported', 'thread-closed', 'thread-deleted'],
  ...['camp-created', 'camp-changed', 'camp-deleted', 'camp-work-added', 'camp-work-undone'],
  ...[
    'user-corrected',
    'user-deleted',
    'sessions-ended',
    'second-factor-ended',
    'passkey-added',
    'passkey-removed',
    'duties-given',
    'admin-made',
    'password-reset',
  ],
  ...['complaint-status-set', 'complaint-changed', 'complaint-note-added', 'complaint-merged'],
  ...['complaint-held', 'complaint-released'],
  ...[
    'complaint-entered',
    'follow-link-made',
    'complaint-payment-checked',
    'name-revealed',
    'original-taken',
    'bundle-taken',
    'answer-created',
    'answer-changed',
    'answer-deleted',
  ],
  ...['payment-refunded', 'payment-settled', 'plan-created', 'plan-changed', 'plan-deleted', 'membership-cancelled'],
  ...[
    'pan-shown',
    'pans-downloaded',
    'export-downloaded',
    'nominee-request-entered',
    'privacy-request-done',
    'person-exported',
    'person-erased',
    'person-corrected',
    'settings-changed',
    'legal-text-changed',
  ],
  ...['member-entered', 'donation-entered'],
  ...['desk-payment-taken', 'cheque-cleared', 'cheque-bounced', 'desk-void-asked', 'desk-payment-voided'],
  'desk-void-withdrawn',
  ...['pay-link-made', 'pay-link-sent', 'pay-link-revoked'],
  ...['cash-handed-over', 'import-done', 'import-undone', 'settlements-imported'],
  ...['grievance-entered', 'grievance-acknowledged', 'grievance-answered'],
  ...['year-locked', 'statement-filed', 'certificate-recorded'],
  ...[
    'breach-entered',
    'breach-changed',
    'breach-step-added',
    'breach-letters-sent',
    'breach-authority-told',
    'breach-people-read',
    'breach-closed',
  ],
  ...['mail-sent-again', 'held-mails-sent', 'address-unblocked'],
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_OBJECTS = [
  ...['pet', 'tag', 'thread', 'user', 'complaint', 'answer', 'payment', 'plan', 'membership', 'donation'],
  ...['privacy-request', 'setting', 'mail', 'cash', 'import', 'settlement', 'audit'],
  ...['grievance', 'year', 'consent', 'breach', 'camp'],
] as const
export type AuditObject = (typeof AUDIT_OBJECTS)[number]

const Fields = z.record(z.string(), z.unknown())

export const AuditRow = z.object({
  id: z.number(),
  at: z.string(),
  /** The name of the account then. */
  admin: z.string(),
  /** It is not limited to the known ones: a node with a newer version may have stored it. */
  action: z.string(),
  object_kind: z.string(),
  /** Null where it was done to no single record. */
  object_id: z.string().nullable(),
  /** True for a pet, an account, a plan or a camp that was not deleted since: it has a page. */
  is_there: z.boolean(),
  /** The fields that changed. Null where there was nothing before, or nothing is left. */
  before: Fields.nullable(),
  after: Fields.nullable(),
  /** Fields that changed as well, but are about a person: their values are not kept here. */
  personal_fields: z.array(z.string()),
  reason: z.string().nullable(),
  request_id: z.string(),
})
export type AuditRow = z.output<typeof AuditRow>

/** A filter that is left out means "any". Days are Indian days, both included. */
export const AuditFilter = z.object({
  admin: optionalText({ field: 'username', max: 100 }),
  action: z.enum(AUDIT_ACTIONS).optional(),
  object_kind: z.enum(AUDIT_OBJECTS).optional(),
  object_id: optionalText({ field: 'search', max: 100 }),
  from: Day.optional(),
  to: Day.optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditOrder = ordersBy('when')
export type AuditOrder = z.output<typeof AuditOrder>

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    duty: 'settings',
    priority: 'low',
    summary:
      'A page of what admins changed and which withheld data they saw, newest first unless the order says otherwise; the total stops at 1,000',
    query: AuditFilter.extend({ ...PageQuery.shape, sort: AuditOrder.optional() }),
    reply: success(z.array(AuditRow)).extend({
      pagination: Pagination,
    }),
  }),
  csv: csvCall({
    path: '/api/admin/audit.csv',
    duty: 'settings',
    summary: 'What the filter selects as CSV, newest first, all of it',
    query: AuditFilter,
  }),
}

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
  'carer-named': 'auditActions.carerNamed',
  'carer-removed': 'auditActions.carerRemoved',
  'animal-adopted': 'auditActions.animalAdopted',
  'lost-marked': 'auditActions.lostMarked',
  'lost-ended': 'auditActions.lostEnded',
  'tags-generated': 'auditActions.tagsGenerated',
  'conversation-read': 'auditActions.conversationRead',
  'camp-created': 'auditActions.campCreated',
  'camp-changed': 'auditActions.campChanged',
  'camp-deleted': 'auditActions.campDeleted',
  'camp-work-added': 'auditActions.campWorkAdded',
  'camp-work-undone': 'auditActions.campWorkUndone',
  'thread-answered': 'auditActions.threadAnswered',
  'thread-muted': 'auditActions.threadMuted',
  'thread-reported': 'auditActions.threadReported',
  'thread-closed': 'auditActions.threadClosed',
  'thread-deleted': 'auditActions.threadDeleted',
  'user-corrected': 'auditActions.userCorrected',
  'user-deleted': 'auditActions.userDeleted',
  'sessions-ended': 'auditActions.sessionsEnded',
  'second-factor-ended': 'auditActions.secondFactorEnded',
  'passkey-added': 'auditActions.passkeyAdded',
  'passkey-removed': 'auditActions.passkeyRemoved',
  'duties-given': 'auditActions.dutiesGiven',
  'admin-made': 'auditActions.adminMade',
  'password-reset': 'auditActions.passwordReset',
  'complaint-status-set': 'auditActions.complaintStatusSet',
  'complaint-changed': 'auditActions.complaintChanged',
  'complaint-note-added': 'auditActions.complaintNoteAdded',
  'complaint-merged': 'auditActions.complaintMerged',
  'complaint-held': 'auditActions.complaintHeld',
  'complaint-released': 'auditActions.complaintReleased',
  'complaint-entered': 'auditActions.complaintEntered',
  'follow-link-made': 'auditActions.followLinkMade',
  'complaint-payment-checked': 'auditActions.complaintPaymentChecked',
  'name-revealed': 'auditActions.nameRevealed',
  'original-taken': 'auditActions.originalTaken',
  'bundle-taken': 'auditActions.bundleTaken',
  'answer-created': 'auditActions.answerCreated',
  'answer-changed': 'auditActions.answerChanged',
  'answer-deleted': 'auditActions.answerDeleted',
  'payment-refunded': 'auditActions.paymentRefunded',
  'payment-settled': 'auditActions.paymentSettled',
  'plan-created': 'auditActions.planCreated',
  'plan-changed': 'auditActions.planChanged',
  'plan-deleted': 'auditActions.planDeleted',
  'membership-cancelled': 'auditActions.membershipCancelled',
  'pan-shown': 'auditActions.panShown',
  'pans-downloaded': 'auditActions.pansDownloaded',
  'export-downloaded': 'auditActions.exportDownloaded',
  'nominee-request-entered': 'auditActions.nomineeRequestEntered',
  'privacy-request-done': 'auditActions.privacyRequestDone',
  'person-exported': 'auditActions.personExported',
  'person-erased': 'auditActions.personErased',
  'person-corrected': 'auditActions.personCorrected',
  'settings-changed': 'auditActions.settingsChanged',
  'legal-text-changed': 'auditActions.legalTextChanged',
  'member-entered': 'auditActions.memberEntered',
  'donation-entered': 'auditActions.donationEntered',
  'desk-payment-taken': 'auditActions.deskPaymentTaken',
  'cheque-cleared': 'auditActions.chequeCleared',
  'cheque-bounced': 'auditActions.chequeBounced',
  'desk-void-asked': 'auditActions.deskVoidAsked',
  'desk-void-withdrawn': 'auditActions.deskVoidWithdrawn',
  'desk-payment-voided': 'auditActions.deskPaymentVoided',
  'pay-link-made': 'auditActions.payLinkMade',
  'pay-link-sent': 'auditActions.payLinkSent',
  'pay-link-revoked': 'auditActions.payLinkRevoked',
  'cash-handed-over': 'auditActions.cashHandedOver',
  'import-done': 'auditActions.importDone',
  'import-undone': 'auditActions.importUndone',
  'settlements-imported': 'auditActions.settlementsImported',
  'year-locked': 'auditActions.yearLocked',
  'statement-filed': 'auditActions.statementFiled',
  'certificate-recorded': 'auditActions.certificateRecorded',
  'mail-sent-again': 'auditActions.mailSentAgain',
  'held-mails-sent': 'auditActions.heldMailsSent',
  'address-unblocked': 'auditActions.addressUnblocked',
  'grievance-entered': 'auditActions.grievanceEntered',
  'grievance-acknowledged': 'auditActions.grievanceAcknowledged',
  'grievance-answered': 'auditActions.grievanceAnswered',
  'breach-entered': 'auditActions.breachEntered',
  'breach-changed': 'auditActions.breachChanged',
  'breach-step-added': 'auditActions.breachStepAdded',
  'breach-letters-sent': 'auditActions.breachLettersSent',
  'breach-authority-told': 'auditActions.breachAuthorityTold',
  'breach-people-read': 'auditActions.breachPeopleRead',
  'breach-closed': 'auditActions.breachClosed',
}

export const OBJECT_LABELS: Record<AuditObject | Purpose, PlainId> = {
  pet: 'auditObjects.pet',
  tag: 'auditObjects.tag',
  camp: 'auditObjects.camp',
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
  cash: 'auditObjects.cash',
  settlement: 'auditObjects.settlement',
  import: 'auditObjects.import',
  audit: 'auditObjects.audit',
  grievance: 'auditObjects.grievance',
  year: 'auditObjects.year',
  consent: 'auditObjects.consent',
  breach: 'auditObjects.breach',
}

/** Returns the label of a code; a node with a newer version may have stored one that this page does not know. */
export function labelOf<Code extends string>(labels: Record<Code, PlainId>, code: string, text: Translate): string {
  const label: PlainId | null = Object.hasOwn(labels, code) ? labels[code as Code] : null
  return label ? text(label) : code
}
