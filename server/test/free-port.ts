import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to outgoing connections: one of these could take a port before the test listens on it.
const FROM = 20_000
const TO = 32_000
// Processes that run at the same time have ports of their own: a port is free until its server listens, which may be seconds later.
const RANGES = 12
const RANGE = (TO - FROM) / RANGES
const first = FROM + (Number(process.env.VITEST_POOL_ID ?? process.pid) % RANGES) * RANGE

let next = first + ((process.pid * 16) % RANGE)

export async function freePort(): Promise<number> {
  const port = next
  next = port + 1 < first + RANGE ? port + 1 : first
  return (await isFree(port)) ? port : freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
