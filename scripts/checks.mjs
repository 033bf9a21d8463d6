// `npm run check`, and the first part of `npm test`: what can be said of the code without running it.
import { fileURLToPath } from 'node:url'
import { install } from './prepare.mjs'
import { runNode } from './run-node.mjs'
import { verdict } from './test-count.mjs'

/** @import { Count } from './test-count.mjs' */

/** @typedef {{ title: string, program: string, args: string[] }} Check */

// The compiler keeps what it found in `.cache/types`, so that a second run checks only what has changed since. Types take half of the
// time: they run beside all others.
/** @type {Check[][]} */
const SIDE_BY_SIDE = [
  [{ title: 'types', program: 'node_modules/typescript/bin/tsc', args: ['--build', '.', 'web'] }],
  [
    {
      title: 'format and lint',
      program: 'node_modules/@biomejs/biome/bin/biome',
      args: ['ci', '--colors=off', '--error-on-warnings'],
    },
    { title: 'import directions', program: 'scripts/checks/import-directions.ts', args: [] },
    { title: 'comments', program: 'scripts/checks/comments.ts', args: [] },
    { title: 'texts in all languages', program: 'scripts/languages.ts', args: ['--check'] },
    { title: 'unused code', program: 'node_modules/knip/bin/knip.js', args: [] },
  ],
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install()
  const { closingLine, exitCode } = verdict(await runChecks())
  process.exitCode = exitCode
  console.log(closingLine)
}

/** @returns {Promise<Count[]>} */
export async function runChecks() {
  const counts = await Promise.all(SIDE_BY_SIDE.map(inTurn))
  return counts.flat()
}

/** @param {Check[]} checks */
async function inTurn(checks) {
  const counts = []
  for (const check of checks) counts.push(await run(check))
  return counts
}

/**
 * A check passes or fails as a whole. Its output appears at its end, in one piece.
 * @param {Check} check
 * @returns {Promise<Count>}
 */
async function run({ title, program, args }) {
  const startedAt = Date.now()
  const { code, output } = await runNode(program, args, { isShown: false, isKept: true })
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${title} (${seconds} s)${code === 0 ? '' : `\n${output}`}`)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}
