import type { LostForm } from '@petsetu/contract/pets/lost.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { typedRupees } from '../../../platform/lib/typed-rupees.ts'
import type { OwnPet } from './use-lost.ts'

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
