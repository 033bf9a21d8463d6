import type { CareRecord } from '@petsetu/contract/pets/care.ts'
import { CARE_KINDS, type CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'

/** An empty field is an empty text. */
export type CareValues = Record<'product' | 'day' | 'valid_until' | 'vet' | 'note', string> & { kind: CareKind }

export const NEW_CARE: CareValues = { kind: 'rabies', product: '', day: '', valid_until: '', vet: '', note: '' }

export function careValuesOf({ kind, product, day, valid_until, vet, note }: CareRecord): CareValues {
  return {
    kind,
    product: product ?? '',
    day: day ?? '',
    valid_until: valid_until ?? '',
    vet: vet ?? '',
    note: note ?? '',
  }
}

const LABELS: Record<keyof CareValues, PlainId> = {
  kind: 'labels.careKind',
  product: 'labels.careProduct',
  day: 'labels.careDay',
  valid_until: 'labels.validUntil',
  vet: 'labels.vet',
  note: 'labels.note',
}

/** Returns the label of each field of the form. */
export function careLabels(text: Translate): Record<keyof CareValues, string> {
  return Object.fromEntries(Object.entries(LABELS).map(([field, id]) => [field, text(id)])) as Record<
    keyof CareValues,
    string
  >
}

// Usual in India; the vet may have written another day.
const MONTHS_VALID: Partial<Record<CareKind, number>> = { rabies: 12, dhppi: 12, leptospirosis: 12, deworming: 3 }

/** The day on which care of this kind usually ends; empty where that is not known. */
export function defaultValidUntil({ kind, day }: Pick<CareValues, 'kind' | 'day'>): string {
  const months = MONTHS_VALID[kind]
  const [year, month, date] = day.split('-').map(Number)
  if (!months || !year || !month || !date || Number.isNaN(Date.parse(day))) return ''
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** The records of each kind that has some, newest first. */
export function byKind(records: CareRecord[]): { kind: CareKind; records: CareRecord[] }[] {
  return CARE_KINDS.map((kind) => ({ kind, records: records.filter((record) => record.kind === kind) })).filter(
    (group) => group.records.length > 0,
  )
}
