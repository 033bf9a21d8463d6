/** For how many days after a complaint was resolved or closed its complainant can open it again. */
export const REOPEN_DAYS = 30

/** A complainant adds at most this many characters at once. */
export const FOLLOW_TEXT_MAX = 2_000
