import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to outgoing connections: one of these could take a port before the test listens on it.
const FROM = 20_000
const TO = 32_000
// Processes that run at the same time begin at different ports.
const APART = 16

let next = FROM + ((process.pid * APART) % (TO - FROM))

export async function freePort(): Promise<number> {
  const port = next
  next = port + 1 < TO ? port + 1 : FROM
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
