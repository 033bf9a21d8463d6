import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ErasuresError } from '../server/src/people/privacy/erasing/erasures.ts'
import { type Config, readConfig } from '../server/src/platform/config/config.ts'
import { loadSettingsFile } from '../server/src/platform/config/settings-file.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { ConfigError, HttpError } from '../server/src/platform/errors.ts'
import { createLog } from '../server/src/platform/log.ts'
import { BackupError } from '../server/src/site/backup/manifest.ts'

/** Wrong usage of a command; the message explains the right one. */
export class UsageError extends Error {}

// A person can put these errors right; any other error is a bug.
const EXPECTED = [UsageError, ConfigError, BackupError, ErasuresError, HttpError]
// The same holds for these of the system: a full disk, a folder that is not there or is closed. Most messages name the place.
const EXPECTED_CODES = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']

/** Runs a command with the settings of `.env`. Prints one line for an error that a person can put right, everything for a bug. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    loadSettingsFile()
    await work()
  } catch (error) {
    console.error(isExpected(error) ? error.message : error)
    process.exitCode = 1
  }
}

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && EXPECTED_CODES.includes(code)) return true
  return EXPECTED.some((expected) => error instanceof expected)
}

/** Warnings go to standard error, because what a command prints may be a file. */
export const commandLog = () => createLog('warn', process.stderr)

/** Runs a command on the configured database, whether or not the program runs, and prints its result. */
export function runOnDatabase(work: (database: Database, config: Config) => Promise<string>): Promise<void> {
  return runCommand(async () => {
    const config = readConfig(process.env)
    const database = await openDatabase(config, commandLog(), 'alongside')
    try {
      console.log(await work(database, config))
    } finally {
      await database.close()
    }
  })
}

/** Parses the arguments; unknown ones throw an error with `usage`. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
