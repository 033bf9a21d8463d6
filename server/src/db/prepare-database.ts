import type { FastifyBaseLogger } from 'fastify'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { meetDatabase } from './meet-database.ts'
import { migrate } from './migrate.ts'
import { openDb, openOwnerPool, type Pool } from './pool.ts'

/** The role as which the embedded database is worked in. */
export const WORKER_ROLE = 'petsetu_app'

/**
 * Brings the database to the newest schema as its owner, the job library's own tables included. Where the program works under another
 * role, that role is given what work needs and no more: rows, no tables; and of the payment journal, reading and adding.
 */
export async function prepareDatabase(ownerUrl: string, workerRole: string | null, log: FastifyBaseLogger) {
  const pool = openOwnerPool(ownerUrl)
  try {
    if (workerRole) await meetDatabase('MIGRATE_DATABASE_URL', pool)
    const migrated = await migrate(openDb(pool))
    if (migrated.length > 0) log.info({ migrated }, 'database migrated')
    await runMigrations({ pgPool: pool })
    if (workerRole) await grantWork(pool, workerRole)
  } finally {
    await pool.end()
  }
}

/** Makes the role of the embedded database, unless it is there. */
export async function makeWorkerRole(ownerUrl: string): Promise<void> {
  const { password } = new URL(ownerUrl)
  const pool = openOwnerPool(ownerUrl)
  try {
    const { rowCount } = await pool.query('select from pg_roles where rolname = $1', [WORKER_ROLE])
    if (rowCount === 0) await pool.query(`create role ${WORKER_ROLE} login password ${pg.escapeLiteral(password)}`)
  } finally {
    await pool.end()
  }
}

async function grantWork(pool: Pool, workerRole: string): Promise<void> {
  const role = pg.escapeIdentifier(workerRole)
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Two nodes that grant the same at once would be in each other's way.
    await client.query("select pg_advisory_xact_lock(hashtext('petsetu grants'))")
    for (const schema of ['public', 'graphile_worker']) {
      await client.query(`grant usage on schema ${schema} to ${role}`)
      await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`)
      await client.query(`grant usage, select on all sequences in schema ${schema} to ${role}`)
    }
    await client.query(`revoke insert, update, delete on kysely_migration, kysely_migration_lock from ${role}`)
    await client.query(`revoke update, delete on payment_journal from ${role}`)
    await admitToJobs(client, role)
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The job library lets nobody but the owner see the rows of its tables, unless a policy says otherwise. */
async function admitToJobs(client: pg.PoolClient, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'petsetu_work')`,
  )
  for (const { name } of rows) await client.query(`create policy petsetu_work on ${name} to ${role} using (true)`)
}
