import { z } from 'zod'

/** A photo of a pet. `width` and `height` are those of the large size in pixels; `color` is its average colour as `#rrggbb`. */
export const Photo = z.object({
  id: z.number(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
})
export type Photo = z.output<typeof Photo>
