import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { BARE_ENVIRONMENT } from '../../server/src/platform/db/embedded-postgres.ts'
import { type DatabaseNode, databaseNode } from './database-node.ts'
import { programPath } from './programs.ts'
import { giveTo, type ServerUser, serverUser } from './server-user.ts'
import { type Ends, startEtcd, startHaproxy, startPgbouncer } from './servers.ts'
import { waitFor } from './wait-for.ts'

/** Three PostgreSQL nodes under Patroni and etcd, HAProxy in front and PgBouncer beside it. */
export type DatabaseCluster = {
  nodes: DatabaseNode[]
  /** As the owner of the tables, through HAProxy. */
  ownerUrl: string
  /** The environment of each node of the program. */
  env: Record<string, string>
  folder: string
  user: ServerUser
  /** The node that is the leader by now; waits for one. */
  leader: () => Promise<DatabaseNode>
  /** Resolves once all nodes follow one leader, and one of them confirms its commits. */
  whole: () => Promise<void>
  /** Makes another node the leader, as an operator does. */
  switchOver: () => Promise<void>
  end: () => Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number }

// Not `first`: that is a word of PostgreSQL's own in `synchronous_standby_names`.
const NAMES = ['db1', 'db2', 'db3']

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-cluster-'))
  const ends: Ends = [() => rm(folder, { recursive: true, force: true })]
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step()
  }
  try {
    return { ...(await build(folder, ends)), end }
  } catch (error) {
    await end()
    throw error
  }
}

async function build(folder: string, ends: Ends): Promise<Omit<DatabaseCluster, 'end'>> {
  const user = await serverUser(programPath('patroni'), folder)
  await giveTo(user, folder)
  const place = { folder, user, ends }
  const password = randomBytes(12).toString('hex')
  const etcdPort = await startEtcd(place)
  const nodes: DatabaseNode[] = []
  for (const name of NAMES) {
    const node = await databaseNode({ name, folder, user, etcdPort, password })
    nodes.push(node)
    ends.push(node.end)
  }
  const leader = () => waitFor('a leader', async () => findLeader(nodes))
  const whole = async () =>
    void (await waitFor('three nodes that follow one leader', async () => isWhole(await leader())))
  // The first one alone, so that it is the leader; the others copy it.
  nodes[0]?.start()
  await leader()
  for (const node of nodes.slice(1)) node.start()
  const { leader: postgresPort, standby: standbyPort } = await startHaproxy(place, nodes)
  await whole()
  const as = (role: string, port: number) => `postgres://${role}:${password}@127.0.0.1:${port}/petsetu`
  await makeRoles(as('postgres', postgresPort), password)
  const poolerPort = await startPgbouncer(place, { postgresPort, password })
  return {
    nodes,
    folder,
    user,
    leader,
    whole,
    ownerUrl: as('petsetu_owner', postgresPort),
    env: {
      DATABASE_URL: as('petsetu', poolerPort),
      DIRECT_DATABASE_URL: as('petsetu', postgresPort),
      MIGRATE_DATABASE_URL: as('petsetu_owner', postgresPort),
      READ_DATABASE_URL: as('petsetu', standbyPort),
      PREPARED_STATEMENTS: 'off',
      DATABASE_NODES: String(NAMES.length),
    },
    async switchOver() {
      const { name, configFile } = await leader()
      const args = ['-c', configFile, 'switchover', 'petsetu', '--leader', name, '--force']
      await promisify(execFile)(programPath('patronictl'), args, { env: BARE_ENVIRONMENT })
    },
  }
}

/** Makes the roles of docs/operating.md, "Roles". */
async function makeRoles(superuserUrl: string, password: string): Promise<void> {
  const url = new URL(superuserUrl)
  url.pathname = '/postgres'
  await waitFor('PostgreSQL behind HAProxy', async () => {
    const client = new pg.Client({ connectionString: url.href })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
      for (const role of ['petsetu_owner', 'petsetu'].filter((role) => !rows.some(({ name }) => name === role)))
        await client.query(`create role ${role} login password '${password}'`)
      const { rowCount } = await client.query("select from pg_database where datname = 'petsetu'")
      if (rowCount === 0) await client.query('create database petsetu owner petsetu_owner')
      return true
    } finally {
      await client.end().catch(() => {})
    }
  })
}

async function findLeader(nodes: DatabaseNode[]): Promise<DatabaseNode | null> {
  const statuses = await Promise.all(nodes.map((node) => node.status('/primary')))
  return nodes[statuses.indexOf(200)] ?? null
}

async function isWhole({ restPort }: DatabaseNode): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${restPort}/cluster`)
  const { members } = (await reply.json()) as { members: Member[] }
  const leader = members.find(({ role }) => role === 'leader')
  return (
    members.length === NAMES.length &&
    members.some(({ role }) => role === 'sync_standby') &&
    members.every(({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader?.timeline)
  )
}
