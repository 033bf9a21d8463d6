// Without schemas, because the form of a complaint needs them before its checks are loaded.

/** The largest supporting document in bytes: 5 MiB. */
export const ATTACHMENT_BYTES_MAX = 5 * 1024 * 1024

/** A complaint may come with this many files. */
export const ATTACHMENTS_MAX = 5
