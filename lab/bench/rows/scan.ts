import { BIG } from '../data/sizes.ts'
import { type Load, load, type Plan } from '../load/load.ts'
import { cpuSecondsOf, type Running } from '../processes.ts'
import { alternate } from '../rounds.ts'
import { atLeast, atMost, type Row } from '../row.ts'
import { startReference, startServer, withRunning } from '../server.ts'

const CONNECTIONS = 48
const SECONDS = 2

type Sample = Load & { cpuAnAnswer: number }

/** Row 1: the JSON of a scan, each time another of a million pets. */
export const scan: Row = async ({ databases: { big, postmaster } }) =>
  withRunning(
    [() => startServer(big), () => startReference('r1-one-look-up.ts', { DATABASE_URL: big })],
    async (server, r1) => {
      const rounds = await alternate({
        ours: () => sample(server, postmaster, { path: '/pets/{petId}' }),
        reference: () => sample(r1, postmaster, { path: '/pets/{petId}' }),
      })
      return [
        atLeast(1.3, { path: 'GET /pets/{petId}', unit: '/s', name: 'R1', ...rounds.of((one) => one.perSecond) }),
        atMost(1.1, { path: '  its p99', unit: 'ms', name: 'R1', ...rounds.of((one) => one.p99) }),
        atMost(0.6, {
          path: '  CPU, server and database',
          unit: 'µs',
          name: 'R1',
          ...rounds.of((one) => one.cpuAnAnswer),
        }),
      ]
    },
  )

// Few enough that all their pages are soon cached.
const KNOWN_PETS = 1_000

/** Row 2: the pet page, never scanned before and scanned again; and the page with the form of a complaint. */
export const petPage: Row = async ({ databases: { big, postmaster } }) =>
  withRunning(
    [() => startServer(big), () => startReference('r1-one-look-up.ts', { DATABASE_URL: big })],
    async (server, r1) => {
      const measure = (headers: Record<string, string>, pets = BIG.pets) =>
        alternate({
          ours: () => sample(server, postmaster, { path: '/pet-detail/{petId}', headers, pets }),
          reference: () => sample(r1, postmaster, { path: '/pets/{petId}' }),
        })
      const plain = await measure({})
      const asPhonesDo = { 'accept-encoding': 'gzip, deflate, br' }
      const compressed = await measure(asPhonesDo)
      const known = await measure(asPhonesDo, KNOWN_PETS)
      const complaint = await alternate({
        ours: () => sample(server, postmaster, { path: '/complaint' }),
        reference: () => sample(r1, postmaster, { path: '/pets/{petId}' }),
      })
      const line = { path: 'GET /pet-detail/{petId}', unit: '/s', name: 'R1' }
      return [
        atLeast(0.15, { ...line, ...plain.of((one) => one.perSecond) }),
        atLeast(0.08, { ...line, path: '  compressed', ...compressed.of((one) => one.perSecond) }),
        atLeast(0.6, { ...line, path: '  of the same thousand pets', ...known.of((one) => one.perSecond) }),
        atLeast(0.15, { ...line, path: 'GET /complaint', ...complaint.of((one) => one.perSecond) }),
      ]
    },
  )

async function sample(
  { port, pid }: Running,
  postmaster: number,
  plan: Pick<Plan, 'path' | 'headers'> & { pets?: number },
): Promise<Sample> {
  const used = () => cpuSecondsOf(pid) + cpuSecondsOf(postmaster)
  const before = used()
  const result = await load({ port, connections: CONNECTIONS, seconds: SECONDS, pets: BIG.pets, ...plan })
  return { ...result, cpuAnAnswer: ((used() - before) / result.answers) * 1e6 }
}
