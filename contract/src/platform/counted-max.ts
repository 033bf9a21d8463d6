/** Search results are counted up to this number only: people refine the search instead of paging further. */
export const COUNTED_MAX = 1_000
