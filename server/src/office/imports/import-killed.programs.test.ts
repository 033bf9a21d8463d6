import { expect, onTestFinished, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { testDatabase } from '../../../test/harness.ts'
import { anImport, checkedFile, petFile, settled, startImport } from '../../../test/imports.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { unlockStaleJobs } from '../../platform/jobs/run-jobs.ts'
import { createLog } from '../../platform/log.ts'
import { runImport } from './run-import.ts'

const NO_PROVIDER = 'http://127.0.0.1:9'

// DSK-6
test('a process killed in an import leaves nothing of it, and another imports all', async () => {
  const { url, db, pool, direct, drop } = await testDatabase()
  onTestFinished(drop)
  const admin = await anAdmin(db)
  // The third batch waits until it is let through.
  await pool.query(`
    create table gate (is_open boolean);
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      while (select count(*) from import_records) > 1000 and not exists (select from gate) loop perform pg_sleep(0.01); end loop;
      return null; end $$;
    create trigger wait_at_gate after insert on import_records for each statement execute function wait_at_gate()`)
  const progress = async () => {
    const { rows } = await pool.query<{ state: string; done_rows: number; pets: number }>(
      'select state, done_rows, (select count(*) from pets) as pets from imports',
    )
    return rows[0]
  }

  const first = await serverProcess(url, NO_PROVIDER)
  const checked = await checkedFile(first, 'pets', petFile(1_000), admin)
  await startImport(first, checked, admin)
  await expect.poll(progress).toEqual({ state: 'importing', done_rows: 500, pets: 0 })
  await first.kill()
  await pool.query('insert into gate values (true)')
  expect(await progress()).toEqual({ state: 'importing', done_rows: 500, pets: 0 })

  const second = await serverProcess(url, NO_PROVIDER)
  // As the clock does once the job has been locked for a minute.
  await unlockStaleJobs(direct, 0)
  expect(await settled(second, checked, admin)).toMatchObject({ state: 'done', new_rows: 1_000 })
  expect((await progress())?.pets).toBe(1_000)
})

// DSK-6
test('a process that fails at a check another has finished does not undo it', async () => {
  const { db, pool, drop } = await testDatabase()
  onTestFinished(drop)
  const importId = await anImport({ db }, 'pets', 'checking')
  // The first process waits to store its progress until the other one is done, and then fails.
  await pool.query(`
    create function fail_progress() returns trigger language plpgsql as $$ begin raise exception 'no progress'; end $$;
    create trigger fail_progress before update on imports for each row
      when (old.state = 'checked' and new.state = 'checked') execute function fail_progress()`)
  const other = await pool.connect()
  await other.query(`begin; update imports set state = 'checked'`)
  const running = runImport({ db, log: createLog('fatal') }, { importId })
  const isWaiting = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount
  }
  await expect.poll(isWaiting).toBe(1)
  await other.query('commit')
  other.release()
  await running
  expect((await pool.query('select state from imports')).rows).toEqual([{ state: 'checked' }])
})
