import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { type Pet, petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { useText } from '../platform/languages/use-text.tsx'
import { dropRow } from '../platform/lib/requests/call-query.ts'
import { isMissing, request } from '../platform/lib/requests/request.ts'
import { useSave } from '../platform/ui/form/use-save.ts'

/** Deletes a pet as its owner. */
export function useDeleteOwnPet() {
  return useDeletePet(petCalls.delete, petCalls.listOwn, (pet) =>
    request(petCalls.delete, { params: { id: String(pet.id) } }),
  )
}

/** Deletes a pet as an admin. */
export function useDeleteAnyPet() {
  return useDeletePet(petCalls.deleteAny, petCalls.listAll, (pet) =>
    request(petCalls.deleteAny, { params: { id: String(pet.id) } }),
  )
}

function useDeletePet(call: Call, list: Call, send: (pet: Pet) => Promise<unknown>) {
  const text = useText()
  return useSave({
    call,
    // A pet that is missing was deleted in another tab, or by somebody else: that it is deleted is true.
    send: (pet: Pet) =>
      send(pet).catch((error) => {
        if (!isMissing(error)) throw error
      }),
    confirm: ({ petName: name }) => ({
      title: text('pets.deleteQuestion', { name }),
      children: text('pets.deleteExplanation', { name }),
      confirmLabel: text('controls.delete'),
    }),
    rowOf: (pet) => pet.id,
    // The conversations with its finders go with it.
    invalidates: [list, foundCalls.listOwn],
    onSaved: (_, pet, queries) => dropRow(queries, list, pet.id),
    success: (_, pet) => text('pets.deleted', { name: pet.petName }),
    failure: { always: text('pets.deleteFailed') },
  })
}
