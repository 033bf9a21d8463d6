// Without schemas, because pages show their choices and fields before their checks are loaded.

/** A copy of one's data, a correction, an erasure, or the name of a person who acts for one later. */
export const PRIVACY_REQUEST_KINDS = ['export', 'correct', 'erase', 'nominate'] as const

/** A request may take this long. Source: Rule 14 of the DPDP Rules, 2025. */
export const PRIVACY_REQUEST_DAYS = 90

/** The most letters of a request, of its answer and of a nominee's request. */
export const PRIVACY_NOTE_MAX = 2_000
