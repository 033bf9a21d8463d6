// `npm run bench`, `load`, `faults` and the other runs below: each measures or breaks the program for a while, and writes the end of what it
// says into `lab/results/<day>.md`, with the commit. No other document repeats the figures.
import { execFileSync } from 'node:child_process'
import fs, { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { installChromium } from './chromium.mjs'
import { findProgram, installFromDebian } from './debian.mjs'
import { build, install, ROOT } from './prepare.mjs'
import { runNode } from './run-node.mjs'

/**
 * `program` is a path below the project's root; `from` matches the first line of the result, which is by default the last lines. `prepare`
 * installs what the run needs besides the packages.
 * @typedef {{ program: string, args?: string[], env?: () => NodeJS.ProcessEnv, from?: RegExp, prepare?: () => Promise<void> }} Run
 */

const VITEST = 'node_modules/vitest/vitest.mjs'
const RESULTS = path.join(ROOT, 'lab/results')
const LINES_MAX = 200

const firefox = () => findProgram('firefox-esr') ?? findProgram('firefox')
// Debian keeps the browser of its WebKit beside the library, whose folder names the machine and the version.
const miniBrowser = () => fs.globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0] ?? null

const [name = '', ...given] = process.argv.slice(2)

/** @type {Record<string, Run>} */
const RUNS = {
  // Every important path beside small references, in one table (see docs/scaling.md).
  bench: { program: 'lab/bench/bench.ts', from: /^All together:/ },
  // A helper's phone at a camp.
  'bench:camp': { program: 'lab/bench/camp.ts', prepare: installChromium },
  // Every page before sign-in with Lighthouse.
  'bench:pages': { program: 'lab/bench/pages.ts', from: /^Pages before sign-in/, prepare: installChromium },
  // Breaks a cluster of three databases and two nodes of the program under load.
  cluster: { program: 'lab/cluster/main.ts' },
  // Breaks everything around payments and checks the result by the provider's ledger.
  faults: { program: 'lab/faults/src/main.ts' },
  // Puts the program under load, profile after profile, and prints one table.
  load: {
    program: VITEST,
    args: ['run', '--config', 'lab/load/vitest.config.ts'],
    from: /^profile +requests/,
  },
  // The main stories in Chromium, Firefox and WebKit.
  'test:browsers': {
    program: VITEST,
    args: ['run', '--config', 'lab/browsers/vitest.config.ts'],
    env: () => ({ FIREFOX_PATH: firefox() ?? '', MINI_BROWSER_PATH: miniBrowser() ?? '' }),
    prepare: installBrowsers,
  },
  // Every test of the server once more, its databases reached through PgBouncer in transaction mode.
  'test:pgbouncer': {
    program: VITEST,
    args: ['run', ...(given.length > 0 ? [] : ['server/'])],
    env: () => ({ THROUGH_PGBOUNCER: 'on' }),
  },
  // The version before this release, then both on one database while this one migrates it. Ends with 1 where a goal was missed.
  upgrade: { program: 'lab/upgrade/main.ts' },
}

const run = RUNS[name]
if (!run) throw new Error(`Name one of ${Object.keys(RUNS).join(', ')}`)
await install()
await run.prepare?.()
await build()
await runRecorded(run)

async function installBrowsers() {
  await installChromium()
  const missing = [
    ...(firefox() ? [] : ['firefox-esr']),
    ...(miniBrowser() && findProgram('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
    ...(findProgram('Xvfb') ? [] : ['xvfb']),
  ]
  if (missing.length > 0) await installFromDebian(missing, 'for the stories in three browsers')
}

/**
 * Runs a program and records the end of its output. Ends this process with the program's exit code.
 * @param {Run} run
 */
async function runRecorded({ program, args = [], env, from }) {
  const [startedAt, load] = [new Date(), loadavg()[0] ?? 0]
  const { code, output } = await runNode(program, [...args, ...given], { env: env?.() ?? {}, isKept: true })
  const minutes = Math.round((Date.now() - startedAt.getTime()) / 6_000) / 10
  const day = startedAt.toISOString().slice(0, 10)
  const file = path.join(RESULTS, `${day}.md`)
  mkdirSync(RESULTS, { recursive: true })
  const title = existsSync(file) ? '' : `# Results of ${day}\n`
  appendFileSync(
    file,
    `${title}
## \`${[`npm run ${name}`, ...(given.length > 0 ? ['--', ...given] : [])].join(' ')}\`

Commit ${commit()}. ${minutes} minutes on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), whose load was ${load.toFixed(1)} at the start. Exit code ${code}.

\`\`\`
${resultOf(output, from)}
\`\`\`
`,
  )
  console.log(`Recorded in ${path.relative(ROOT, file)}`)
  process.exitCode = code
}

function commit() {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  return `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no', '--', ':!lab/results') ? ', with changes that were not committed' : ''}`
}

/**
 * @param {string} output
 * @param {RegExp} [from]
 */
function resultOf(output, from) {
  const lines = stripVTControlCharacters(output).replaceAll(ROOT, '.').trimEnd().split('\n')
  const start = from ? lines.findLastIndex((line) => from.test(line)) : -1
  return lines.slice(Math.max(start, lines.length - LINES_MAX, 0)).join('\n')
}
