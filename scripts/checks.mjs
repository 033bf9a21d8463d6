// `npm run check`, and the first part of `npm test`: what can be said of the code without running it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath } from './chromium.mjs'
import { COMPILED, install, nodeProgram, ROOT } from './prepare.mjs'
import { verdict } from './test-count.mjs'

/** @import { Count } from './test-count.mjs' */

// Each with a tsconfig.json.
const TYPED_FOLDERS = ['languages', 'contract', 'server', 'sandbox', 'web', 'faults', 'load', 'cluster', 'upgrade', '.']

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await install()
  const { closingLine, exitCode } = verdict(await runChecks())
  process.exitCode = exitCode
  console.log(closingLine)
}

export async function runChecks() {
  const counts = []
  for (const folder of TYPED_FOLDERS) {
    counts.push(await check(`types: ${folder}`, 'typescript/bin/tsc', ['--project', folder]))
  }
  counts.push(await check('format and lint', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings']))
  counts.push(await check('import directions', '../scripts/check-imports.ts', []))
  counts.push(await check('texts in all languages', '../scripts/languages.ts', ['--check']))
  counts.push(await check('unused code', 'knip/bin/knip.js', []))
  return counts
}

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
 * Runs a program of node_modules under the project's Node, and answers its exit code.
 * @param {string} title
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runNode(title, program, args) {
  console.log(`\n== ${title}`)
  const env = {
    ...process.env,
    CHROMIUM_PATH: chromiumPath() ?? '',
    NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    // Saves a fifth of the tests' work: their hundreds of processes load the same libraries.
    NODE_COMPILE_CACHE: COMPILED,
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
