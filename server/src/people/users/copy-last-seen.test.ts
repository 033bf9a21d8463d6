import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/harness.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openDb } from '../../platform/db/pool.ts'

// DSK-3, CLU-3
test('accounts of the former version get their last-seen time from sessions', async () => {
  const { direct } = await emptyDatabase()
  const db = openDb(direct)
  await migrate(db, '0073-tag-batches-and-last-seen')
  // More than one step of the copy has.
  await direct.query(`
    insert into users (username, username_key, email, email_key, password_hash)
      select 'u' || n, 'u' || n, 'e' || n, 'e' || n, 'x' from generate_series(1, 2500) n;
    insert into sessions (token_hash, user_id, last_used_at)
      select sha256(('s' || id || '/' || days)::bytea), id, timestamptz '2026-03-31 12:00+0' - make_interval(days => days)
      from users, generate_series(1, 2) days where id in (1, 1000, 2500);
    insert into known_networks (key, user_id, last_used_at)
      select sha256(('n' || id)::bytea), id, timestamptz '2026-03-31 12:00+0' - make_interval(days => case id when 1 then 0 else 9 end)
      from users where id in (1, 1001, 2500);
    update users set last_seen_at = '2026-04-01 12:00+0' where id = 1001`)
  await migrate(db)
  const { rows } = await direct.query(
    "select id, to_char(last_seen_at at time zone 'UTC', 'MM-DD') as day from users where last_seen_at is not null order by id",
  )
  expect(rows).toEqual([
    { id: 1, day: '03-31' },
    { id: 1000, day: '03-30' },
    // Seen by the newer version since.
    { id: 1001, day: '04-01' },
    { id: 2500, day: '03-30' },
  ])
})
