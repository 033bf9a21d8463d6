import type { Species } from './species.ts'

/** The address of the drawing of a species. Its own module, so that pages need not load the words of `species.ts`. */
export const drawingOf = (species: Species): string => `/species-${species}.svg`
