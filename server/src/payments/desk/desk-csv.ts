import type { DeskPayment } from '@petsetu/contract/payments/desk.ts'
import { paymentStatuses } from '@petsetu/contract/payments/payments.ts'
import { purposes } from '@petsetu/contract/platform/purposes.ts'
import type { Translate } from '@petsetu/languages/translator.ts'
import { type CsvColumn, indianClock } from '../../platform/http/bodies/csv.ts'

export function paidForOf({ purpose, item }: DeskPayment, text: Translate): string {
  const { reported, label } = purposes[purpose]
  return reported ? text(label) : item
}

export function modeOf({ mode, reference, bank }: DeskPayment, text: Translate): string {
  return [text(`receipts.${mode}`), reference, bank].filter(Boolean).join(' ')
}

export function statusOf({ state }: DeskPayment, text: Translate): string {
  return text(state === 'cleared' ? paymentStatuses.captured.label : `desk.${state}`)
}

/** The columns of the list of money taken at the desk. */
export const DESK_COLUMNS: CsvColumn<DeskPayment>[] = [
  { headId: 'csv.date', cell: ({ taken_at }) => indianClock(taken_at) },
  { headId: 'csv.id', cell: ({ id }) => id },
  { headId: 'csv.paidFor', cell: paidForOf },
  { headId: 'csv.name', cell: ({ payer }) => payer },
  { headId: 'csv.paidBy', cell: modeOf },
  { headId: 'csv.amount', cell: ({ amount }) => amount },
  { headId: 'csv.status', cell: statusOf },
  { headId: 'csv.takenBy', cell: ({ taken_by }) => taken_by },
  { headId: 'csv.reason', cell: ({ void_reason }) => void_reason },
]
