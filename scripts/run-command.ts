import { existsSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../server/src/config.ts'
import { type Database, openDatabase } from '../server/src/db/database.ts'
import { Refusal } from '../server/src/errors.ts'
import { createLog } from '../server/src/log.ts'

/** A command that was called in a way that it does not understand; its message says how. */
export class UsageError extends Error {}

/** Runs a command on the database of the settings, beside the program or without it, and prints what it answers. */
export async function runCommand(work: (database: Database, config: Config) => Promise<string>): Promise<void> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env')
    const config = readConfig(process.env)
    const database = await openDatabase(config, createLog('warn'), 'alongside')
    try {
      console.log(await work(database, config))
    } finally {
      await database.close()
    }
  } catch (error) {
    const isExpected = error instanceof UsageError || error instanceof ConfigError || error instanceof Refusal
    console.error(isExpected ? error.message : error)
    process.exitCode = 1
  }
}

/** What stands behind the command's name; words that it does not know are refused with `usage`. */
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
