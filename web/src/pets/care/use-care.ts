import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { CARE_KIND_TEXTS } from '@petsetu/contract/pets/care-kinds.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { useText } from '../../platform/languages/use-text.tsx'
import { request } from '../../platform/lib/request.ts'
import { useSave } from '../../platform/ui/form/use-save.ts'
import type { CareValues } from './care-values.ts'

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
