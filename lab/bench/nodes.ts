import type { Databases } from './data/databases.ts'
import { BIG } from './data/sizes.ts'
import { load } from './load/load.ts'
import { cpuSecondsOf } from './processes.ts'
import { median } from './rounds.ts'
import { startServer, withRunning } from './server.ts'

const CONNECTIONS = 48
const SECONDS = 3
const ROUNDS = 5

/**
 * Scans through one and through two nodes on one database. It shows that the cost of a scan does not depend on the number of nodes; on a
 * machine that is already busy, a second node adds no throughput.
 */
export async function runNodes({ big, postmaster }: Databases): Promise<void> {
  for (const count of [1, 2]) {
    await withRunning(
      Array.from({ length: count }, () => () => startServer(big)),
      async (...nodes) => {
        const rounds: { perSecond: number; nodeMicros: number; databaseMicros: number }[] = []
        for (let round = 0; round < ROUNDS; round++) {
          const before = { nodes: sum(nodes.map(({ pid }) => cpuSecondsOf(pid))), database: cpuSecondsOf(postmaster) }
          const plan = { connections: CONNECTIONS / count, seconds: SECONDS, path: '/pets/{petId}', pets: BIG.pets }
          const loads = await Promise.all(nodes.map(({ port }) => load({ ...plan, port })))
          const answers = sum(loads.map((one) => one.answers))
          rounds.push({
            perSecond: sum(loads.map((one) => one.perSecond)),
            nodeMicros: ((sum(nodes.map(({ pid }) => cpuSecondsOf(pid))) - before.nodes) / answers) * 1e6,
            databaseMicros: ((cpuSecondsOf(postmaster) - before.database) / answers) * 1e6,
          })
        }
        const middle = (of: (round: (typeof rounds)[number]) => number) => Math.round(median(rounds.map(of)))
        console.log(
          `${count} node${count === 1 ? ' ' : 's'}: ${middle((one) => one.perSecond)} scans/s, a scan costs ` +
            `${middle((one) => one.nodeMicros)} µs of the nodes and ${middle((one) => one.databaseMicros)} µs of the database`,
        )
      },
    )
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
