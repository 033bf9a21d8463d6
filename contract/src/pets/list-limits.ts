// Without zod, because the pages of the lists import it.

/** The list of camps ends after the newest ones, and so do those of conversations with finders. */
export const CAMPS_LISTED_MAX = 200
export const THREADS_LISTED_MAX = 200
