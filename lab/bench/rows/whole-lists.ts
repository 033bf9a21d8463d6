import { get } from 'node:http'
import { type Running, watchMemory } from '../processes.ts'
import { AS_ADMIN } from '../request-time.ts'
import { median } from '../rounds.ts'
import { below, type Measured, type Row } from '../row.ts'
import { startServer, withRunning } from '../server.ts'

const ROUNDS = 3

const LISTS = [
  '/api/admin/complaints.csv',
  '/api/admin/memberships/reports/membership',
  '/api/admin/memberships/reports/membership.csv',
  '/api/admin/memberships/reports/payment',
  '/api/admin/memberships/reports/payment.csv',
  '/admin/users',
]

type Read = { firstByteMs: number; growth: number; bytes: number }

/** Row 11: complete lists of 100,000 rows and more. */
export const wholeLists: Row = async ({ databases: { big } }) =>
  withRunning([() => startServer(big)], async (server) => {
    const lines: Measured[] = []
    for (const path of LISTS) {
      const reads: Read[] = []
      for (let round = 0; round < ROUNDS; round++) reads.push(await read(server, path))
      const megabytes = Math.round((reads[0]?.bytes ?? 0) / 1e6)
      lines.push(
        below(100, {
          path: `GET ${path} (${megabytes} MB), first byte`,
          unit: 'ms',
          value: median(reads.map(({ firstByteMs }) => firstByteMs)),
        }),
        // Measured in the first round, because later ones find everything loaded. V8 lets 64 MB outside its heap come together.
        below(80, { path: '  growth of memory', unit: 'MB', value: (reads[0]?.growth ?? Number.NaN) / 1e6 }),
      )
    }
    return lines
  })

function read({ port, pid }: Running, path: string): Promise<Read> {
  const memory = watchMemory(pid, 20)
  const askedAt = performance.now()
  return new Promise<Read>((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port, path, headers: AS_ADMIN, agent: false }, (answer) => {
      let bytes = 0
      let firstByteMs = Number.NaN
      answer.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - askedAt
        bytes += chunk.length
      })
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ firstByteMs, growth: memory.most() - memory.before, bytes })
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    request.on('error', reject)
  }).finally(memory.end)
}
