import type { CaseUpdate } from '@petsetu/contract/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints.ts'

/** The fields of the form; an empty text is no value. */
export type CaseValues = { assignee_id: string; priority: string; due_on: string; outcome: string }

export function caseValuesOf(complaint: Pick<Complaint, 'assignee' | 'priority' | 'due_on' | 'outcome'>): CaseValues {
  const { assignee, priority, due_on, outcome } = complaint
  return {
    assignee_id: assignee ? String(assignee.id) : '',
    priority,
    due_on: due_on ?? '',
    outcome: outcome ?? '',
  }
}

/** Omits `outcome` while the case is open. */
export function updateOf(values: CaseValues, { isEnded }: { isEnded: boolean }): Omit<CaseUpdate, 'version'> {
  const { assignee_id, priority, due_on, outcome } = values
  return {
    assignee_id: assignee_id ? Number(assignee_id) : null,
    // The options of the fields are the contract's values.
    priority: priority as CaseUpdate['priority'],
    due_on: due_on || null,
    ...(isEnded && { outcome: (outcome || null) as CaseUpdate['outcome'] }),
  }
}

export function isEnded({ status }: Pick<Complaint, 'status'>): boolean {
  return status === 'resolved' || status === 'closed'
}
