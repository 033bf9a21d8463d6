import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PURPOSES } from '@petsetu/contract/platform/purposes.ts'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../../../../server/src/platform/db/migrate.ts'
import { type Db, openDb, openPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import { PURPOSE_RULES } from '../../../../server/src/purposes.ts'

const EMPTIED = [
  ...[
    'desk_payments',
    'cash_handovers',
    'settlement_lines',
    'locked_years',
    'filed_donations',
    'donation_certificates',
    'filed_statements',
    'idempotency_keys',
    'refund_receipts',
    'receipts',
    'refunds',
    'payment_journal',
    'payments',
    'payment_orders',
  ],
  // As a replica, deleting a complaint deletes nothing that belongs to it.
  ...[
    'complaint_files',
    'case_events',
    'follow_links',
    'pay_links',
    'corrections',
    'push_notices',
    'push_devices',
    'audit',
    'import_records',
    'imports',
    'receipt_floors',
    'mails',
  ],
  ...PURPOSES.map((purpose) => PURPOSE_RULES[purpose].table),
  ...['webhook_inbox', 'sessions', 'kept_counts', 'graphile_worker._private_jobs'],
]

const TEMPLATE = 'faults_template'

/** Creates a database in which `now()` returns the simulation's time, with all tables. Only the first on a server runs the migrations. */
export async function makeDatabase(serverUrl: string): Promise<string> {
  if (!(await isThere(serverUrl, TEMPLATE))) await makeTemplate(serverUrl)
  const name = `faults_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`)
  await useVirtualClock(serverUrl, name)
  return urlOf(serverUrl, name)
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `create database ${TEMPLATE}`)
  await useVirtualClock(serverUrl, TEMPLATE)
  const url = urlOf(serverUrl, TEMPLATE)
  await onServer(
    url,
    // The clock is in a schema of its own, which no back-up holds.
    `create schema simulation;
     create table simulation.virtual_clock (ahead interval not null);
     insert into simulation.virtual_clock values (interval '0');
     create function public.now() returns timestamptz language sql stable
       as 'select pg_catalog.now() + (select ahead from simulation.virtual_clock)'`,
  )
  const pool = openPool(url, () => {})
  const db = openDb(pool)
  await migrate(db)
  await runMigrations({ pgPool: pool })
  await db.destroy()
}

/** pg_catalog comes first in the search path unless it is named later. A copy of a database does not have this setting. */
async function useVirtualClock(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `alter database ${name} set search_path = public, pg_catalog`)
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function isThere(serverUrl: string, name: string): Promise<boolean> {
  const { rows } = await onServer(serverUrl, `select from pg_database where datname = '${name}'`)
  return rows.length > 0
}

async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

export async function dropDatabase(serverUrl: string, databaseUrl: string): Promise<void> {
  await onServer(serverUrl, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
}

/** Deletes all rows but these users. A trigger protects the journal from deletion, except for a replica. */
export async function emptyDatabase(pool: Pool, users: number[]): Promise<void> {
  const deletions = EMPTIED.map((table) => `delete from ${table};`).join(' ')
  const leave = `delete from users where id not in (${users.join(', ')});`
  await pool.query(`begin; set local session_replication_role = replica; ${deletions} ${leave} commit`)
}

/** Waits until the broken connections of the pool have failed, one after the other. */
export async function untilConnected(pool: Pool): Promise<void> {
  const isConnected = () =>
    pool.query('select').then(
      () => true,
      () => false,
    )
  while (!(await isConnected())) await pause(20)
}

/** Waits until this is done or waits for a lock in the database, however slow the machine is. */
export async function untilDoneOrBlocked(db: Db, work: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(db)
    if (rows[0]?.waits) return
    await Promise.race([done, pause(20)])
  }
}
