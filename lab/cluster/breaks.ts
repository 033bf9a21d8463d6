import { setTimeout as pause } from 'node:timers/promises'
import type { ServerNode } from '../faults/src/process/server-node.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Site } from './site.ts'

/** Something that goes wrong, or is done on purpose, under load. */
export type Break = {
  name: string
  /** Nothing may go unserved for longer than this, in seconds. */
  secondsMax: number
  /** Scans may fail; none if left out, since a standby answers them. */
  scansFailedMax?: number
  /** Resolves with what mends it, once it has lasted long enough. */
  happen: (cluster: DatabaseCluster, site: Site) => Promise<() => Promise<void>>
}

const LAST_MS = 60_000
const LOOK_MS = 5_000
const START_AGAIN_MS = 2_000
const STARTS_MAX = 10

export const LEADER_KILLED: Break = {
  name: 'leader killed (kill -9 of PostgreSQL and Patroni)',
  secondsMax: 30,
  async happen({ leader }) {
    const killed = await leader()
    await killed.signal('SIGKILL')
    const another = await leader()
    if (another === killed) throw new Error('The leader was not killed')
    return async () => killed.start()
  },
}

const LEADER_FROZEN: Break = {
  name: 'leader frozen for 60 s (SIGSTOP)',
  secondsMax: 30,
  async happen({ leader }) {
    const frozen = await leader()
    await frozen.signal('SIGSTOP')
    await pause(LAST_MS)
    return () => frozen.signal('SIGCONT')
  },
}

const LEADER_CUT_OFF: Break = {
  name: 'leader cut off from etcd for 60 s',
  secondsMax: 30,
  async happen({ leader }) {
    const { etcd } = await leader()
    await etcd.cut()
    await pause(LAST_MS)
    return etcd.mend
  },
}

const SWITCH_OVER: Break = {
  name: 'switch-over on purpose (patronictl)',
  secondsMax: 10,
  async happen({ switchOver }) {
    await switchOver()
    return async () => {}
  },
}

/** Only where the nodes have disks of their own. */
export const DISK_FULL: Break = {
  name: 'disk of the leader full for 60 s',
  secondsMax: 30,
  async happen({ leader, nodes }) {
    const { disk } = await leader()
    if (!disk) throw new Error('This user may not mount a disk')
    const mend = await disk.fill()
    // As a timer on each node does.
    for (const until = Date.now() + LAST_MS; Date.now() < until; await pause(LOOK_MS))
      await Promise.all(nodes.map((node) => node.leaveFullDisk()))
    return mend
  },
}

const PROGRAM_RESTARTED: Break = {
  name: 'each node of the program restarted (SIGTERM)',
  secondsMax: 30,
  async happen(_, { nodes }) {
    for (const node of nodes) {
      await node.end('SIGTERM')
      await startUntilItRuns(node)
      // nginx tries a node again after two seconds.
      await pause(3_000)
    }
    return async () => {}
  },
}

export const BREAKS = [LEADER_KILLED, LEADER_FROZEN, LEADER_CUT_OFF, SWITCH_OVER, DISK_FULL, PROGRAM_RESTARTED]

/** As systemd does: a start ends with one line if the database does not answer. */
async function startUntilItRuns(node: ServerNode): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await node.start()
    } catch (error) {
      if (tries === STARTS_MAX) throw error
    }
    await pause(START_AGAIN_MS)
  }
}
