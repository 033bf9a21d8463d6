import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchOnce } from '../test/fetch-once.ts'
import { readConfig } from './platform/config/config.ts'
import { startSandbox } from './sandbox-process.ts'

// The subject of the test is slowness: the start used to give up after ten seconds.
const SLOW_MS = 11_000

test('on a slow machine the start waits for the sandbox', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const starting = startSandbox(readConfig({ DATA_DIR: folder, SANDBOX_PORT: '0' }))
  const child = await vi.waitFor(sandboxOfOurs)
  process.kill(child, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  process.kill(child, 'SIGCONT')

  const sandbox = await starting
  onTestFinished(sandbox.stop)
  expect((await fetchOnce(sandbox.mailPage)).status).toBe(200)
}, 60_000)

async function sandboxOfOurs(): Promise<number> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  for (const child of children.trim().split(' ')) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('sandbox/src/main.ts')) return Number(child)
  }
  throw new Error('The sandbox has not begun to start')
}
