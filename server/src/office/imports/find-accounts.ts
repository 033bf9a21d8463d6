import { foldCase } from '@petsetu/contract/platform/fold-case.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

export type FoundAccount = { id: number; username: string; isCarer: boolean }

/**
 * The accounts with these usernames, or these e-mail addresses if they were confirmed: nothing is given to somebody who only claims an
 * address. By what was looked for, folded.
 */
export async function findAccounts(db: Db, logins: (string | null | undefined)[]): Promise<Map<string, FoundAccount>> {
  const keys = [...new Set(logins.filter((login) => typeof login === 'string').map(foldCase))]
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'username_key', 'email_key', 'email_confirmed_at', 'is_carer as isCarer'])
    .where((where) =>
      where.or([
        sql<boolean>`username_key = any(${keys}::text[])`,
        sql<boolean>`(email_key = any(${keys}::text[]) and email_confirmed_at is not null)`,
      ]),
    )
    .execute()
  return new Map(
    rows.flatMap(({ username_key, email_key, email_confirmed_at, ...account }) => [
      ...(email_confirmed_at ? [[email_key, account] as const] : []),
      [username_key, account] as const,
    ]),
  )
}
