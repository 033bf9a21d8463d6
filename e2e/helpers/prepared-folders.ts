import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const NAME = 'PREPARED_FOLDERS'

/** Names the place where the workers of a run keep prepared data folders, and removes it at the end. */
export default async function setup(): Promise<() => Promise<void>> {
  const place = await mkdtemp(path.join(tmpdir(), 'petsetu-prepared-'))
  // PostgreSQL may run as another user, who has to pass.
  await chmod(place, 0o711)
  process.env[NAME] = place
  return () => rm(place, { recursive: true, force: true })
}

/**
 * Fills a new data folder with a copy of the one that `prepare` has made once in this run: to create and migrate a database takes
 * seconds, and to fill it longer. Outside a run it does nothing.
 */
export async function copyPrepared(
  kind: string,
  dataDir: string,
  prepare: (folder: string) => Promise<void>,
): Promise<void> {
  const place = process.env[NAME]
  if (!place) return
  const prepared = path.join(place, kind)
  if (!(await exists(prepared))) {
    const unfinished = await mkdtemp(`${prepared}-`)
    await prepare(unfinished)
    await rename(unfinished, prepared).catch(async (error: unknown) => {
      // Another worker was quicker.
      if (!(await exists(prepared))) throw error
      await rm(unfinished, { recursive: true, force: true })
    })
  }
  // Also keeps the owners, of whom one is PostgreSQL's.
  await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir])
}

function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  )
}
