import type { authCalls } from '@petsetu/contract/people/auth.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { cookieLanguage, keepLanguage } from '../../platform/languages/language-cookie.ts'
import { signIn } from './session.ts'

/** Starts the session of a sign-in that has succeeded, in the account's language if this browser has none yet. */
export function finishSignIn({ language, ...user }: Reply<typeof authCalls.signin>): void {
  if (language && !cookieLanguage()) keepLanguage(language)
  signIn(user)
}
