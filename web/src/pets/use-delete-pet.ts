import type { Pet, petCalls } from '@petsetu/contract/pets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dropRow } from '../lib/ask.ts'
import { confirmDestruction } from '../ui/confirm.tsx'
import { focusPageTitle } from '../ui/page-title.tsx'
import { tellDone, tellFailed } from '../ui/tell.ts'

type List = typeof petCalls.listOwn | typeof petCalls.listAll

/** Asks, then deletes with `remove` and takes the card out of `list`. `deletingId` is the pet on its way out. */
export function useDeletePet(list: List, remove: (pet: Pet) => Promise<unknown>) {
  const queries = useQueryClient()
  const [deletingId, setDeletingId] = useState<number | null>(null)

  async function carryOut(pet: Pet) {
    setDeletingId(pet.id)
    try {
      await remove(pet)
      await dropRow(queries, list, pet.id)
      tellDone(`${pet.petName} has been deleted.`)
      focusPageTitle()
    } catch {
      tellFailed('Failed to delete pet. Please try again.')
    } finally {
      setDeletingId(null)
    }
  }

  function askToDelete(pet: Pet) {
    confirmDestruction({
      title: `Delete ${pet.petName}?`,
      children: `${pet.petName}’s page and everything on it will be gone, and its tag cannot be used again. This cannot be undone.`,
      confirmLabel: 'Delete',
      onConfirm: () => void carryOut(pet),
    })
  }

  return { askToDelete, deletingId }
}
