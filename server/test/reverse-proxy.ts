import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const CHECK_EVERY_MS = 50
const CHECK_MS_MAX = 3_000
const KEEP_ALIVE_MS = 600_000

type Node = { url: URL; agent: http.Agent; isUp: boolean }

/**
 * A reverse proxy for several nodes. It takes a node out if its /readyz is not 200 or it refuses a connection. It retries a
 * request on another node only if no byte of it was sent, or if it is for an asset that this one does not have. As nginx does, it sends a
 * GET or HEAD again whose kept connection the node had just closed. Any other failure is a 502.
 */
export async function reverseProxy(origins: string[]): Promise<{
  url: string
  isUp: (node: number) => boolean
  close: () => Promise<void>
}> {
  const nodes = origins.map((origin) => ({
    url: new URL(origin),
    agent: new http.Agent({ keepAlive: true }),
    isUp: true,
  }))
  let turn = 0
  // Longer than a test, because which side closes an idle connection first is not tested here.
  const server = http.createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (request, response) => {
    const body = await buffer(request)
    for (const [index, node] of inTurn().entries())
      if (await forward(node, request, body, response, index === nodes.length - 1)) return
    response.writeHead(502).end('no node took it')
  })
  // The ready nodes in rotation, then the others, which may still serve.
  const inTurn = () => {
    turn++
    const turned = nodes.map((_, index) => nodes[(index + turn) % nodes.length]).filter((node) => node !== undefined)
    return turned.toSorted((a, b) => Number(b.isUp) - Number(a.isUp))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const closing = new AbortController()
  const checks = nodes.map((node) => keepChecking(node, closing.signal))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isUp: (node) => nodes[node]?.isUp ?? false,
    async close() {
      closing.abort()
      await Promise.all(checks)
      for (const { agent } of nodes) agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** False if another node has to be asked. */
function forward(
  node: Node,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  isLast: boolean,
): Promise<boolean> {
  const { hostname, port } = node.url
  const { connection: _, 'transfer-encoding': __, ...headers } = request.headers
  return new Promise((resolve) => {
    const sent = http.request(
      { hostname, port, agent: node.agent, method: request.method, path: request.url, headers },
      (answer) => {
        // A node of another version does not have it.
        if (!isLast && answer.statusCode === 404 && request.url?.startsWith('/assets/')) {
          answer.resume()
          resolve(false)
          return
        }
        const { connection, 'keep-alive': keepAlive, ...rest } = answer.headers
        response.writeHead(answer.statusCode ?? 502, rest)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
        resolve(true)
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        node.isUp = false
        resolve(false)
        return
      }
      if (sent.reusedSocket && !response.headersSent && (request.method === 'GET' || request.method === 'HEAD')) {
        resolve(forward(node, request, body, response, isLast))
        return
      }
      if (!response.headersSent) response.writeHead(502).end(`${error.code} on the way`)
      else response.destroy()
      resolve(true)
    })
    sent.end(body)
  })
}

async function keepChecking(node: Node, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    node.isUp = await isReady(node.url)
    await pause(CHECK_EVERY_MS)
  }
}

async function isReady(url: URL): Promise<boolean> {
  try {
    return (await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(CHECK_MS_MAX) })).status === 200
  } catch {
    return false
  }
}
