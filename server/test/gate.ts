import type { Pool } from 'pg'
import { expect, onTestFinished } from 'vitest'

/** Until the gate is opened, each statement that inserts into the table waits at its end, in its transaction. */
export async function gateAt(
  pool: Pool,
  table: string,
): Promise<{ reached: () => Promise<void>; open: () => Promise<void> }> {
  await pool.query(`
    create table gate (is_open boolean);
    create function wait_at_gate() returns trigger language plpgsql as $$ begin
      while not exists (select from gate) loop perform pg_sleep(0.01); end loop;
      return null; end $$;
    create trigger wait_at_gate after insert on ${table} for each statement execute function wait_at_gate()`)
  onTestFinished(async () => {
    await pool.query('drop function wait_at_gate cascade; drop table gate')
  })
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'"
  return {
    async reached() {
      await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
    },
    async open() {
      await pool.query('insert into gate values (true)')
    },
  }
}
