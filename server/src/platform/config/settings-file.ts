import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError } from '../errors.ts'

const FILE = '.env'

/**
 * Adds the settings of `.env` to the environment, whose variables take precedence. Returns the names in the file. Rejects a
 * value that a # would cut off.
 */
export function loadSettingsFile(): string[] {
  if (!existsSync(FILE)) return []
  const text = readFile()
  rejectCutValues(text)
  process.loadEnvFile(FILE)
  return Object.keys(parseEnv(text))
}

function readFile(): string {
  try {
    return readFileSync(FILE, 'utf8')
  } catch (cause) {
    throw new ConfigError(`${FILE} must be a file that this user may read.`, { cause })
  }
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=(.*)$/gm

/** Node takes everything from a # on for a comment, also in the middle of an address or a password without quotes. */
function rejectCutValues(text: string): void {
  for (const [, name, value = ''] of text.matchAll(ASSIGNMENT)) {
    const at = value.indexOf('#')
    const isComment = at === -1 || /\s#(\s|$)/.test(value.slice(at - 1, at + 2))
    if (isComment || /^\s*["'`]/.test(value)) continue
    throw new ConfigError(`${name} in ${FILE} must be in quotes ("…"): without them a # begins a comment.`)
  }
}
