import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { type Db, openDb, openPool, type Pool } from '../../../../server/src/platform/db/pool.ts'
import { freePort } from '../../../../server/test/free-port.ts'
import type { Ledger, LedgerEvent } from '../ledger.ts'
import { type PostgresServer, startPostgres } from '../postgres-server.ts'
import { type Random, seededRandom } from '../random.ts'
import { KEYS } from '../sandbox.ts'
import type { Context, PlanOffer } from './actions.ts'
import { type Disk, mountDisk } from './disk.ts'
import { type ProviderProgram, startProvider } from './provider-program.ts'
import { emptyRecord, send, sendUntilAnswered } from './send.ts'
import { SERVER, type ServerNode, serverNode } from './server-node.ts'

/** The provider's ledger, with the deliveries of each webhook. */
type DeliveredLedger = Omit<Ledger, 'webhooks'> & { webhooks: (LedgerEvent & { deliveries: { status: string }[] })[] }

/** The real processes: the payment provider, and nodes of the server on one database. */
export type FixtureOn = {
  provider: ProviderProgram
  nodes: ServerNode[]
  pool: Pool
  db: Db
  attachmentsDir: string
  /** The separate disk of the attachments, if there is one. */
  disk: Disk | null
  context: Context
  /** Violations reported so far. */
  noted: Set<string>
  ledger: () => Promise<DeliveredLedger>
  /** Starts another node on the same database and files, with extra settings, at this port or a free one. */
  addNode: (env?: Record<string, string>, port?: number) => Promise<ServerNode>
  end: () => Promise<void>
}

/** With a database of its own. */
export type Fixture = FixtureOn & { postgres: PostgresServer }

/** A node of the beginning: the file of its program, and its port, or any free one. */
type FirstNode = { program: string; port?: number }

type Options = {
  /** Two nodes of this version if left out. */
  firstNodes?: FirstNode[]
  /** Settings of all nodes. */
  common?: Record<string, string>
  /** Puts the attachments on a separate disk if this user may mount one. */
  ownDisk?: boolean
  /** The port to which webhooks are sent; the first node's if left out. */
  webhookPort?: number
  /** The provider's mail catcher takes the mails; otherwise no mail server is there. */
  hasMail?: boolean
}

const TWO_NODES: FirstNode[] = [{ program: SERVER }, { program: SERVER }]

type Ends = (() => Promise<unknown>)[]

const TIMEOUT_MS = 60_000

const ADMIN = { ADMIN_USERNAME: 'asha', ADMIN_EMAIL: 'asha@example.org', ADMIN_PASSWORD: 'only-for-faults-1' }

/** Starts two nodes on one database, and a provider that sends webhooks to the first. */
export function startFixture(common: Record<string, string> = {}, { ownDisk = false } = {}): Promise<Fixture> {
  return ending(async (folder, ends) => {
    const postgres = await startPostgres(folder)
    ends.push(postgres.end)
    return { postgres, ...(await build(postgres.url, { common, ownDisk }, folder, ends)) }
  })
}

/** The same on a database that is there already; `databaseUrl` is its owner's. */
export function startFixtureOn(databaseUrl: string, options: Options): Promise<FixtureOn> {
  return ending((folder, ends) => build(databaseUrl, options, folder, ends))
}

/** Adds `end` to what was started; whatever was started before an error is ended, too. */
async function ending<Started>(
  start: (folder: string, ends: Ends) => Promise<Started>,
): Promise<Started & { end: () => Promise<void> }> {
  const ends: Ends = []
  const end = async () => {
    for (const step of ends.splice(0).reverse()) await step()
  }
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-faults-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    return { ...(await start(folder, ends)), end }
  } catch (error) {
    await end()
    throw error
  }
}

async function build(
  databaseUrl: string,
  { firstNodes = TWO_NODES, common = {}, ownDisk = false, webhookPort, hasMail = false }: Options,
  folder: string,
  ends: Ends,
): Promise<Omit<FixtureOn, 'end'>> {
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const disk = ownDisk ? await mountDisk(dataDir) : null
  ends.push(async () => disk?.unmount())
  const pool = openPool(databaseUrl, () => {})
  // Unlike a node, the checks wait for a busy database.
  pool.options.connectionTimeoutMillis = TIMEOUT_MS
  const db = openDb(pool)
  ends.push(() => db.destroy())
  const [first = { program: SERVER }, ...others] = firstNodes
  const firstPort = first.port ?? (await freePort())
  const webhookUrl = `http://127.0.0.1:${webhookPort ?? firstPort}/api/payments/webhook`
  const provider = await startProvider(path.join(folder, 'provider'), webhookUrl)
  ends.push(provider.end)
  const nodes: ServerNode[] = []
  ends.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))))

  async function addNode(env: Record<string, string> = {}, port?: number, program?: string): Promise<ServerNode> {
    const mail = hasMail ? { SMTP_URL: provider.smtpUrl } : {}
    const settings = { ...nodeSettings(databaseUrl, provider.url), ...mail, ...common, ...env }
    const node = serverNode(port ?? (await freePort()), dataDir, settings, program)
    nodes.push(node)
    await node.start()
    return node
  }

  const { url } = await addNode({}, firstPort, first.program)
  for (const { program, port } of others) await addNode({}, port, program)
  const adminToken = await signIn(url)
  const context: Context = {
    nodeUrls: nodes.map((node) => node.url),
    provider,
    record: emptyRecord(),
    adminToken,
    offers: [],
  }
  for (let plans = 0; plans < 2; plans++) await addOffer(context, seededRandom(0, 'the first plans', plans))
  return {
    provider,
    nodes,
    pool,
    db,
    attachmentsDir: path.join(dataDir, 'attachments'),
    disk,
    context,
    noted: new Set(),
    ledger: () => provider.control('GET', '/ledger'),
    addNode,
  }
}

function nodeSettings(databaseUrl: string, providerUrl: string): Record<string, string> {
  return {
    ...KEYS,
    ...ADMIN,
    DATABASE_URL: databaseUrl,
    RAZORPAY_API_URL: providerUrl,
    // No mail server listens there. Without an address the sandbox would be started.
    SMTP_URL: 'smtp://127.0.0.1:9',
    RAZORPAY_CHECKOUT_URL: `${providerUrl}/v1/checkout.js`,
    RATE_LIMITS: 'off',
    // The separate disk is smaller than the usual reserve.
    DISK_RESERVE_MB: '0',
    RECONCILE_EVERY_SECONDS: '1',
    RECONCILE_AFTER_SECONDS: '1',
  }
}

async function signIn(nodeUrl: string): Promise<string> {
  const body = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }
  const answer = await send(nodeUrl, authCalls.signin, { body })
  if (answer?.status !== 200) throw new Error(`The admin could not sign in: ${answer?.text}`)
  return answer.body.accessToken
}

let plansMade = 0

/** Creates a plan with a unique price. */
export async function addOffer(context: Context, random: Random): Promise<PlanOffer> {
  const months = 1 + (plansMade % 12)
  const price = 500 + plansMade++
  const body = {
    name: `Friend for ${months}`,
    category: 'regular' as const,
    duration_months: months,
    price,
    description: 'For everybody who wants to help.',
    features: 'A newsletter',
  }
  const made = await sendUntilAnswered(context, random, planCalls.create, { body }, { token: context.adminToken })
  if (!made) throw new Error('The plan was not made')
  const offer = { planId: made.data.plan.id, pricePaise: price * 100, months }
  context.offers.push(offer)
  return offer
}
