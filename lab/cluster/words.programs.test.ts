import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

// CLU-1
test('a word that is in the name of no break ends the run before it starts', async () => {
  const child = spawn(process.execPath, ['lab/cluster/main.ts', 'killed', 'dsk'])
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect([child.exitCode, out]).toEqual([1, ''])
  expect(error).toMatch(/^Nothing that happens has 'dsk' in its name:\nleader killed .*\n/)
  expect(error).toContain('disk of the leader full')
})
