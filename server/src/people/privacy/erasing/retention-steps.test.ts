import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { forgetOld } from './forget-old.ts'

const app = await testApp()

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
