import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import timers from 'node:timers/promises'
import { hashPassword } from '../../../../server/src/people/auth/password.ts'
import { insertUser } from '../../../../server/src/people/users/user-queries.ts'
import { type Config, readConfig } from '../../../../server/src/platform/config/config.ts'
import { type Db, openDb, openPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import { insertPlan } from '../../../../server/src/supporters/plans/plan-queries.ts'
import { aSession } from '../../../../server/test/factories.ts'
import { KEYS } from '../sandbox.ts'
import type { Cluster } from './cluster.ts'
import { type Disk, watchDisk } from './file-edge.ts'
import { type Provider, startProvider } from './provider.ts'
import { forgetProvider, watchProvider } from './provider-edge.ts'
import { type SimulatedProcess, startProcess } from './simulated-process.ts'
import { noteOutage } from './sql-edge.ts'
import { installVirtualDate, realNow, setDateOffset } from './virtual-date.ts'
import { makeBackup, restoreBackup } from './world-backup.ts'
import { dropDatabase, emptyDatabase, makeDatabase, untilConnected } from './world-database.ts'

export type Plan = { id: number; pricePaise: number; months: number }

/** The environment of the simulated processes: a database, the payment provider, a disk and a clock. */
export type World = {
  db: Db
  databaseUrl: string
  provider: Provider
  disk: Disk
  attachmentsDir: string
  plans: [Plan, ...Plan[]]
  people: { admin: string; user: string }
  /** Deletes all data and sets the clock. */
  begin: (at: Date) => Promise<void>
  now: () => Date
  /** Advances the clocks of the database, the provider and this process. */
  pass: (seconds: number) => Promise<void>
  /** Sets this process's clock wrong by `seconds`, until time next advances. */
  skew: (seconds: number) => void
  startProcess: () => Promise<SimulatedProcess>
  /** Returns an admin who can take money, and leave. */
  addAdmin: () => Promise<{ id: number; token: string }>
  /** Makes a back-up, instead of the last one. */
  backUp: () => Promise<void>
  /** Loses all data, and restores the back-up. All processes end. */
  restore: () => Promise<void>
  /** PostgreSQL loses everything that was not written; every connection breaks. */
  cutDatabasePower: () => Promise<void>
  end: () => Promise<void>
}

const PLANS = [
  { category: 'regular', duration_months: 1, price: 500 },
  { category: 'premium', duration_months: 13, price: 1200.5 },
] as const

const FASTER = 50

/** Builds a world with a new database on this server. */
export async function buildWorld(cluster: Cluster, folder: string): Promise<World> {
  installVirtualDate()
  speedUpTimers()
  const dataDir = path.join(folder, `data-${randomBytes(4).toString('hex')}`)
  await mkdir(dataDir, { recursive: true })
  const [provider, databaseUrl] = await Promise.all([
    startProvider(path.join(dataDir, 'provider')),
    makeDatabase(cluster.url),
  ])
  const pool = openPool(databaseUrl, () => {})
  const db = openDb(pool)
  const config: Config = readConfig({ RATE_LIMITS: 'off', DATA_DIR: dataDir, ...KEYS })
  const disk = watchDisk(path.join(dataDir, 'attachments'))
  const users = await makePeople(db)
  const plans = await Promise.all(PLANS.map((plan) => makePlan(db, plan)))
  const people = { admin: '', user: '' }
  const clocks = createClocks(pool, provider)
  const processes = createProcesses(config, databaseUrl, provider)
  const attachmentsDir = path.join(dataDir, 'attachments')
  const places = { pool, databaseUrl, attachmentsDir, folder: path.join(dataDir, 'backup') }

  async function signIn(): Promise<void> {
    people.admin = await aSession(db, users.admin)
    people.user = await aSession(db, users.user)
  }

  return {
    db,
    databaseUrl,
    provider,
    disk,
    attachmentsDir,
    plans: plans as [Plan, ...Plan[]],
    people,
    async begin(at) {
      await processes.closeAll()
      await rm(attachmentsDir, { recursive: true, force: true })
      await emptyDatabase(pool, Object.values(users))
      await provider.forget()
      await clocks.set(at.getTime() - realNow())
      await signIn()
    },
    now: () => new Date(),
    pass: (seconds) => clocks.pass(seconds),
    skew: (seconds) => clocks.skew(seconds),
    startProcess: () => processes.start(),
    async addAdmin() {
      const { id } = await makePerson(db, `cashier-${randomBytes(4).toString('hex')}`, 'admin')
      return { id, token: await aSession(db, id) }
    },
    backUp: () => makeBackup(places),
    async restore() {
      await processes.closeAll()
      await restoreBackup(places)
      await signIn()
    },
    async cutDatabasePower() {
      noteOutage()
      await cluster.cutPower()
      await untilConnected(pool)
      await clocks.pass(0)
    },
    async end() {
      await processes.closeAll()
      await db.destroy()
      await provider.end()
      await dropDatabase(cluster.url, databaseUrl)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Sets the clocks of the database, the provider and this process to the same offset from real time. */
function createClocks(pool: Pool, provider: Provider) {
  let offsetMs = 0
  async function set(milliseconds: number): Promise<void> {
    offsetMs = milliseconds
    setDateOffset(offsetMs)
    await Promise.all([
      pool.query('update simulation.virtual_clock set ahead = make_interval(secs => $1)', [offsetMs / 1_000]),
      provider.setOffset(offsetMs),
    ])
  }
  return {
    set,
    pass: (seconds: number) => set(offsetMs + seconds * 1_000),
    skew: (seconds: number) => setDateOffset(offsetMs + seconds * 1_000),
  }
}

const STARTS_MAX = 5

/** Starts processes, each with its own way to the provider. */
function createProcesses(config: Config, databaseUrl: string, provider: Provider) {
  const started: { proc: SimulatedProcess; url: string }[] = []
  return {
    /** A start that the database refuses is repeated, as a supervisor does. */
    async start(): Promise<SimulatedProcess> {
      for (let starts = 1; ; starts++) {
        let url = ''
        try {
          const proc = await startProcess(config, databaseUrl, (edge) => {
            url = watchProvider(provider.url, edge)
            return { ...config.providerKeys, apiUrl: url, checkoutUrl: url } as never
          })
          started.push({ proc, url })
          return proc
        } catch (error) {
          if (url) forgetProvider(url)
          if (starts === STARTS_MAX) throw error
        }
      }
    },
    async closeAll(): Promise<void> {
      for (const { proc, url } of started.splice(0)) {
        forgetProvider(url)
        await proc.close()
      }
    },
  }
}

async function makePeople(db: Db): Promise<{ admin: number; user: number }> {
  const [admin, user] = [await makePerson(db, 'asha', 'admin'), await makePerson(db, 'arjun', 'user')]
  return { admin: admin.id, user: user.id }
}

async function makePerson(db: Db, username: string, role: 'admin' | 'user') {
  const passwordHash = await hashPassword(randomBytes(12).toString('hex'))
  return insertUser(db, { username, email: `${username}@people.example`, passwordHash, role })
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

/** Makes the program's pauses 50 times shorter: a wait of 250 ms takes 5 ms. */
function speedUpTimers(): void {
  const { setTimeout: pause } = timers
  timers.setTimeout = ((ms = 0, ...rest: [unknown]) => pause(ms / FASTER, ...rest)) as typeof timers.setTimeout
  syncBuiltinESMExports()
}
