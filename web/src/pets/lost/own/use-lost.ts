import { type LostForm, lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { request } from '../../../platform/lib/request.ts'
import { useSave } from '../../../platform/ui/form/use-save.ts'

export type OwnPet = Reply<typeof petCalls.read>

const STALE = [petCalls.read, petCalls.listOwn]
const paramsOf = ({ petId }: OwnPet) => ({ params: { id: petId } })

/**
 * Marks a pet as lost, or changes what is said about it. Rejects with a `CallError`. The draft is forgotten before the page shows the pet
 * as it was saved, with a form that would restore it.
 */
export function useMarkLost(forgetDraft: () => Promise<void>) {
  return useSave({
    call: lostCalls.mark,
    send: async ({ pet, form }: { pet: OwnPet; form: LostForm }) => {
      const { reply } = await request(lostCalls.mark, { ...paramsOf(pet), body: form })
      await forgetDraft()
      return reply
    },
    invalidates: STALE,
  })
}

export function useEndLost() {
  const text = useText()
  return useSave({
    call: lostCalls.end,
    send: (pet: OwnPet) => request(lostCalls.end, paramsOf(pet)),
    confirm: ({ petName: name }) => ({
      title: text('lostPet.homeQuestion', { name }),
      children: text('lostPet.homeExplanation'),
      confirmLabel: text('lostPet.home'),
    }),
    invalidates: STALE,
    success: (_, { petName: name }) => text('lostPet.homeSaved', { name }),
    failure: { fallback: text('lostPet.homeFailed') },
  })
}
