import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './prepare.mjs'

const FAMILIES =
  'APP|AUTH|PET|TAG|PHO|CMP|PLN|MEM|PAY|RPT|ADM|API|CFG|LNG|ACC|MAIL|FND|PRV|CASE|MBR|CAR|RCP|DON|DSK|OFF|WEB|CLU'

function idsIn(text: string): Set<string> {
  return new Set(text.match(new RegExp(`\\b(${FAMILIES})-\\d{1,2}\\b`, 'g')))
}

test('docs/requirements.md describes every requirement that a test names', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.e2e.ts'], { cwd: ROOT, encoding: 'utf8' })
  const cited = files
    .trim()
    .split('\n')
    .flatMap((file) => [...idsIn(readFileSync(path.join(ROOT, file), 'utf8'))])
  const explained = idsIn(readFileSync(path.join(ROOT, 'docs/requirements.md'), 'utf8'))

  expect(cited.length).toBeGreaterThan(100)
  expect([...new Set(cited)].filter((id) => !explained.has(id))).toEqual([])
})
