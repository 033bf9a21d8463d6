import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A disk that can be filled or made to fail. Both functions resolve to a function that repairs it. */
export type Disk = {
  fill: () => Promise<() => Promise<void>>
  /** Writes succeed, but fsync fails. */
  breakSync: () => Promise<() => Promise<void>>
  unmount: () => Promise<void>
}

const MIB = 1024 * 1024
// So much more fits on the tmpfs than on the disk.
const BELOW_MIB = 16

/** Mounts a small disk at the empty `folder`. Null if this user may not mount. */
export async function mountDisk(folder: string, sizeMib = 32): Promise<Disk | null> {
  const below = `${folder}-below`
  const image = path.join(below, 'image')
  await mkdir(below)
  try {
    // The disk image is a sparse file on a tmpfs. When the tmpfs is full, the disk's writes fail.
    await run('mount', ['-t', 'tmpfs', '-o', `size=${(sizeMib + BELOW_MIB) * MIB}`, 'tmpfs', below])
    await writeFile(image, '')
    await truncate(image, sizeMib * MIB)
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
      const mend = await ballast(path.join(below, 'ballast'))
      const probes = await useUp(folder)
      return async () => {
        await mend()
        await Promise.all(probes.map((probe) => rm(probe)))
      }
    },
    async unmount() {
      process.off('exit', atExit)
      for (const [program, ...args] of unmountAll) await run(program, args)
    },
  }
}

/** Blocks written earlier still have memory in the tmpfs: uses them up, until writes really fail. */
async function useUp(folder: string): Promise<string[]> {
  const probes: string[] = []
  for (let failures = 0; failures < 2; ) {
    const probe = path.join(folder, `probe-${probes.length}`)
    const isSafe = await writeFile(probe, Buffer.alloc(MIB, 1), { flush: true }).then(
      () => true,
      () => false,
    )
    if (isSafe) probes.push(probe)
    else await rm(probe)
    failures = isSafe ? 0 : failures + 1
  }
  return probes
}

/** Fills the remaining space with one file. */
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
