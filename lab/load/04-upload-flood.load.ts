import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aPdf, complaintParts, FORM_TYPE, filePart, formBytes, MIB } from '../../server/test/attachments.ts'
import { type Asked, runClosedLoop } from '../../server/test/offered-load.ts'
import { serverProcess } from '../../server/test/server-process.ts'
import { createFixture, reportProfile, seconds, UNREACHABLE_URL } from './fixture.ts'
import { failuresOf, holdings, sampled } from './rows.ts'

const AT_ONCE = 60

const fixture = await createFixture()
const node = await serverProcess(fixture.url, UNREACHABLE_URL)

function upload(what: string, bytes: number): Asked {
  const body = formBytes([...complaintParts(), filePart(aPdf(bytes), 'proof.pdf')])
  return { what, method: 'POST', path: '/api/complaints/submit', headers: { 'content-type': FORM_TYPE }, body }
}

test('a flood of uploads, half of them too large', async () => {
  const fits = upload('5 MiB', 5 * MIB)
  const tooLarge = upload('6 MiB', 6 * MIB)
  const after = await holdings(node)
  const memory = sampled(() => node.memory(), 200)
  const outcome = await runClosedLoop(node.url, AT_ONCE, {
    until: seconds(8),
    next: (count) => (count % 2 ? fits : tooLarge),
  })
  const odd = outcome.answers.filter(({ what, status }) => status !== 503 && status !== (what === '5 MiB' ? 201 : 413))
  await expect.poll(() => readdir(path.join(node.dataDir, 'attachments/incoming')), { timeout: 10_000 }).toEqual([])
  const held = await after()
  const grown = (Math.max(...memory()) - held.memory[0]) / MIB
  await reportProfile({
    profile: `upload flood, ${AT_ONCE} at once`,
    outcome,
    faults: [...failuresOf(outcome), ...odd.map(({ what, status }) => `${what}: ${status}`)],
    ...held,
    goal: '201 or 413, RSS + < 150 MiB, nothing left',
    reached: `RSS + ${Math.round(grown)} MiB at most`,
    isReached: grown < 150,
  })
})
