import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../config.ts'

const TRY_AGAIN_MS = 200

/**
 * Takes the data folder for this process, or answers null if another one still holds it after `patienceMs`.
 *
 * The lock is the operating system's, on a small SQLite file: it ends with the process however it ends, so that a
 * killed program leaves nothing behind that would stop the next start.
 */
export async function lockDataFolder(folder: string, patienceMs: number): Promise<{ release: () => void } | null> {
  makeFolder(folder)
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const file = new DatabaseSync(path.join(folder, 'lock.sqlite'))
    try {
      file.exec('begin exclusive')
      return { release: () => file.close() }
    } catch (error) {
      file.close()
      if (!isBusy(error)) throw error
      if (Date.now() >= giveUpAt) return null
      await pause(TRY_AGAIN_MS)
    }
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to, not '${folder}'.`, { cause })
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY
}
