import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
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
  const child = await vi.waitFor(childOfOurs)
  process.kill(child, 'SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  process.kill(child, 'SIGCONT')

  const sandbox = await starting
  onTestFinished(sandbox.stop)
  expect((await fetchOnce(sandbox.mailPage)).status).toBe(200)
}, 60_000)

function childOfOurs(): number {
  return Number(execFileSync('pgrep', ['--parent', String(process.pid), '--full', 'sandbox/src/main.ts']))
}
