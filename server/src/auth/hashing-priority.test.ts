import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/harness.ts'
import { serverProcess } from '../../test/server-process.ts'

const database = await testDatabase()
afterAll(() => database.drop())

test.runIf(process.platform === 'linux')(
  'AUTH-13 V15.2.2 the threads that hash passwords give way to the one that answers',
  { timeout: 60_000 },
  async () => {
    const server = await serverProcess(database.url, 'http://127.0.0.1:9')
    const threads = await server.threads()
    const hashing = threads.filter(({ name }) => name === 'libuv-worker')

    expect(hashing.length).toBeGreaterThanOrEqual(4)
    expect(new Set(hashing.map(({ nice }) => nice))).toEqual(new Set([10]))
    expect(threads.find(({ name }) => name === 'MainThread')?.nice).toBe(0)
  },
)
