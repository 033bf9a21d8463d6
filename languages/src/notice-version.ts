/**
 * The version of the texts in `notices/notice.json`, which say beside a form what is kept and why. It is recorded with what is sent, so
 * changed texts need a new one; `notice-version.test.ts` tells.
 */
export const NOTICE_VERSION = '2026-11-23'
