import type { ListedPrivacyRequest } from '@petsetu/contract/people/privacy.ts'
import type { Translate } from '@petsetu/languages/translator.ts'

/** Says in which way a request came: with a code, from an account, or from a nominee. */
export function askedBy(text: Translate, { username, nominee_email, nominee_name }: ListedPrivacyRequest): string {
  if (nominee_email !== null) return text('privacyRequests.byNominee', { name: nominee_name ?? '' })
  return username === null ? text('privacyRequests.byCode') : text('privacyRequests.byAccount', { username })
}
