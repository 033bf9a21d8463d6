import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from '../errors.ts'

const FILE = '.env'

/** Adds the settings of `.env` to the environment, whose variables take precedence. Returns the names in the file. */
export function loadSettingsFile(): string[] {
  if (!existsSync(FILE)) return []
  try {
    process.loadEnvFile(FILE)
    return Object.keys(parseEnv(readFileSync(FILE, 'utf8')))
  } catch (cause) {
    throw new ConfigError(`${FILE} must be a file that this user may read.`, { cause })
  }
}
