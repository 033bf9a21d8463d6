// `npm test` and `npm run test:all`: install and build what is missing, run the checks and the tests of their lane, and count. What
// failed is named at the end, so that the tail of a log is enough to find it. The last line is `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runChecks } from './checks.mjs'
import { installChromium } from './chromium.mjs'
import { build, install, ROOT } from './prepare.mjs'
import { runNode } from './run-node.mjs'
import { browserCount, browserFailures, suiteCount, unitCount, unitFailures, verdict } from './test-count.mjs'

/** @import { Count } from './test-count.mjs' */
/** @typedef {{ count: Count, failures: string[] }} Outcome */

const RESULTS = path.join(ROOT, 'test-results')

const QUICK_PROJECTS = ['sharing', 'pages']

// These lock and write most, so they run once more through PgBouncer. `npm run test:pgbouncer` runs every test of the server so.
const POOLED = [
  'server/src/payments/',
  'server/src/people/auth/session',
  'server/src/people/auth/signin-',
  'server/src/platform/jobs/',
]

// Linux keeps the files in this folder in memory. Nothing of a test outlives it, and on a disk databases and browsers spend much of their time writing.
const IN_MEMORY = '/dev/shm'
const IN_MEMORY_GIB_MIN = 8
const ON_DISK = tmpdir()

const isAll = process.argv.includes('--all')
const running = new Set(['the set-up'])
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    console.log(`${signal} while running ${[...running].join(' and ')}`)
    process.exit(1)
  })
}

await install()
await installChromium()
await build()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

if (freeGiB(IN_MEMORY) >= IN_MEMORY_GIB_MIN) process.env.TMPDIR = IN_MEMORY

/** @type {Outcome[]} */
const outcomes = []
running.clear()
// The compiler keeps one core busy for most of its time, and the stories wait for their pages.
await Promise.all([
  step('the checks', async () => outcomes.push(...(await runChecks()).map((count) => ({ count, failures: [] })))),
  step('browser stories', async () => outcomes.push(await playwright(isAll ? [] : ['--grep', '@journey']))),
])
const react = isAll ? 'development' : 'production'
await step('unit, API and page tests', async () =>
  outcomes.push(await vitest('unit', projectArgs(QUICK_PROJECTS), { REACT_BUILD: react })),
)
if (isAll) {
  // By themselves: they keep both cores busy, and whoever runs beside them waits.
  await step('tests that start programs', async () =>
    outcomes.push(await vitest('programs', projectArgs(['programs']))),
  )
  await step('server tests through PgBouncer', async () =>
    outcomes.push(await vitest('pgbouncer', ['--project', 'sharing', ...POOLED], { THROUGH_PGBOUNCER: 'on' })),
  )
  await step('the upgrade from the version before', async () => outcomes.push(await upgrade()))
}

for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`)
const { closingLine, exitCode } = verdict(outcomes.map(({ count }) => count))
process.exitCode = exitCode
console.log(closingLine)

/**
 * @param {string} title
 * @param {() => Promise<unknown>} work
 */
async function step(title, work) {
  running.add(title)
  console.log(`\n== ${title}`)
  const startedAt = Date.now()
  await work()
  running.delete(title)
  console.log(`== ${title} took ${Math.round((Date.now() - startedAt) / 1_000)} s`)
}

/** @param {string} folder */
function freeGiB(folder) {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = statfsSync(folder)
  return (bavail * bsize) / 1024 ** 3
}

/** @param {string[]} projects */
function projectArgs(projects) {
  return projects.flatMap((name) => ['--project', name])
}

/**
 * @param {string} name of the file with the results
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
async function vitest(name, args, env = {}) {
  const file = path.join(RESULTS, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./scripts/long-running.ts']
  const { code } = await runNode(
    'node_modules/vitest/vitest.mjs',
    ['run', ...reporters, `--outputFile.json=${file}`, ...args],
    { env },
  )
  const results = readResults(file)
  return { count: suiteCount(code, results && unitCount(results)), failures: results ? unitFailures(results) : [] }
}

/**
 * @param {string[]} args
 * @returns {Promise<Outcome>}
 */
async function playwright(args) {
  const { code } = await runNode('node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e', ...args])
  const results = readResults(path.join(RESULTS, 'e2e.json'))
  return {
    count: suiteCount(code, results && browserCount(results)),
    failures: results ? browserFailures(results) : [],
  }
}

/** @returns {Promise<Outcome>} */
async function upgrade() {
  // The version before stays there for the next run.
  const { code } = await runNode('lab/upgrade/main.ts', ['--short'], { env: { TMPDIR: ON_DISK } })
  return code === 0
    ? { count: { passed: 1, failed: 0 }, failures: [] }
    : { count: { passed: 0, failed: 1 }, failures: ['the upgrade, see its output above'] }
}

/**
 * Null if the runner left no results.
 * @param {string} file
 */
function readResults(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
