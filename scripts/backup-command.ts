// What the commands `backup` and `restore` share.
import { parseArgs } from 'node:util'
import { ConfigError } from '../server/src/config.ts'
import { Refusal } from '../server/src/errors.ts'

class UsageError extends Error {}

/** The folder that the command is given as its one option. */
export function folderArgument(option: 'to' | 'from', what: string): string {
  const usage = `Usage: npm run ${option === 'to' ? 'backup' : 'restore'} -- --${option} FOLDER, ${what}.`
  try {
    const { values } = parseArgs({ options: { [option]: { type: 'string' } } })
    const folder = values[option]
    if (typeof folder === 'string' && folder) return folder
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
  throw new UsageError(usage)
}

/** One line for what a person can mend, everything for a bug; the command has failed. */
export function report(error: unknown): void {
  const isExpected = error instanceof UsageError || error instanceof ConfigError || error instanceof Refusal
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
