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

/** What was written once and is free again still has its place in memory: takes it, until the disk really fails. */
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
