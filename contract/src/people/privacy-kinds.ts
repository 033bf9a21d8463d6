// Without schemas, because pages show these choices before their checks are loaded.

/** A copy of one's data, a correction, an erasure, or the name of a person who acts for one later. */
export const PRIVACY_REQUEST_KINDS = ['export', 'correct', 'erase', 'nominate'] as const
