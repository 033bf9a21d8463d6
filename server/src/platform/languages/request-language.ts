import { acceptedLanguage, isLanguage, LANGUAGE_KEY, type Language } from '@petsetu/languages/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = new RegExp(`(?:^|;)\\s*${LANGUAGE_KEY}=(\\w+)`)
const YEAR_SECONDS = 31_536_000

/** A reply in the language of its request varies by these headers. */
export const LANGUAGE_VARY = 'accept-language, cookie'

/** The language of a reply: `?lang=`, the cookie, the account's own, what the browser accepts, English; the first there is. */
export function languageOf(request: FastifyRequest): Language {
  const { cookie = '', 'accept-language': accepted = '' } = request.headers
  const choices = [
    askedLanguage(request),
    COOKIE.exec(cookie)?.[1],
    request.person?.language,
    acceptedLanguage(accepted),
  ]
  return choices.find(isLanguage) ?? 'en'
}

/** Keeps the language that an address asks for, so that the pages that follow come in it, too. */
export function keepAskedLanguage(request: FastifyRequest, reply: FastifyReply): void {
  const language = askedLanguage(request)
  if (!language) return
  const secure = request.protocol === 'https' ? '; Secure' : ''
  // Not HttpOnly: after a sign-in the browser sets it to the account's own language.
  reply.header('set-cookie', `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`)
}

function askedLanguage({ query }: FastifyRequest): Language | null {
  const asked = (query as Record<string, unknown> | undefined)?.[LANGUAGE_KEY]
  return isLanguage(asked) ? asked : null
}
