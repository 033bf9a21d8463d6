import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { hashPassword } from '../../../server/src/auth/password.ts'
import { openSession } from '../../../server/src/auth/session-queries.ts'
import { type Config, readConfig } from '../../../server/src/config.ts'
import { migrate } from '../../../server/src/db/migrate.ts'
import { type Db, openDb, openPool } from '../../../server/src/db/pool.ts'
import { insertPlan } from '../../../server/src/plans/plan-queries.ts'
import { insertUser } from '../../../server/src/users/user-queries.ts'
import { KEYS } from '../sandbox.ts'
import type { Cluster } from './cluster.ts'
import { type Disk, watchDisk } from './file-edge.ts'
import { beginLife, type Life } from './life.ts'
import { quickenPauses } from './pace.ts'
import { type Provider, startProvider } from './provider.ts'
import { forgetProvider, watchProvider } from './provider-edge.ts'
import { noteOutage } from './sql-edge.ts'
import { installVirtualDate, realNow, setDateOffset } from './virtual-date.ts'

export type Plan = { id: number; pricePaise: number; months: number }

/** Everything around the program, in this process: a database, the payment provider, a disk, and the time. */
export type World = {
  db: Db
  databaseUrl: string
  provider: Provider
  disk: Disk
  attachmentsDir: string
  plans: [Plan, ...Plan[]]
  people: { admin: string; user: string }
  /** Empties everything, and begins at this instant. */
  begin: (at: Date) => Promise<void>
  now: () => Date
  /** Moves the time of the database, the provider and this process. */
  pass: (seconds: number) => Promise<void>
  /** The clock of this process alone is wrong by so much, until time passes again. */
  skew: (seconds: number) => void
  beginLife: () => Promise<Life>
  /** PostgreSQL loses whatever it had not written; every life with a connection notices. */
  cutDatabasePower: () => Promise<void>
  end: () => Promise<void>
}

const PLANS = [
  { category: 'regular', duration_months: 1, price: 500 },
  { category: 'premium', duration_months: 13, price: 1200.5 },
] as const

const EMPTIED = [
  ...['receipts', 'refunds', 'payment_journal', 'payments', 'payment_orders', 'memberships', 'complaints'],
  ...['webhook_inbox', 'sessions', 'kept_counts', 'graphile_worker._private_jobs'],
]

/** Builds a world on a database of its own on this server, in this folder. */
export async function buildWorld(cluster: Cluster, folder: string): Promise<World> {
  installVirtualDate()
  quickenPauses()
  const dataDir = path.join(folder, `data-${randomBytes(4).toString('hex')}`)
  await mkdir(dataDir, { recursive: true })
  const provider = await startProvider(path.join(dataDir, 'provider'))
  const databaseUrl = await makeDatabase(cluster.url)
  const pool = openPool(databaseUrl, () => {})
  const db = openDb(pool)
  await migrate(db)
  await runMigrations({ pgPool: pool })
  const config: Config = readConfig({ RATE_LIMITS: 'off', DATA_DIR: dataDir, ...KEYS })
  const disk = watchDisk(path.join(dataDir, 'attachments'))
  const users = await makePeople(db)
  const plans = await Promise.all(PLANS.map((plan) => makePlan(db, plan)))
  const people = { admin: '', user: '' }
  const lives: { life: Life; url: string }[] = []
  let offsetMs = 0

  async function setOffset(milliseconds: number): Promise<void> {
    offsetMs = milliseconds
    setDateOffset(offsetMs)
    await Promise.all([
      pool.query('update virtual_clock set ahead = make_interval(secs => $1)', [offsetMs / 1_000]),
      provider.setOffset(offsetMs),
    ])
  }

  async function leaveLives(): Promise<void> {
    for (const { life, url } of lives.splice(0)) {
      forgetProvider(url)
      await life.close()
    }
  }

  return {
    db,
    databaseUrl,
    provider,
    disk,
    attachmentsDir: path.join(dataDir, 'attachments'),
    plans: plans as [Plan, ...Plan[]],
    people,
    async begin(at) {
      await leaveLives()
      await rm(path.join(dataDir, 'attachments'), { recursive: true, force: true })
      // The journal refuses to be emptied by anybody else.
      await pool.query(
        `begin; set local session_replication_role = replica; ${EMPTIED.map((table) => `delete from ${table};`).join(' ')} commit`,
      )
      await provider.forget()
      await setOffset(at.getTime() - realNow())
      people.admin = await openSession(db, users.admin)
      people.user = await openSession(db, users.user)
    },
    now: () => new Date(),
    pass: (seconds) => setOffset(offsetMs + seconds * 1_000),
    skew: (seconds) => setDateOffset(offsetMs + seconds * 1_000),
    async beginLife() {
      let url = ''
      const life = await beginLife(config, databaseUrl, (edge) => {
        url = watchProvider(provider.url, edge)
        return { ...config.providerKeys, apiUrl: url, checkoutUrl: url } as never
      })
      lives.push({ life, url })
      return life
    },
    async cutDatabasePower() {
      noteOutage()
      await cluster.cutPower()
      // The pool still holds connections of before, which break one after the other.
      while (
        await pool.query('select').then(
          () => false,
          () => true,
        )
      )
        await pause(20)
      await setOffset(offsetMs)
    },
    async end() {
      await leaveLives()
      await db.destroy()
      await provider.end()
      await onServer(cluster.url, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database in which `now()`, for defaults and statements alike, is the time of the simulation. */
async function makeDatabase(serverUrl: string): Promise<string> {
  const name = `faults_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  // pg_catalog is searched first unless it is named later.
  await onServer(url.href, `alter database ${name} set search_path = public, pg_catalog`)
  await onServer(
    url.href,
    `create table virtual_clock (ahead interval not null);
     insert into virtual_clock values (interval '0');
     create function public.now() returns timestamptz language sql stable
       as 'select pg_catalog.now() + (select ahead from public.virtual_clock)'`,
  )
  return url.href
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function makePeople(db: Db): Promise<{ admin: number; user: number }> {
  const passwordHash = await hashPassword(randomBytes(12).toString('hex'))
  const make = (username: string, role: 'admin' | 'user') =>
    insertUser(db, { username, email: `${username}@people.example`, passwordHash, role })
  const [admin, user] = [await make('asha', 'admin'), await make('arjun', 'user')]
  return { admin: admin.id, user: user.id }
}

async function makePlan(db: Db, plan: (typeof PLANS)[number]): Promise<Plan> {
  const { id } = await insertPlan(db, {
    ...plan,
    name: 'Friend of animals',
    description: 'For everybody who wants to help.',
    features: 'A newsletter',
  })
  return { id, pricePaise: Math.round(plan.price * 100), months: plan.duration_months }
}
