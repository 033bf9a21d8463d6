// `npm test`: installs and builds what is missing, runs every check, and counts. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromiumPath, installChromium } from './chromium.mjs'
import { build, install, nodeProgram, ROOT } from './prepare.mjs'
import { browserCount, suiteCount, unitCount, verdict } from './test-count.mjs'

const RESULTS = path.join(ROOT, 'test-results')
const UNIT_RESULTS = path.join(RESULTS, 'unit.json')
const BROWSER_RESULTS = path.join(RESULTS, 'e2e.json')

/** @import { Count } from './test-count.mjs' */

await install()
await installChromium()
await build()
rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })

const counts = []
for (const room of ['contract', 'server', 'sandbox', 'web', '.']) {
  counts.push(await check(`types: ${room}`, 'typescript/bin/tsc', ['--project', room]))
}
counts.push(await check('format, lint and import arrows', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']))
counts.push(await check('unused code', 'knip/bin/knip.js', []))
counts.push(
  await suite(
    'unit and API tests',
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_RESULTS}`],
    () => unitCount(readResults(UNIT_RESULTS)),
  ),
)
counts.push(
  await suite('browser tests', '@playwright/test/cli.js', ['test', '--config', 'e2e'], () =>
    browserCount(readResults(BROWSER_RESULTS)),
  ),
)

const { closingLine, exitCode } = verdict(counts)
process.exitCode = exitCode
console.log(closingLine)

/**
 * A check that passes or fails as a whole.
 * @param {string} title
 * @param {string} program below node_modules
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function check(title, program, args) {
  const code = await runNode(title, program, args)
  console.log(code === 0 ? `ok: ${title}` : `FAILED: ${title}`)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

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

/**
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
function runNode(title, program, args) {
  console.log(`\n== ${title}`)
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromiumPath() ?? '',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  }
  return new Promise((resolve, reject) => {
    const child = spawn(nodeProgram(), [path.join(ROOT, 'node_modules', program), ...args], {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
