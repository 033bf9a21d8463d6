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

/** Intercepts file operations below this folder until the process exits. */
export function watchDisk(folder: string): Disk {
  let owner: Edge | null = null
  const unsynced = new Map<number | string, string>()
  const renamed: { from: string; to: string }[] = []
  const isOurs = (file: unknown): file is string => typeof file === 'string' && file.startsWith(folder)
  const step = async (moment: 'before' | 'after', what: string) => {
    await owner?.step({ edge: 'file', moment, what, isCommit: what === 'rename' })
  }

  const { open, close } = fs
  fs.open = ((file: unknown, flags: unknown, ...rest: unknown[]) => {
    const done = rest.at(-1) as Done
    const opened: Done = (error, descriptor) => {
      if (!error && flags === 'w') unsynced.set(descriptor as number, file as string)
      done(error, descriptor)
    }
    const go = () => (open as (...args: unknown[]) => void)(file, flags, ...rest.slice(0, -1), opened)
    if (isOurs(file)) step('before', 'open').then(go)
    else (open as (...args: unknown[]) => void)(file, flags, ...rest)
  }) as typeof fs.open
  fs.close = ((descriptor: number, done?: Done) => {
    const file = unsynced.get(descriptor)
    // The descriptor will be reused; the file's data is still unsynced.
    if (file !== undefined) unsynced.delete(descriptor)
    if (file !== undefined) unsynced.set(file, file)
    close(descriptor, done)
  }) as typeof fs.close

  const { rename, open: openHandle } = fsp
  fsp.rename = async (from, to) => {
    if (!isOurs(from)) return rename(from, to)
    await step('before', 'rename')
    await rename(from, to)
    renamed.push({ from, to: String(to) })
    for (const [key, file] of unsynced) if (file === from) unsynced.set(key, String(to))
    await step('after', 'rename')
  }
  fsp.open = async (file, ...rest) => {
    const handle = await openHandle(file, ...rest)
    if (!isOurs(file)) return handle
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      await step('before', 'sync')
      await sync()
      // Syncing a file makes its bytes durable, syncing a folder makes its names durable.
      for (const [key, written] of unsynced) if (written === file) unsynced.delete(key)
      const unsafe = renamed.filter(({ to }) => path.dirname(to) !== file)
      renamed.splice(0, renamed.length, ...unsafe)
      await step('after', 'sync')
    }
    return handle
  }
  syncBuiltinESMExports()

  return {
    belongsTo(edge) {
      owner = edge
    },
    cutPower() {
      for (const file of unsynced.values()) if (fs.existsSync(file)) fs.truncateSync(file)
      for (const { from, to } of renamed.reverse()) if (fs.existsSync(to)) fs.renameSync(to, from)
      renamed.length = 0
      unsynced.clear()
    },
  }
}
