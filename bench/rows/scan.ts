import { BIG } from '../data/sizes.ts'
import { load } from '../load/load.ts'
import type { Load, Plan } from '../load/plan.ts'
import { cpuSecondsOf, type Running } from '../processes.ts'
import { startReference } from '../references.ts'
import { alternate } from '../rounds.ts'
import { atLeast, atMost, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

const CONNECTIONS = 48
const SECONDS = 2

type Sample = Load & { cpuAnAnswer: number }

/** Row 1: what a scanner's program asks for, each time another one of a million pets. */
export const scan: Row = async ({ databases: { big, postmaster } }) =>
  withRunning(
    [() => startServer(big), () => startReference('r1-one-look-up.ts', { DATABASE_URL: big })],
    async (server, r1) => {
      const rounds = await alternate({
        ours: () => sample(server, postmaster, { path: '/pets/{petId}' }),
        reference: () => sample(r1, postmaster, { path: '/pets/{petId}' }),
      })
      return [
        atLeast(1.8, { path: 'GET /pets/{petId}', unit: '/s', name: 'R1', ...rounds.of((one) => one.perSecond) }),
        atMost(1, { path: '  its p99', unit: 'ms', name: 'R1', ...rounds.of((one) => one.p99) }),
        atMost(0.5, {
          path: '  CPU, server and database',
          unit: 'µs',
          name: 'R1',
          ...rounds.of((one) => one.cpuAnAnswer),
        }),
      ]
    },
  )

/** Row 2: the page that a finder sees, rendered for each request. */
export const petPage: Row = async ({ databases: { big, postmaster } }) =>
  withRunning(
    [() => startServer(big), () => startReference('r1-one-look-up.ts', { DATABASE_URL: big })],
    async (server, r1) => {
      const measure = (headers: Record<string, string>) =>
        alternate({
          ours: () => sample(server, postmaster, { path: '/pet-detail/{petId}', headers }),
          reference: () => sample(r1, postmaster, { path: '/pets/{petId}' }),
        })
      const plain = await measure({})
      const compressed = await measure({ 'accept-encoding': 'gzip, deflate, br' })
      const line = { path: 'GET /pet-detail/{petId}', unit: '/s', name: 'R1' }
      return [
        atLeast(0.85, { ...line, ...plain.of((one) => one.perSecond) }),
        atLeast(0.6, { ...line, path: '  compressed per reply', ...compressed.of((one) => one.perSecond) }),
      ]
    },
  )

async function sample(
  { port, pid }: Running,
  postmaster: number,
  plan: Pick<Plan, 'path' | 'headers'>,
): Promise<Sample> {
  const used = () => cpuSecondsOf(pid) + cpuSecondsOf(postmaster)
  const before = used()
  const result = await load({ port, connections: CONNECTIONS, seconds: SECONDS, pets: BIG.pets, ...plan })
  return { ...result, cpuAnAnswer: ((used() - before) / result.answers) * 1e6 }
}
