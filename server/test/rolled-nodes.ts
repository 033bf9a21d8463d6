import { expect } from 'vitest'
import { atEnd } from './at-end.ts'
import { freePort } from './free-port.ts'
import { reverseProxy } from './reverse-proxy.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

/** Two nodes on one database behind a reverse proxy, which can be restarted one after the other. End with the test file. */
export async function rolledNodes(
  databaseUrl: string,
  providerUrl: string,
): Promise<{
  url: string
  /** Restarts a node; resolves with its exit code. */
  roll: (node: number) => Promise<number | null>
}> {
  const ports = [await freePort(), await freePort()]
  const startOn = (port: number) => serverProcess(databaseUrl, providerUrl, { PORT: String(port), DRAIN_SECONDS: '3' })
  const nodes: ServerProcess[] = []
  for (const port of ports) nodes.push(await startOn(port))
  const proxy = await reverseProxy(nodes.map((node) => node.url))
  atEnd(proxy.close)
  return {
    url: proxy.url,
    async roll(index) {
      const { [index]: node } = nodes
      const { [index]: port } = ports
      if (!node || !port) throw new Error(`There is no node ${index}`)
      const exitCode = await node.stop()
      nodes[index] = await startOn(port)
      // As in production: restart the next node only once the proxy uses this one again.
      await expect.poll(() => proxy.isUp(index)).toBe(true)
      return exitCode
    },
  }
}
