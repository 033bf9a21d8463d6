import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { type Options, sendJson } from '../../platform/lib/requests/request.ts'

// The same as of other calls, which would add weight to each page if it were shared.
const TIMEOUT_MS = 30_000

/** Names the notice that stands beside the form: the page may have been open since before the server got a newer one. */
export const withNotice: Pick<Options, 'send' | 'timeoutMs'> = {
  send: (message) => sendJson({ ...message, headers: { ...message.headers, 'notice-version': NOTICE_VERSION } }),
  timeoutMs: TIMEOUT_MS,
}
