import type { PlainId } from '@petsetu/languages/translator.ts'
import type { CaseEventKind, CaseOutcome, CasePriority } from './complaint-schemas.ts'

export const PRIORITIES: Record<CasePriority, PlainId> = {
  high: 'caseWork.high',
  normal: 'caseWork.normal',
  low: 'caseWork.low',
}

export const OUTCOMES: Record<CaseOutcome, PlainId> = {
  rescued: 'caseWork.rescued',
  treated: 'caseWork.treated',
  owner_advised: 'caseWork.ownerAdvised',
  fir_filed: 'caseWork.firFiled',
  sent_to_authority: 'caseWork.sentToAuthority',
  nothing_found: 'caseWork.nothingFound',
  duplicate: 'caseWork.duplicate',
  withdrawn: 'caseWork.withdrawn',
}

export const EVENT_LABELS: Record<CaseEventKind, PlainId> = {
  filed: 'caseEvents.filed',
  paid: 'caseEvents.paid',
  status: 'caseEvents.status',
  note: 'caseEvents.note',
  assign: 'caseEvents.assign',
  priority: 'caseEvents.priority',
  due: 'caseEvents.due',
  outcome: 'caseEvents.outcome',
  mail: 'caseEvents.mail',
  reveal: 'caseEvents.reveal',
  merge: 'caseEvents.merge',
  reopen: 'caseEvents.reopen',
  refund: 'caseEvents.refund',
  file: 'caseEvents.file',
}
