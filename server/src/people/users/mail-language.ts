import type { Language } from '@petsetu/languages/languages.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import { languageOf } from '../../platform/languages/request-language.ts'

/** The language of a mail to an account that a request causes: the account's own, else that of the request. */
export function mailLanguage({ language }: { language: Language | null }, request: FastifyRequest): Language {
  return language ?? languageOf(request)
}

/**
 * SQL on a row of `users`: the language of a mail to it that no request of its own causes. It is the account's own, else
 * that of the sign-up, which nobody has chosen for the pages of other browsers; null if an admin made the account.
 */
export const MAIL_LANGUAGE = sql<Language | null>`coalesce(users.language, (
  select consents.language from consents
  where consents.purpose = 'signup' and consents.subject_id = users.id order by consents.id limit 1))`

export async function findMailLanguage(db: Db, userId: number): Promise<Language | null> {
  const row = await db
    .selectFrom('users')
    .select(MAIL_LANGUAGE.as('language'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.language ?? null
}
