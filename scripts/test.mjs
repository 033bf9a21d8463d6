// `npm test`: installs and builds what is missing, runs every check, and counts. What failed is named at the end, so that the
// tail of a log is enough to find it. The last line is `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { runChecks, runNode } from './checks.mjs'
import { installChromium } from './chromium.mjs'
import { build, install, ROOT } from './prepare.mjs'
import { browserCount, browserFailures, suiteCount, unitCount, unitFailures, verdict } from './test-count.mjs'

const RESULTS = path.join(ROOT, 'test-results')
const UNIT_RESULTS = path.join(RESULTS, 'unit.json')
const BROWSER_RESULTS = path.join(RESULTS, 'e2e.json')

/** @import { Count } from './test-count.mjs' */

await install()
await installChromium()
await build()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const counts = await runChecks()
counts.push(
  await suite('browser tests', '@playwright/test/cli.js', ['test', '--config', 'e2e'], () =>
    browserCount(readResults(BROWSER_RESULTS)),
  ),
)
counts.push(
  await suite(
    'unit and API tests',
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_RESULTS}`],
    () => unitCount(readResults(UNIT_RESULTS)),
  ),
)

const failures = [
  ...(attempt(() => browserFailures(readResults(BROWSER_RESULTS))) ?? []),
  ...(attempt(() => unitFailures(readResults(UNIT_RESULTS))) ?? []),
]
for (const failure of failures) console.log(`failed: ${failure}`)
const { closingLine, exitCode } = verdict(counts)
process.exitCode = exitCode
console.log(closingLine)

/**
 * A test runner that writes its results into a file.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @param {() => Count} countOf
 * @returns {Promise<Count>}
 */
async function suite(title, program, args, countOf) {
  return suiteCount(await runNode(title, program, args), attempt(countOf))
}

/** @param {string} file */
function readResults(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * @template T
 * @param {() => T} work
 */
function attempt(work) {
  try {
    return work()
  } catch {
    return null
  }
}
