/**
 * What HTTP calls its statuses. Not imported by its name: an import reads all that `node:http` exports, and one of those loads the whole of
 * `fetch`, 20 ms of a start.
 */
export const STATUS_WORDS = process.getBuiltinModule('node:http').STATUS_CODES
