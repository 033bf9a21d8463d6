import { access, constants } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { ConfigError } from '../errors.ts'
import { DATA_FOLDER_MODE, makePrivateFolder } from '../files/private-folder.ts'

export const LOCK_FILE = 'lock.sqlite'

const TRY_AGAIN_MS = 200

/**
 * Locks the data folder for this process; null if another one still holds it after `patienceMs`.
 *
 * It is the operating system's lock on a small SQLite file, which ends with the process, so that a killed program leaves no
 * stale lock.
 */
export async function lockDataFolder(folder: string, patienceMs: number): Promise<{ release: () => void } | null> {
  await makeFolder(folder)
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const file = new DatabaseSync(path.join(folder, LOCK_FILE))
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

async function makeFolder(folder: string): Promise<void> {
  try {
    await makePrivateFolder(folder, DATA_FOLDER_MODE)
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR must be a folder that can be written to, not '${folder}'.`, { cause })
  }
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return (error as { errcode?: unknown }).errcode === SQLITE_BUSY
}
