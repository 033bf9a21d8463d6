import { chmod, mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Under root, PostgreSQL runs as another user, which enters the data folder through its group. */
export const DATA_FOLDER_MODE = process.getuid?.() === 0 ? 0o710 : 0o700

/** Creates a folder that is safe from a power cut, and closes an existing one, which earlier versions left readable. */
export async function makePrivateFolder(folder: string, allowed = 0o700): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  for (let made = folder; first && made.length >= first.length; made = path.dirname(made))
    await writeThrough(path.dirname(made))

  const { mode } = await stat(folder)
  if ((mode & 0o777 & ~allowed) === 0) return
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) await close(path.join(folder, name), 0o600)
  await close(folder, mode & allowed)
}

/** Restricts the mode; a folder of another user, such as a mounted volume, keeps its own. */
async function close(name: string, mode: number): Promise<void> {
  await chmod(name, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM' && error.code !== 'ENOENT') throw error
  })
}

/** Syncs to disk. A new or renamed file survives a power cut only once its folder was synced, too. */
export async function writeThrough(name: string): Promise<void> {
  // Windows cannot sync a file that is open for reading.
  if (process.platform === 'win32') return
  const handle = await open(name, 'r')
  await handle.sync().finally(() => handle.close())
}
