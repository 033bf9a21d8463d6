import fs from 'node:fs'
import fsp from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import type { Edge } from './edge.ts'

/** Intercepts the attachments' file operations and tracks unsynced data, so that a power cut can remove it. */
export type Disk = {
  /** The process that the file operations belong to; null for none. */
  belongsTo: (edge: Edge | null) => void
  /** Removes everything that was not synced: bytes of new files and renames. */
  cutPower: () => void
}

type Done = (error: Error | null, result?: unknown) => void

type Step = (moment: 'before' | 'after', what: string) => Promise<void>

/** Writes that a power cut would undo: data of files, by descriptor or name, and renames. */
type Unsynced = { data: Map<number | string, string>; renames: { from: string; to: string }[] }

/** Intercepts file operations below this folder until the process exits. */
export function watchDisk(folder: string): Disk {
  let owner: Edge | null = null
  const unsynced: Unsynced = { data: new Map(), renames: [] }
  const isOurs = (file: unknown): file is string => typeof file === 'string' && file.startsWith(folder)
  const step: Step = async (moment, what) => {
    await owner?.step({ edge: 'file', moment, what, isCommit: what === 'rename' })
  }
  watchDescriptors(unsynced, isOurs, step)
  watchSyncs(unsynced, isOurs, step)
  syncBuiltinESMExports()

  return {
    belongsTo(edge) {
      owner = edge
    },
    cutPower() {
      const { data, renames } = unsynced
      for (const file of data.values()) if (fs.existsSync(file)) fs.truncateSync(file)
      for (const { from, to } of renames.reverse()) if (fs.existsSync(to)) fs.renameSync(to, from)
      renames.length = 0
      data.clear()
    },
  }
}

/** Notes every file that is opened for writing. */
function watchDescriptors({ data }: Unsynced, isOurs: (file: unknown) => file is string, step: Step): void {
  const { open, close } = fs
  fs.open = ((file: unknown, flags: unknown, ...rest: unknown[]) => {
    const done = rest.at(-1) as Done
    const opened: Done = (error, descriptor) => {
      if (!error && flags === 'w') data.set(descriptor as number, file as string)
      done(error, descriptor)
    }
    const go = () => (open as (...args: unknown[]) => void)(file, flags, ...rest.slice(0, -1), opened)
    if (isOurs(file)) step('before', 'open').then(go)
    else (open as (...args: unknown[]) => void)(file, flags, ...rest)
  }) as typeof fs.open
  fs.close = ((descriptor: number, done?: Done) => {
    const file = data.get(descriptor)
    // The descriptor will be reused; the file's data is still unsynced.
    if (file !== undefined) data.delete(descriptor)
    if (file !== undefined) data.set(file, file)
    close(descriptor, done)
  }) as typeof fs.close
}

/** Notes renames, and forgets what is synced. */
function watchSyncs({ data, renames }: Unsynced, isOurs: (file: unknown) => file is string, step: Step): void {
  const { rename, open } = fsp
  fsp.rename = async (from, to) => {
    if (!isOurs(from)) return rename(from, to)
    await step('before', 'rename')
    await rename(from, to)
    renames.push({ from, to: String(to) })
    for (const [key, file] of data) if (file === from) data.set(key, String(to))
    await step('after', 'rename')
  }
  fsp.open = async (file, ...rest) => {
    const handle = await open(file, ...rest)
    if (!isOurs(file)) return handle
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await step('before', 'sync')
      await sync()
      // Syncing a file makes its bytes durable, syncing a folder makes its names durable.
      for (const [key, written] of data) if (written === file) data.delete(key)
      const unsafe = renames.filter(({ to }) => path.dirname(to) !== file)
      renames.splice(0, renames.length, ...unsafe)
      await step('after', 'sync')
    }
    return handle
  }
}
