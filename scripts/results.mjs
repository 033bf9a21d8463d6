// Long runs write what they measured into `lab/results/<day>.md`, with the commit. No other document repeats the figures.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build, install, ROOT } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const RESULTS = path.join(ROOT, 'lab/results')
const LINES_MAX = 200

/**
 * Installs and builds what is missing, runs a program and records the end of its output. Ends this process with the program's exit code.
 * @param {string} command as one types it, without its arguments
 * @param {string} program a path below the project's root
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv, from?: RegExp }} [options] `from` matches the first line of the result; by default
 *   the last lines are recorded
 */
export async function runRecorded(command, program, { args = [], env = {}, from } = {}) {
  await install()
  await build()
  const given = process.argv.slice(2)
  const [startedAt, load] = [new Date(), loadavg()[0] ?? 0]
  const { code, output } = await runNode(program, [...args, ...given], { env, isKept: true })
  const minutes = Math.round((Date.now() - startedAt.getTime()) / 6_000) / 10
  const day = startedAt.toISOString().slice(0, 10)
  const file = path.join(RESULTS, `${day}.md`)
  mkdirSync(RESULTS, { recursive: true })
  const title = existsSync(file) ? '' : `# Results of ${day}\n`
  appendFileSync(
    file,
    `${title}
## \`${[command, ...(given.length > 0 ? ['--', ...given] : [])].join(' ')}\`

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
