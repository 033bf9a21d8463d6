/** For how many days after a complaint was resolved or closed its complainant can open it again. */
export const REOPEN_DAYS = 30

/** Of what a complainant adds to a complaint, in characters. */
export const FOLLOW_TEXT_MAX = 2_000
