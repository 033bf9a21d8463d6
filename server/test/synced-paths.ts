import fs, { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/** Records every path that this process syncs to disk from now on, in order. Node's own calls still run. */
export async function syncedPaths(): Promise<string[]> {
  const paths: string[] = []
  const note = (fd: number) => void paths.push(readlinkSync(`/proc/self/fd/${fd}`))

  const handle = await open('.', 'r')
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { sync } = prototype
  prototype.sync = function (this: typeof handle) {
    note(this.fd)
    return sync.call(this)
  }
  const { fsync } = fs
  fs.fsync = ((fd: number, done: fs.NoParamCallback) => {
    note(fd)
    fsync(fd, done)
  }) as typeof fsync
  onTestFinished(() => {
    prototype.sync = sync
    fs.fsync = fsync
  })
  return paths
}
