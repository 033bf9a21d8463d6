import { formatCount } from '@petsetu/languages/formats.ts'
import { z } from 'zod'
import { isTypedDay, lastBegunDay } from '../platform/calendar.ts'
import { call } from '../platform/call.ts'
import { NO_CONTENT } from '../platform/envelope.ts'
import { optionalText, requiredText } from '../platform/fields.ts'
import { problem } from '../platform/problem.ts'
import { PetKey } from './pet-schemas.ts'
import { Pet } from './pets.ts'

const REWARD_MAX = 1_000_000

const notAReward = problem('notBetween', { field: 'reward', min: 1, max: formatCount(REWARD_MAX) })

/** The owner's announcement of a lost pet. `reward` is in rupees; `listed` agrees to the public list of lost pets. */
export const LostForm = z.object({
  since: requiredText({ field: 'lostSince', max: 40 })
    .refine(isTypedDay, { error: problem('notADay', { field: 'lostSince' }), abort: true })
    .refine((day) => day <= lastBegunDay(), problem('inFuture', { field: 'lostSince' })),
  area: requiredText({ field: 'lostArea', max: 200 }),
  note: optionalText({ field: 'note', max: 500, lines: 'many' }),
  reward: z.int(notAReward).min(1, notAReward).max(REWARD_MAX, notAReward).nullish(),
  listed: z.boolean(problem('required', { field: 'listed' })),
})
export type LostForm = z.output<typeof LostForm>

/** With `changes`, only the notice of a pet that is still lost is replaced: one that came home meanwhile stays so. */
const LostNotice = LostForm.extend({ changes: z.boolean().optional() })

const byKey = z.object({ id: PetKey })

export const lostCalls = {
  mark: call({
    method: 'PUT',
    path: '/pets/{id}/lost',
    access: 'owner',
    duty: 'pets',
    summary: 'Mark a pet as lost, or change what is said about it; the public page says so first',
    params: byKey,
    body: LostNotice,
    reply: Pet,
  }),
  end: call({
    method: 'DELETE',
    path: '/pets/{id}/lost',
    access: 'owner',
    duty: 'pets',
    summary: 'The pet is home again: it is no longer marked as lost',
    params: byKey,
    ...NO_CONTENT,
  }),
}
