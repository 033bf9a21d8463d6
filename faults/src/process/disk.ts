import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk of our own that can be filled and broken. Both resolve to what makes it whole again. */
export type Disk = {
  /** Nothing more can be written to it. */
  fill: () => Promise<() => Promise<void>>
  /** It takes what is written, and fails when it is to be made sure of. */
  breakSync: () => Promise<() => Promise<void>>
  unmount: () => Promise<void>
}

const MIB = 1024 * 1024

/** Puts a small disk of its own at an empty `folder`. Null where this user may not do that. */
export async function mountDisk(folder: string): Promise<Disk | null> {
  const below = `${folder}-below`
  const image = path.join(below, 'image')
  await mkdir(below)
  try {
    // The disk is a file that grows in memory as it is written to; when that memory is full, the disk fails.
    await run('mount', ['-t', 'tmpfs', '-o', `size=${48 * MIB}`, 'tmpfs', below])
    await writeFile(image, '')
    await truncate(image, 32 * MIB)
    await run('mkfs.ext4', ['-q', '-O', '^has_journal', '-E', 'lazy_itable_init=0', image])
    await run('mount', ['-o', 'loop', image, folder])
  } catch {
    await run('umount', [below]).catch(() => {})
    return null
  }
  const unmountAll = [folder, below].map((place) => ['umount', '--lazy', place] as const)
  const atExit = () => unmountAll.forEach(([program, ...args]) => void execFileSync(program, args))
  process.once('exit', atExit)
  return {
    fill: () => ballast(path.join(folder, 'ballast')),
    async breakSync() {
      // What was once written and is free again would still have its place.
      await run('fstrim', [folder])
      return ballast(path.join(below, 'ballast'))
    },
    async unmount() {
      process.off('exit', atExit)
      for (const [program, ...args] of unmountAll) await run(program, args)
    },
  }
}

/** A file as large as there is room for. */
async function ballast(file: string): Promise<() => Promise<void>> {
  const handle = await open(file, 'w')
  for (let size = MIB; size >= 512; size /= 2) {
    for (let hasRoom = true; hasRoom; ) {
      hasRoom = await handle.write(Buffer.alloc(size, 1)).then(
        ({ bytesWritten }) => bytesWritten === size,
        () => false,
      )
    }
  }
  await handle.close()
  return () => rm(file)
}
