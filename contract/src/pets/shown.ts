import { z } from 'zod'

/** The owner's choices of what a finder sees of a pet. */
export const Shown = z.object({
  ownerName: z.boolean(),
  contact: z.boolean(),
  area: z.boolean(),
  address: z.boolean(),
  medical: z.boolean(),
  vet: z.boolean(),
})
export type Shown = z.output<typeof Shown>
export type ShownChoice = keyof Shown

export const SHOWN_CHOICES = Object.keys(Shown.shape) as ShownChoice[]

/** A change of the choices; one that is left out keeps what is. Others are refused, since a misspelt one would leave something shown. */
export const ShownChange = Shown.partial().strict()
export type ShownChange = z.output<typeof ShownChange>

/** The form's choices for a new pet. A call without choices shows everything. */
export const SHOWN_AT_FIRST: Shown = {
  ownerName: true,
  contact: true,
  area: true,
  address: false,
  medical: true,
  vet: true,
}
