import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { aStreetAnimal } from '../../../test/community.ts'
import { aPet, aUser, PET_FORM } from '../../../test/factories.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { tcpProxy } from '../../../test/tcp-proxy.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { openDb, openPool, type Pool } from './pool.ts'

const NOBODY = 'http://127.0.0.1:9'

/** A primary and a standby that follows it: a copy of the primary's folder, made while it was stopped. */
async function twoServers() {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-standby-'))
  const [first, second] = [path.join(folder, 'primary'), path.join(folder, 'standby')]
  const copied = await startEmbeddedPostgres(first)
  await copied.stop()
  // With the owner of its files, who is not root.
  await promisify(execFile)('cp', ['--archive', first, second])
  const primary = await startEmbeddedPostgres(first)
  await writeFile(path.join(second, 'postgres/standby.signal'), '')
  await appendFile(path.join(second, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`)
  const standby = await startEmbeddedPostgres(second)
  afterAll(async () => {
    await standby.stop()
    await primary.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { primary, standby }
}

/** A way to a server that can be held: nothing comes back until it is released. */
async function holdable(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const fars = new Set<Socket>()
  let isHeld = false
  const way = await tcpProxy(Number(url.port), (_near, far) => {
    fars.add(far)
    // After its pipe was laid.
    far.once('connect', () => isHeld && far.pause())
    far.once('close', () => fars.delete(far))
  })
  url.port = String(way.port)
  return {
    url: url.href,
    hold() {
      isHeld = true
      for (const far of fars) far.pause()
    },
    release() {
      isHeld = false
      for (const far of fars) far.resume()
    },
  }
}

const { primary, standby } = await twoServers()
const [atPrimary, atStandby] = [openPool(primary.url, () => {}), openPool(standby.url, () => {})]
afterAll(() => Promise.all([atPrimary.end(), atStandby.end()]))
const db = openDb(atPrimary)
const away = new URL(standby.url)
const proxy = await tcpProxy(Number(away.port))
away.port = String(proxy.port)
const held = await holdable(primary.url)
const [node, withoutStandby] = await Promise.all([
  serverProcess(held.url, NOBODY, { READ_DATABASE_URL: standby.url }),
  serverProcess(primary.url, NOBODY, { READ_DATABASE_URL: away.href }),
])
await proxy.cut()
const owner = await aUser(db)
const pet = await aPet(db, owner)

const scan = async (cookie = '', at = node) => {
  const reply = await at.fetch(`/pet-detail/${pet.petId}`, { headers: { cookie } })
  return { status: reply.status, text: await reply.text() }
}

/** The number of connections that have looked up a tag last; the server shows the first 1,024 letters of their queries. */
async function lookUps(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*) from pg_stat_activity where query like '%case when shows_address then%' and pid <> pg_backend_pid()",
  )
  return rows[0]?.count ?? 0
}

async function scanAndCount(): Promise<number> {
  await scan()
  return lookUps(atStandby)
}

// CLU-1
test('a scan reads at the standby', async () => {
  await expect.poll(async () => (await scan()).status).toBe(200)
  await expect.poll(scanAndCount).toBeGreaterThan(0)
})

async function rename(petName: string, at = node) {
  const { rows } = await atPrimary.query<{ version: number }>('select version from pets where id = $1', [pet.id])
  const reply = await at.fetch(`/pets/${pet.id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...PET_FORM, petName, version: rows[0]?.version }),
  })
  expect(reply.status).toBe(200)
  return reply
}

/**
 * Waits until the standby, whose replay is paused, has lacked this name for longer than it may be behind, and a node that checks it
 * rarely, on a slow machine, has noticed.
 */
async function untilTooOld(petName: string): Promise<void> {
  const since = performance.now()
  await expect.poll(async () => (await scan()).text.includes(petName) && performance.now() - since > 3_000).toBe(true)
}

const pauseReplay = () => atStandby.query('select pg_wal_replay_pause()')
const resumeReplay = () => atStandby.query('select pg_wal_replay_resume()')

// CLU-1
test('while the standby lags, an owner sees a change at once, and others soon', async () => {
  await pauseReplay()
  const changed = await rename('Renamed')
  const [cookie = ''] = changed.headers.get('set-cookie')?.split(';') ?? []
  expect(cookie).toMatch(/^written=\d+$/)
  expect((await scan(cookie)).text).toContain('Renamed')
  await expect.poll(async () => (await scan()).text).toContain('Renamed')
  await resumeReplay()
})

// CLU-1
test('an admin sees a change of a street animal above the complaint form at once', async () => {
  const animal = await aStreetAnimal(db)
  const form = async (cookie = '') =>
    (await node.fetch(`/complaint?animal=${animal.petId}`, { headers: { cookie } })).text()
  await expect.poll(() => form()).toContain(animal.petName)
  // The standby has it, and is read again.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await pauseReplay()
  await atPrimary.query("update pets set pet_name = 'Changed' where id = $1", [animal.id])
  const { rows } = await atPrimary.query<{ position: string }>("select pg_current_wal_lsn() - '0/0' as position")
  expect(await form(`written=${rows[0]?.position}`)).toContain('Changed')
  await resumeReplay()
})

// CLU-1
test('without the standby scans read at the primary', async () => {
  expect(await scan('', withoutStandby)).toMatchObject({ status: 200, text: expect.stringContaining('Renamed') })
})

// CLU-1
test('a standby that lags is not read while the primary is slow', async () => {
  await expect.poll(scanAndCount).toBeGreaterThan(0)
  await pauseReplay()
  await rename('Slow', withoutStandby)
  await untilTooOld('Slow')
  held.hold()
  const scanned = scan()
  // The primary counts as away after a while, and the standby is behind all the same.
  await expect.poll(() => node.written()).toContain('"isPrimaryAway":true')
  const another = scan()
  held.release()
  expect((await another).text).toContain('Slow')
  // A scan waits five seconds at most, so on a slow machine this one may have been told to try again.
  expect((await scanned).text).not.toContain('Renamed')
  await resumeReplay()
})

// CLU-1, the last one, because the primary stays away.
test('while the primary is away, a standby that has all of it is read', async () => {
  await expect.poll(scanAndCount).toBeGreaterThan(0)
  await pauseReplay()
  await rename('Last', withoutStandby)
  await untilTooOld('Last')
  await primary.stop()
  expect(await scan()).toMatchObject({ status: 503, text: expect.not.stringContaining('Slow') })
  await resumeReplay()
  await expect.poll(async () => (await scan()).text).toContain('Last')
  for (let scans = 0; scans < 10; scans++) expect((await scan()).status).toBe(200)
})
