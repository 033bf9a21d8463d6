import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * `connections` clients send requests one after the other for `seconds`. In `path` and `body`, `{petId}` is a random one of the first
 * `pets` pets and `{n}` a number never used before. Text is sent as latin1.
 */
export type Plan = {
  port: number
  connections: number
  seconds: number
  path: string
  pets?: number
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** The result; times in milliseconds. `refused` counts answers that were not a success. */
export type Load = {
  perSecond: number
  answers: number
  refused: number
  p50: number
  p99: number
  bytesAnAnswer: number
  /** The loader's share of one CPU core: near 1 it was the bottleneck and the figure is meaningless. */
  loaderBusy: number
}

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
