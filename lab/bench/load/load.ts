import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Load, Plan } from './plan.ts'

const LOADER = path.join(import.meta.dirname, 'loader.ts')

/** Runs a load. Rejects if any answer was not a success, because such figures are meaningless. */
export async function load(plan: Plan): Promise<Load> {
  const running = promisify(execFile)(process.execPath, [...process.execArgv, LOADER])
  running.child.stdin?.end(JSON.stringify(plan))
  const { stdout } = await running
  const result = JSON.parse(stdout) as Load
  if (result.refused > 0 || result.answers === 0) {
    throw new Error(`${plan.path}: ${result.refused} of ${result.answers} answers were no success`)
  }
  return result
}
