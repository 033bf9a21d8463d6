import { CORRECTED, type PublicCaseEvent } from '@petsetu/contract/case-events.ts'
import type { CaseOutcome } from '@petsetu/contract/case-values.ts'
import type { ComplaintStatus } from '@petsetu/contract/complaints.ts'
import { PAISE_PER_RUPEE } from '@petsetu/contract/money.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

export const STATUS_LABELS: Record<ComplaintStatus, PlainId> = {
  pending: 'follow.pending',
  in_progress: 'follow.inProgress',
  resolved: 'follow.resolved',
  closed: 'follow.closed',
}

const OUTCOME_LABELS: Record<CaseOutcome, PlainId> = {
  rescued: 'follow.rescued',
  treated: 'follow.treated',
  owner_advised: 'follow.ownerAdvised',
  fir_filed: 'follow.firFiled',
  sent_to_authority: 'follow.sentToAuthority',
  nothing_found: 'follow.nothingFound',
  duplicate: 'follow.duplicate',
  withdrawn: 'follow.withdrawn',
}

type Label = (event: PublicCaseEvent, text: Translate) => string | null

/** Labels of the events. Internal ones never come here. */
const LABELS: Record<PublicCaseEvent['kind'], Label> = {
  filed: ({ by, after }, text) => {
    if (after === CORRECTED) return text('follow.corrected')
    return text(by === 'admin' ? 'follow.filedForYou' : 'follow.filed')
  },
  paid: (event, text) => text('follow.paid', { amount: amountOf(event) }),
  refund: (event, text) => text('follow.refunded', { amount: amountOf(event) }),
  status: ({ after }, text) =>
    isKey(STATUS_LABELS, after) ? text('follow.statusIs', { status: text(STATUS_LABELS[after]) }) : null,
  outcome: ({ after }, text) =>
    isKey(OUTCOME_LABELS, after) ? text('follow.outcomeIs', { outcome: text(OUTCOME_LABELS[after]) }) : null,
  note: ({ by }, text) => text(by === 'complainant' ? 'follow.yourNote' : 'follow.ourNote'),
  file: ({ by }, text) => text(by === 'complainant' ? 'follow.yourFile' : 'follow.ourFile'),
  reopen: ({ by }, text) => text(by === 'complainant' ? 'follow.youReopened' : 'follow.weReopened'),
  merge: (_, text) => text('follow.merged'),
  assign: () => null,
  priority: () => null,
  due: () => null,
  mail: () => null,
  reveal: () => null,
}

/** Null for an event that says nothing to the complainant, such as an outcome that was taken back. */
export function eventLabel(event: PublicCaseEvent, text: Translate): string | null {
  return LABELS[event.kind](event, text)
}

function isKey<K extends string>(labels: Record<K, PlainId>, value: string | null): value is K {
  return value !== null && Object.hasOwn(labels, value)
}

const amountOf = ({ after }: PublicCaseEvent) => formatRupees(Number(after) / PAISE_PER_RUPEE)
