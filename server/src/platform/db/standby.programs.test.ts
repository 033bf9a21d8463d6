import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../test/harness.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { openPool } from './pool.ts'
import { isConfirmedByStandby } from './prepare-database.ts'

const database = await emptyDatabase()
const WARNING = 'a commit waits for none of them'

// CLU-1
test('a start warns if several database servers were asked for and none confirms', async () => {
  const warned = await serverProcess(database.url, 'http://127.0.0.1:9', { DATABASE_NODES: '3' })
  await expect.poll(warned.written).toContain(WARNING)
  const silent = await serverProcess(database.url, 'http://127.0.0.1:9')
  expect(silent.written()).not.toContain(WARNING)
})

// CLU-1
test('a start warns if nothing answers where scans are to be read', async () => {
  const node = await serverProcess(database.url, 'http://127.0.0.1:9', {
    READ_DATABASE_URL: 'postgres://127.0.0.1:9/petsetu',
  })
  await expect.poll(node.written).toMatch(/ECONNREFUSED.*the server at READ_DATABASE_URL does not answer/)
})

// CLU-1
test('an ordinary role sees whether commits wait for a standby', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-standby-'))
  const postgres = await startEmbeddedPostgres(folder)
  const owner = openPool(postgres.url, () => {})
  const url = new URL(postgres.url)
  url.username = 'visitor'
  const ordinary = openPool(url.href, () => {})
  onTestFinished(async () => {
    await Promise.all([owner.end(), ordinary.end()])
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await owner.query(`create role visitor login password '${url.password}'`)
  expect(await isConfirmedByStandby(ordinary)).toBe(false)

  // From here on a commit would wait for ever, so nothing is written any more.
  await owner.query("alter system set synchronous_standby_names = '*'")
  await owner.query('select pg_reload_conf()')
  await expect.poll(() => isConfirmedByStandby(ordinary)).toBe(true)
  const local = openPool(`${url.href}?options=-c%20synchronous_commit%3Dlocal`, () => {})
  expect(await isConfirmedByStandby(local)).toBe(false)
  await local.end()
})
