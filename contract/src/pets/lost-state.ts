import { z } from 'zod'

/** The public facts of a lost pet. `since` is an Indian day, `reward` in rupees. */
export const PublicLost = z.object({
  since: z.string(),
  area: z.string(),
  note: z.string().nullable(),
  reward: z.number().nullable(),
})
export type PublicLost = z.output<typeof PublicLost>

/** The same as its owner sees it. `listed`: the owner agreed to the public list of lost pets. */
export const Lost = PublicLost.extend({ listed: z.boolean() })
