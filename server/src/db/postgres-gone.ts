import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 2_000

/**
 * Resolves true once nothing listens at the address of this database: the server has ended. A server that is busy, frozen, or
 * recovering from a crash still listens. False if `closing` is aborted first.
 */
export async function postgresGone(url: string, closing: AbortSignal): Promise<boolean> {
  const { hostname, port } = new URL(url)
  while (!closing.aborted) {
    await pause(LOOK_EVERY_MS, undefined, { ref: false })
    if (!closing.aborted && (await isRefused(Number(port), hostname))) return true
  }
  return false
}

function isRefused(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host, timeout: LOOK_EVERY_MS })
    const end = () => {
      socket.destroy()
      resolve(false)
    }
    socket.on('connect', end).on('timeout', end)
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'))
  })
}
