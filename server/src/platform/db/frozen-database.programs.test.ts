import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { afterAll, expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { freePort } from '../../../test/free-port.ts'
import { submit } from '../../../test/paying-app.ts'
import { sendEvent } from '../../../test/payment-state.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { openDb, openPool } from './pool.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-frozen-'))
const postgres = await startEmbeddedPostgres(folder, { port: String(await freePort()), fsync: 'off' })
const pool = openPool(postgres.url, () => {})
const db = openDb(pool)
afterAll(async () => {
  await signalAll('SIGCONT')
  await pool.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
const node = await serverProcess(postgres.url, 'http://127.0.0.1:9')

/** The postmaster first, so that it does not start new processes. */
async function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [pid = ''] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), signal)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of children.trim().split(' ')) signalIfThere(Number(child), signal)
}

/** A child process may end between being listed and being signalled. */
function signalIfThere(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// API-5, V16.5.2
test('a frozen database makes the process answer 503, and it recovers afterwards', async () => {
  const user = await aUser(db)
  const admin = await anAdmin(db)
  const asks = {
    scan: () => node.fetch('/pet-detail/ABCD-EFGH-JKMN'),
    list: () => node.call(petCalls.listOwn, { query: {} }, user),
    adminList: () => node.call(petCalls.listAll, { query: {} }, admin),
    signin: () =>
      node.fetch('/auth/signin', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.username, password: PASSWORD }),
      }),
    complaint: () => submit(node),
    ready: () => node.fetch('/readyz'),
  }
  const statuses = async () =>
    Object.fromEntries(await Promise.all(Object.entries(asks).map(async ([what, ask]) => [what, (await ask()).status])))
  const served = { scan: 404, list: 200, adminList: 200, signin: 200, complaint: 201, ready: 200 }
  await expect.poll(statuses).toEqual(served)

  await signalAll('SIGSTOP')
  // More requests than connections, some of which are open and some still to be opened.
  const asked = Promise.all(Array.from({ length: 6 }, statuses))
  let isOver = false
  void asked.finally(() => {
    isOver = true
  })
  while (!isOver) {
    expect((await node.fetch('/healthz')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const away = { scan: 503, list: 503, adminList: 503, signin: 503, complaint: 503, ready: 503 }
  expect(await asked).toEqual(Array(6).fill(away))
  expect(await statuses()).toEqual(away)

  await signalAll('SIGCONT')
  await expect.poll(statuses).toEqual(served)
  await sendEvent(node, '{"event":"settlement.processed","payload":{}}', { eventId: 'after the frost' })
  const processed = async () => (await pool.query('select processed_at from webhook_inbox')).rows
  await expect.poll(processed, { timeout: 120_000 }).toEqual([{ processed_at: expect.any(Date) }])
}, 240_000)
