import { BIG } from '../data/sizes.ts'
import { load } from '../load/load.ts'
import type { Running } from '../processes.ts'
import { alternate } from '../rounds.ts'
import { atMost, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

const SECONDS = 3

/** Row 6: scans during four concurrent password hashes, compared with scans alone. */
export const hashing: Row = async ({ databases: { big } }) =>
  withRunning([() => startServer(big)], async (server) => {
    const rounds = await alternate({
      reference: () => scanP99(server),
      ours: async () => (await Promise.all([scanP99(server), signUps(server)]))[0],
    })
    return [
      atMost(6, {
        path: 'p99 of scans, four hashes running',
        unit: 'ms',
        name: 'idle',
        ...rounds.of(Number),
      }),
    ]
  })

async function scanP99({ port }: Running): Promise<number> {
  const { p99 } = await load({ port, connections: 8, seconds: SECONDS, path: '/pets/{petId}', pets: BIG.pets })
  return p99
}

/** Creates accounts four at a time: each takes one hash. */
async function signUps({ port }: Running): Promise<void> {
  await load({
    port,
    connections: 4,
    seconds: SECONDS,
    method: 'POST',
    path: '/auth/signup',
    headers: { 'content-type': 'application/json' },
    body: '{"username":"hash-{n}","email":"hash-{n}@example.com","password":"Tal7-brown-hound"}',
  })
}
