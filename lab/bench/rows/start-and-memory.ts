import { setTimeout as pause } from 'node:timers/promises'
import { BIG } from '../data/sizes.ts'
import { load } from '../load/load.ts'
import { memoryOf, type Running } from '../processes.ts'
import { AS_ADMIN } from '../request-time.ts'
import { alternate } from '../rounds.ts'
import { atMost, below, type Measured, type Row } from '../row.ts'
import { startReference, startServer, withRunning } from '../server.ts'

const MB = 1_000_000
const AFTER_LOAD = [
  '/pets/{petId}',
  '/pet-detail/{petId}',
  '/api/admin/complaints?page=1&limit=10',
  '/admin/pets?page=1',
]

/** Row 7: the time from start to the first ready answer, with an existing database; and the server's memory. */
export const startAndMemory: Row = async ({ databases: { big } }) => {
  const rounds = await alternate({
    ours: () => startTime(() => startServer(big), '/readyz'),
    reference: () => startTime(() => startReference('r0-same-bytes.js'), '/'),
  })
  return [
    atMost(25, { path: 'start until /readyz', unit: 'ms', name: 'R0', ...rounds.of(Number) }),
    ...(await withRunning([() => startServer(big)], memory)),
  ]
}

async function startTime(startOne: () => Promise<Running>, path: string): Promise<number> {
  const startedAt = performance.now()
  const running = await startOne()
  const answer = await fetch(`http://127.0.0.1:${running.port}${path}`)
  const ms = performance.now() - startedAt
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  await running.stop()
  return ms
}

async function memory({ port, pid }: Running): Promise<Measured[]> {
  await pause(3_000)
  const idle = memoryOf(pid)
  for (const path of AFTER_LOAD) {
    await load({ port, connections: 48, seconds: 4, path, pets: BIG.pets, headers: AS_ADMIN })
  }
  await pause(3_000)
  return [
    below(225, { path: 'memory, idle', unit: 'MB', value: idle / MB }),
    below(395, { path: 'memory, after load', unit: 'MB', value: memoryOf(pid) / MB }),
  ]
}
