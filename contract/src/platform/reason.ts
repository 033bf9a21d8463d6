// Without schemas, because pages show the field before its checks are loaded.

/** The most letters of the reason that is kept together with what an admin does. */
export const REASON_MAX = 200
