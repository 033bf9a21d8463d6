import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '../../server/test/free-port.ts'
import { reverseProxy } from '../../server/test/reverse-proxy.ts'
import { fill } from '../bench/data/fill.ts'
import type { Sizes } from '../bench/data/sizes.ts'
import { registerPet, type ScannedPet } from '../cluster/site.ts'
import { startPostgres } from '../faults/src/postgres-server.ts'
import { type FixtureOn, startFixtureOn } from '../faults/src/process/fixture.ts'
import type { ServerNode } from '../faults/src/process/server-node.ts'
import type { FormerVersion } from './former-version.ts'

/** The former version on a filled database, behind a proxy that also leads to where the new one will be. */
export type Site = FixtureOn & {
  /** The address of the proxy. */
  url: string
  /** The page of a registered pet. */
  pet: ScannedPet
  former: ServerNode
  /** The address of the new version, which is not there yet. */
  newUrl: string
  /** Starts the new version, which migrates the database; resolves once it serves. */
  startNew: () => Promise<ServerNode>
}

// Longer than the proxy needs to notice that a node is stopping.
const DRAIN_SECONDS = '1'

export async function startSite({ program, lastMigration }: FormerVersion, sizes: Sizes): Promise<Site> {
  const ends: (() => Promise<unknown>)[] = []
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step()
  }
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-upgrade-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const database = await startDatabase(folder)
    ends.push(database.end)
    const [formerPort, newPort] = [await freePort(), await freePort()]
    const [formerUrl, newUrl] = [`http://127.0.0.1:${formerPort}`, `http://127.0.0.1:${newPort}`]
    const proxy = await reverseProxy([formerUrl, newUrl])
    ends.push(proxy.close)
    const fixture = await startFixtureOn(database.ownerUrl, {
      firstNodes: [{ program, port: formerPort }],
      common: { ...database.env, DRAIN_SECONDS, TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: proxy.url },
      webhookPort: Number(new URL(proxy.url).port),
      hasMail: true,
    })
    ends.push(fixture.end)
    const [former] = fixture.nodes
    if (!former) throw new Error('The former version was not started')
    // It ends with a checkpoint, which only a superuser may ask for.
    await fill(database.superuserUrl, sizes, lastMigration)
    fixture.context.nodeUrls = [proxy.url]
    const pet = await registerPet(fixture.context)
    return { ...fixture, url: proxy.url, pet, former, newUrl, startNew: () => fixture.addNode({}, newPort), end }
  } catch (error) {
    await end()
    throw error
  }
}

/** A database of one server, with two roles as in docs/operating.md: one owns the tables, the other is used for the work. */
type Database = {
  /** The address with the name of the owner. */
  ownerUrl: string
  superuserUrl: string
  /** The environment of a node of either version. */
  env: Record<string, string>
  end: () => Promise<void>
}

const [NAME, OWNER, WORKER] = ['upgraded', 'upgraded_owner', 'upgraded_worker']

async function startDatabase(folder: string): Promise<Database> {
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
