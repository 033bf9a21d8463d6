import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS, CARE_KINDS, type CareKind } from '@petsetu/contract/pets/care-kinds.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { addMonths, isDay } from '@petsetu/contract/platform/calendar.ts'
import type { PlainId, Translate } from '@petsetu/languages/translator.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/requests/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'

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
  return months && isDay(day) ? addMonths(day, months) : ''
}

/** The records of each kind that has some, newest first. */
export function byKind(records: CareRecord[]): { kind: CareKind; records: CareRecord[] }[] {
  return CARE_KINDS.map((kind) => ({ kind, records: records.filter((record) => record.kind === kind) })).filter(
    (group) => group.records.length > 0,
  )
}

// A pet shows the newest records of each kind.
const STALE = [careCalls.list, careCalls.listDue, petCalls.read, petCalls.listOwn]

type Change = { record: CareRecord | null; values: CareValues; version: number | undefined }

/** Adds a record, or replaces `record`. Rejects with a `CallError`. */
export function useSaveCare(petId: string) {
  return useSave({
    call: careCalls.create,
    params: { id: petId },
    send: async ({ record, values, version }: Change, options) => {
      if (!record) return request(careCalls.create, { params: { id: petId }, body: values }, options)
      const params = { id: petId, careId: String(record.id) }
      return request(careCalls.update, { params, body: { ...values, version } })
    },
    rowOf: ({ record }) => `${petId}-${record?.id ?? 'new'}`,
    invalidates: STALE,
  })
}

export function useDeleteCare(petId: string) {
  const text = useText()
  return useSave({
    call: careCalls.delete,
    send: ({ id }: CareRecord) => request(careCalls.delete, { params: { id: petId, careId: String(id) } }),
    confirm: ({ kind }) => ({
      title: text('care.deleteQuestion', { kind: text(CARE_KIND_TEXTS[kind]) }),
      children: text('care.deleteExplanation'),
      confirmLabel: text('controls.delete'),
    }),
    rowOf: ({ id }) => id,
    invalidates: STALE,
    success: () => text('care.deleted'),
    failure: { fallback: text('care.deleteFailed') },
  })
}
