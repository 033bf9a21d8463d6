import { spawn } from 'node:child_process'
import path from 'node:path'
import { chromiumPath } from './chromium.mjs'
import { COMPILED, nodeProgram, ROOT } from './prepare.mjs'

/**
 * Runs a program under the project's Node, in the project's folder.
 * @param {string} program a path below the project's root
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isShown?: boolean, isKept?: boolean }} [options] `isShown`: the output appears here while the program
 *   runs; `isKept`: it is returned
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runNode(program, args, { env = {}, isShown = true, isKept = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = isKept ? 'pipe' : 'inherit'
    const child = spawn(nodeProgram(), [path.join(ROOT, program), ...args], {
      cwd: ROOT,
      env: {
        ...process.env,
        CHROMIUM_PATH: chromiumPath() ?? '',
        // Saves a fifth of the tests' work: their hundreds of processes load the same libraries.
        NODE_COMPILE_CACHE: COMPILED,
        ...env,
      },
      stdio: ['ignore', stdio, stdio],
    })
    let output = ''
    for (const [from, to] of /** @type {const} */ ([
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])) {
      from?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (isShown) to.write(text)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
