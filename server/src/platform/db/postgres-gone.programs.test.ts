import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { serverProcess } from '../../../test/server-process.ts'

const NOBODY = 'http://127.0.0.1:9'
const ACCOUNT = { username: 'meera', email: 'meera@example.org', password: 'marigold-7' }

// CFG-4, V16.5.2
test('if its database ends, the program logs it and exits; the next start has all data', async () => {
  // Without a database URL it starts the embedded database.
  const node = await serverProcess('', NOBODY)
  expect((await node.call(authCalls.signup, { body: ACCOUNT })).status).toBe(201)
  const [pid] = (await readFile(path.join(node.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(node.exitCode).toBe(1)
  await expect.poll(node.written).toContain('The embedded PostgreSQL has ended, and PetSetu ends, too: start it again.')

  const next = await serverProcess('', NOBODY, { DATA_DIR: node.dataDir })
  const { username, password } = ACCOUNT
  expect((await next.call(authCalls.signin, { body: { username, password } })).status).toBe(200)
  expect(await next.stop()).toBe(0)
})
