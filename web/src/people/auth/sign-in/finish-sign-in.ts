import type { authCalls } from '@petsetu/contract/people/auth.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { signIn } from '../session.ts'

/** Starts the session of a sign-in that has succeeded, in the account's language if this browser has none yet. */
export async function finishSignIn({ language, ...user }: Reply<typeof authCalls.signin>): Promise<void> {
  if (language) await keepIfFirst(language)
  signIn(user)
}

/** Few accounts have chosen a language. If the code for it does not arrive, the session starts in the one of the page. */
async function keepIfFirst(language: Language): Promise<void> {
  try {
    const { cookieLanguage, keepLanguage } = await import('../../../platform/languages/language-cookie.ts')
    if (!cookieLanguage()) keepLanguage(language)
  } catch (error) {
    console.warn('The language of the account is not taken over:', error)
  }
}
