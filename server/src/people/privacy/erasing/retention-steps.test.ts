import { expect, test } from 'vitest'
import { aUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { forgetOld } from './forget-old.ts'

const app = await testApp()
const member = await aUser(app.db)
await app.pool.query(`
  insert into users (username, username_key, email, email_key, password_hash)
  select 'walker' || n, 'walker' || n, n || '@walkers.org', n || '@walkers.org', 'x' from generate_series(1, 2500) n`)

// V14.2.4
test('a step of the retention that fails stops no other, and is told', async () => {
  await app.pool.query(`
    insert into webhook_inbox (event_id, body, processed_at) values ('evt_old', '', now() - interval '91 days');
    insert into mails (kind, about, to_address, address_key, language, message_id, state, created_at)
    values ('refund', 'payment 1', 'a@example.org', 'a@example.org', 'en', '<1@example.org>', 'sent', now() - interval '366 days');
    create function refuse_deletion() returns trigger language plpgsql as $$ begin raise exception 'kept by mistake'; end $$;
    create trigger refused before delete on webhook_inbox for each row execute function refuse_deletion()`)
  const failure = await forgetOld(app).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: '1 steps of the retention failed' })
  expect(String((failure as AggregateError).errors[0])).toContain('kept by mistake')
  expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([])
})

// V14.2.4, API-5
test('once the program stops, no step of the retention begins', async () => {
  await app.pool.query(`
    insert into mails (kind, about, to_address, address_key, language, message_id, state, created_at)
    values ('refund', 'payment 2', 'a@example.org', 'a@example.org', 'en', '<2@example.org>', 'sent', now() - interval '366 days')`)
  await forgetOld(app, AbortSignal.abort())
  expect(await app.db.selectFrom('mails').select('id').execute()).toHaveLength(1)
})

const FILLED = {
  mails: `insert into mails (kind, about, to_address, address_key, language, message_id, state, created_at)
    select 'refund', 'payment old ' || n, 'a@example.org', 'a@example.org', 'en', '<old' || n || '@example.org>', 'sent', now() - interval '366 days'`,
  webhook_inbox: `insert into webhook_inbox (event_id, body, processed_at) select 'evt_old' || n, '', now() - interval '91 days'`,
  audit: `insert into audit (at, admin_id, admin_username, action, object_kind, request_id)
    select now() - interval '1097 days', 1, 'asha', 'pet-deleted', 'pet', 'r'`,
  donations: `insert into donations (name, email, phone, address, purpose, amount_paise, language, details_key, created_at)
    select 'Asha', 'a@example.org', '98200 11111', 'Lake Road', 'Food', 10000, 'en', n::text, now() - interval '9 days'`,
  sessions: `insert into sessions (token_hash, user_id, last_used_at) select sha256(n::text::bytea), ${member.id}, now() - interval '31 days'`,
  one_time_links: `insert into one_time_links (hash, user_id, purpose, email, expires_at)
    select sha256(n::text::bytea), ${member.id} + n, 'reset-password', 'a@example.org', now() - interval '1 day'`,
  email_undos: `insert into email_undos (hash, user_id, email, email_key, expires_at)
    select sha256(n::text::bytea), ${member.id}, 'a@example.org', 'a@example.org', now() - interval '1 day'`,
  import_records: `insert into import_records (kind, record_id) select 'pet', 1000000 + n`,
  grievances: `insert into grievances (kind, way, name, email, email_key, phone, language, text, due_on, answered_at, answer)
    select 'other', 'form', 'Asha', 'a@example.org', 'a@example.org', '98200 11111', 'en', 'Late', current_date, now() - interval '1097 days', 'Sorry'`,
  privacy_requests: `insert into privacy_requests (kind, email, email_key, language, due_on, done_at, answer)
    select 'export', 'a@example.org', 'a@example.org', 'en', current_date, now() - interval '366 days', 'done'`,
  privacy_codes: `insert into privacy_codes (email_key, code_hash, expires_at)
    select n || '@example.org', sha256(n::text::bytea), now() - interval '1 day'`,
}

// V14.2.4, API-5
test('a long backlog is forgotten by a thousand rows a statement', async () => {
  await app.pool.query(`
    drop trigger if exists refused on webhook_inbox;
    create table noted_statements (of_table text, rows integer);
    create function note_statement() returns trigger language plpgsql as $$
      begin insert into noted_statements select tg_table_name, count(*) from old_rows having count(*) > 0; return null; end $$`)
  for (const [table, fill] of Object.entries(FILLED)) {
    await app.pool.query(`${fill} from generate_series(1, 2500) n`)
    const change = table === 'donations' ? 'update' : 'delete'
    await app.pool.query(`create trigger noted after ${change} on ${table}
      referencing old table as old_rows for each statement execute function note_statement()`)
  }
  await forgetOld(app)
  const { rows } = await app.pool.query(
    'select of_table, max(rows), sum(rows) from noted_statements group by 1 order by 1',
  )
  expect(rows).toMatchObject(
    Object.keys(FILLED)
      .sort()
      .map((table) => ({ of_table: table, max: 1_000 })),
  )
  expect(rows.every(({ sum }) => sum >= 2_500)).toBe(true)
})

// V14.2.4, API-5
test('a step that breaks off keeps what it has forgotten', async () => {
  const { rows } = await app.pool.query<{ id: number }>(
    `${FILLED.mails} from generate_series(3001, 5500) n returning id`,
  )
  await app.pool.query(`
    create function keep_one() returns trigger language plpgsql as $$
      begin if old.id = tg_argv[0]::bigint then raise exception 'kept by mistake'; end if; return old; end $$;
    create trigger kept before delete on mails for each row execute function keep_one('${rows.at(-1)?.id}')`)
  await expect(forgetOld(app)).rejects.toThrow('1 steps of the retention failed')
  await app.pool.query('drop trigger kept on mails')
  expect(await app.db.selectFrom('mails').select('id').execute()).toHaveLength(500)
})
