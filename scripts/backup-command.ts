// What the commands `backup` and `restore` share.
import { parseArgs } from 'node:util'
import { BackupError } from '../server/src/backup/backup-error.ts'
import { ConfigError } from '../server/src/config/config-error.ts'
import { HttpError } from '../server/src/errors.ts'

class UsageError extends Error {}

/** The folder in the command's only option. */
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

/** Prints one line for an error that a person can fix, everything for a bug, and sets the exit code. */
export function report(error: unknown): void {
  const isExpected =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    error instanceof BackupError ||
    error instanceof HttpError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
