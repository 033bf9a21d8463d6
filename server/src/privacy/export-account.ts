import type { Db } from '../db/pool.ts'

/** An account and how it was used, by the names of the tables; nothing for somebody without one. */
export async function exportAccount(db: Db, userId: number | null): Promise<Record<string, object[]>> {
  return {
    account: await db
      .selectFrom('users')
      .select(['id', 'username', 'email', 'role', 'duties', 'language', 'phone'])
      .select(['email_confirmed_at', 'last_seen_at', 'created_at', 'wants_reminders'])
      .where('id', '=', userId)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['id', 'browser', 'system', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute(),
    second_factors: await db
      .selectFrom('second_factors')
      .select(['created_at', 'confirmed_at'])
      .where('user_id', '=', userId)
      .execute(),
    one_time_links: await db
      .selectFrom('one_time_links')
      .select(['purpose', 'email', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    email_undos: await db
      .selectFrom('email_undos')
      .select(['email', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .execute(),
    known_networks: await db
      .selectFrom('known_networks')
      .select('last_used_at')
      .where('user_id', '=', userId)
      .execute(),
    idempotency_keys: await db
      .selectFrom('idempotency_keys')
      .select(['created', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
  }
}
