import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { BARE_ENVIRONMENT } from '../../server/src/platform/db/embedded-postgres.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type TcpProxy, tcpProxy } from '../../server/test/tcp-proxy.ts'
import { type Disk, mountDisk } from '../faults/src/process/disk.ts'
import { type Daemon, startDaemon } from './daemon.ts'
import { fillTemplate } from './fill-template.ts'
import { programPath } from './programs.ts'
import { giveTo, type ServerUser } from './server-user.ts'
import { statusOf } from './status-of.ts'

/** One PostgreSQL under its Patroni. */
export type DatabaseNode = {
  name: string
  restPort: number
  postgresPort: number
  configFile: string
  /** Null if this user may not mount one. */
  disk: Disk | null
  /** Its own way to etcd. */
  etcd: TcpProxy
  start: () => void
  /** Sends a signal to Patroni, PostgreSQL and all its processes. */
  signal: (signal: NodeJS.Signals) => Promise<void>
  /** Runs the script that makes another node the leader if this one's disk is nearly full. */
  leaveFullDisk: () => Promise<void>
  /** The status of Patroni's answer at this path; 0 for none. */
  status: (target: string) => Promise<number>
  /** The processor time of PostgreSQL and its processes so far, in seconds. */
  cpuSeconds: () => Promise<number>
  end: () => Promise<void>
}

type Place = { name: string; folder: string; user: ServerUser; etcdPort: number; password: string }

const DISK_MIB = 448
const FREE_MIB_MIN = 40
const ANSWER_MS_MAX = 2_000

export async function databaseNode({ name, folder: parent, user, etcdPort, password }: Place): Promise<DatabaseNode> {
  const folder = path.join(parent, name)
  const data = path.join(folder, 'data')
  await mkdir(data, { recursive: true })
  const disk = await mountDisk(data, DISK_MIB)
  const [restPort, postgresPort] = [await freePort(), await freePort()]
  const etcd = await tcpProxy(etcdPort)
  const configFile = path.join(folder, 'patroni.yaml')
  await fillTemplate('patroni.yaml', configFile, {
    NAME: name,
    FOLDER: folder,
    REST_PORT: restPort,
    POSTGRES_PORT: postgresPort,
    ETCD_PORT: etcd.port,
    PASSWORD: password,
  })
  const script = path.join(folder, 'leave-full-disk.sh')
  await fillTemplate('leave-full-disk.sh', script, {})
  await giveTo(user, folder)

  let patroni: Daemon | null = null
  const postmaster = () => runningPostmaster(path.join(data, 'postgres'))
  const signal = async (name: NodeJS.Signals) => {
    const server = postmaster()
    const children = server ? await childrenOf(server) : []
    // The parent first, so that it does not restart a child.
    patroni?.send(name)
    for (const pid of server ? [server, ...children] : []) trySignal(pid, name)
  }
  // A Patroni that is killed leaves its PostgreSQL running.
  const stopPostmaster = () => {
    const left = postmaster()
    if (left) trySignal(left, 'SIGQUIT')
  }
  process.on('exit', stopPostmaster)

  return {
    name,
    restPort,
    postgresPort,
    configFile,
    disk,
    etcd,
    start() {
      patroni = startDaemon(programPath('patroni'), [configFile], {
        ids: user.ids,
        folder,
        logFile: path.join(folder, 'patroni.log'),
      })
    },
    signal,
    async leaveFullDisk() {
      const args = [script, configFile, name, data, String(FREE_MIB_MIN), path.join(folder, 'left-full-disk')]
      // It fails where there is nothing to leave: this node is not the leader.
      await promisify(execFile)('/bin/sh', args, { env: BARE_ENVIRONMENT, ...user.ids }).catch(() => {})
    },
    async cpuSeconds() {
      const server = postmaster()
      const pids = server ? [server, ...(await childrenOf(server))] : []
      return pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
    },
    status: (target) => statusOf(`http://127.0.0.1:${restPort}${target}`, ANSWER_MS_MAX),
    async end() {
      await signal('SIGCONT')
      await patroni?.end()
      process.off('exit', stopPostmaster)
      stopPostmaster()
      await etcd.cut()
      await disk?.unmount()
    },
  }
}

/** The process that has this data folder; the file with its number outlives it. */
function runningPostmaster(folder: string): number | null {
  try {
    const [pid = ''] = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return readlinkSync(`/proc/${pid}/cwd`) === folder ? Number(pid) : null
  } catch {
    return null
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]).catch(() => ({ stdout: '' }))
  return listed.stdout.split('\n').map(Number).filter(Boolean)
}

const TICKS_PER_SECOND = 100

/** With the time of those of its children that have ended; 0 if it has ended itself. Described in proc(5). */
function cpuSecondsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone.
  }
}
