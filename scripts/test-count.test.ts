import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chromiumPath } from './chromium.mjs'
import {
  browserCount,
  browserFailures,
  suiteCount,
  unitCount,
  unitFailures,
  verdict,
  WHEN_IT_FAILED,
} from './test-count.mjs'

// CFG-2
test('the last line counts everything, and one failure makes the run fail', () => {
  const good = { passed: 3, failed: 0 }
  expect(verdict([good, { passed: 1, failed: 0 }])).toEqual({ closingLine: '4 passed, 0 failed', exitCode: 0 })
  expect(verdict([good, { passed: 0, failed: 2 }])).toEqual({ closingLine: '3 passed, 2 failed', exitCode: 1 })
  expect(verdict([])).toEqual({ closingLine: '0 passed, 0 failed', exitCode: 1 })
})

// CFG-2
test('a test that was skipped or passed only at the second try has failed', () => {
  expect(unitCount({ numPassedTests: 7, numTotalTests: 9 })).toEqual({ passed: 7, failed: 2 })
  expect(browserCount({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 } })).toEqual({
    passed: 5,
    failed: 3,
  })
})

// CFG-2
test('a runner that dies, leaves no results or runs nothing counts as a failure', () => {
  expect(suiteCount(0, { passed: 4, failed: 0 })).toEqual({ passed: 4, failed: 0 })
  expect(suiteCount(1, { passed: 4, failed: 2 })).toEqual({ passed: 4, failed: 2 })
  expect(suiteCount(1, { passed: 4, failed: 0 })).toEqual({ passed: 4, failed: 1 })
  expect(suiteCount(1, null)).toEqual({ passed: 0, failed: 1 })
  expect(suiteCount(0, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 })
})

// CFG-2
test('each test that did not pass is named with its message in one line', () => {
  const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }
  const failed = {
    fullName: 'divides',
    status: 'failed',
    failureMessages: ['expected 1 to be 2\n    at sum.test.ts:3'],
  }
  expect(
    unitFailures({
      testResults: [
        { name: 'sum.test.ts', message: '', assertionResults: [passed, failed] },
        { name: 'broken.test.ts', message: 'cannot be read\nat line 1', assertionResults: [] },
      ],
    }),
  ).toEqual([
    'sum.test.ts: divides: expected 1 to be 2 | at sum.test.ts:3',
    'broken.test.ts: cannot be read | at line 1',
  ])
  const spec = (title: string, status: string, message = '') => {
    return {
      title,
      file: 'home.e2e.ts',
      ok: status === 'expected',
      tests: [{ status, results: [{ error: { message }, errorLocation: { line: 7 } }] }],
    }
  }
  const inner = { specs: [spec('is skipped', 'skipped')] }
  expect(
    browserFailures({
      suites: [
        {
          specs: [spec('opens', 'expected'), spec('closes', 'flaky', '\u001b[31mlate\u001b[39m\n  by 3 s')],
          suites: [inner],
        },
      ],
    }),
  ).toEqual(['home.e2e.ts:7: closes: late | by 3 s', 'home.e2e.ts: is skipped: skipped'])
})

// CFG-2
test('a story that did not pass is named with what its pages showed', () => {
  const attachments = [
    { name: 'trace' },
    { name: WHEN_IT_FAILED, body: Buffer.from('/login: Log in\nह').toString('base64') },
  ]
  const results = [{ error: { message: 'late' }, errorLocation: { line: 7 }, attachments }]
  const spec = { title: 'closes', file: 'home.e2e.ts', ok: false, tests: [{ status: 'unexpected', results }] }
  expect(browserFailures({ suites: [{ specs: [spec] }] })).toEqual(['home.e2e.ts:7: closes: late | /login: Log in | ह'])
})

// CFG-2
test('npm test and .ci/run lead to the same script, and a Chromium is found', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  expect(scripts.test).toBe('node scripts/test.mjs')
  expect(readFileSync('.ci/run', 'utf8')).toContain('npm test')
  const { status, stdout } = spawnSync(chromiumPath() ?? '', ['--version'], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stdout).toMatch(/Chrom/)
})
