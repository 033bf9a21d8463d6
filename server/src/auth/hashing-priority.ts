import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

const THREADS = '/proc/self/task'

/**
 * Lets the threads that hash passwords, Node's own for what would block, give way to the one that answers: a storm of sign-ins
 * takes the time that scans leave. Linux gives each thread a priority of its own; elsewhere there is no such folder, and nothing happens.
 */
export async function letHashingGiveWay(): Promise<void> {
  // Reading starts the threads where none has run before.
  for (const thread of await readdir(THREADS).catch(() => [])) {
    // One that was listed may have ended since.
    const name = await readFile(`${THREADS}/${thread}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'libuv-worker') setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL)
  }
}
