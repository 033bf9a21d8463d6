import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../faults/src/postgres-server.ts'

/** A database of one server, with two roles as in docs/operating.md: one owns the tables, the other is used for the work. */
export type Database = {
  /** The address with the name of the owner. */
  ownerUrl: string
  superuserUrl: string
  /** The environment of a node of either version. */
  env: Record<string, string>
  end: () => Promise<void>
}

const [NAME, OWNER, WORKER] = ['upgraded', 'upgraded_owner', 'upgraded_worker']

export async function startDatabase(folder: string): Promise<Database> {
  const { url, end } = await startPostgres(folder)
  const password = randomBytes(12).toString('hex')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const role of [OWNER, WORKER]) await client.query(`create role ${role} login password '${password}'`)
  await client.query(`create database ${NAME} owner ${OWNER}`)
  await client.end()
  const as = (role: string) => `postgres://${role}:${password}@${new URL(url).host}/${NAME}`
  return {
    ownerUrl: as(OWNER),
    superuserUrl: Object.assign(new URL(url), { pathname: `/${NAME}` }).href,
    env: { DATABASE_URL: as(WORKER), MIGRATE_DATABASE_URL: as(OWNER) },
    end,
  }
}
