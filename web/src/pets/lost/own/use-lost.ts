import { type LostForm, lostCalls } from '@petsetu/contract/pets/lost.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { typedRupees } from '../../../platform/lib/amounts.ts'
import { request } from '../../../platform/lib/requests/request.ts'
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

/** The texts in the fields of the form; `listed` is `yes` or empty. */
export type LostValues = { since: string; area: string; note: string; reward: string; listed: string }

/** An area that finders do not see is not suggested. */
export function lostValuesOf({ lost, location = '', shown }: OwnPet): LostValues {
  if (!lost) return { since: today(), area: shown?.area ? location : '', note: '', reward: '', listed: '' }
  const { since, area, note, reward, listed } = lost
  return { since, area, note: note ?? '', reward: String(reward ?? ''), listed: listed ? 'yes' : '' }
}

/** A reward that is no amount becomes NaN, which the schema rejects. */
export function lostFormOf({ since, area, note, reward, listed }: LostValues): LostForm {
  return { since, area, note, reward: reward.trim() === '' ? null : typedRupees(reward), listed: listed === 'yes' }
}
