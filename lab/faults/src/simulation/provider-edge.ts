import type { Edge } from './edge.ts'

const realFetch = globalThis.fetch
const edges = new Map<string, Edge>()
let count = 0

type Call = { url: string; init: RequestInit; what: string }

/** Intercepts the calls to the provider; returns the URL that only this process uses. */
export function watchProvider(providerUrl: string, edge: Edge): string {
  globalThis.fetch = watchedFetch
  const url = `${providerUrl}/proc-${++count}`
  edges.set(url, edge)
  return url
}

export function forgetProvider(url: string): void {
  edges.delete(url)
}

async function watchedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const [near, edge] = [...edges].find(([url]) => String(input).startsWith(`${url}/`)) ?? []
  if (!near || !edge) return realFetch(input, init)
  const url = String(input).replace(/\/proc-\d+\//, '/')
  const call: Call = { url, init, what: operationOf(init.method ?? 'GET', new URL(url).pathname) }
  if (edge.transactions.isMine())
    edge.wrong.push(`I19: a transaction is open while the provider is asked to ${call.what}`)
  edge.asked.push(`${init.method} ${new URL(url).pathname}`)
  const point = { edge: 'provider', what: call.what, isCommit: false } as const
  const fault = await edge.step({ ...point, moment: 'before' })
  if (fault?.do === 'lose' && !fault.after) throw new TypeError('fetch failed')
  if (fault?.do === 'status500') return new Response('{"error":{"code":"SERVER_ERROR"}}', { status: 500 })
  const answer = await send(call)
  if (fault?.do === 'twice') {
    await send(call)
    fault.noted(String(init.body))
  }
  if (fault?.do === 'meanwhile') await fault.work()
  await edge.step({ ...point, moment: 'after' })
  // A time-out looks to the program like a lost answer; this way it takes no time.
  if (fault?.do === 'lose') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  return new Response(fault?.do === 'stale' ? stale(answer.text) : answer.text, { status: answer.status })
}

async function send({ url, init }: Call): Promise<{ status: number; text: string }> {
  const response = await realFetch(url, init)
  return { status: response.status, text: await response.text() }
}

/** The answer as it was before the refund or the capture. */
function stale(text: string): string {
  if (text.includes('"status":"refunded"')) {
    return text
      .replaceAll('"status":"refunded"', '"status":"captured"')
      .replaceAll(/"amount_refunded":\d+/g, '"amount_refunded":0')
  }
  return text
    .replaceAll('"status":"captured"', '"status":"authorized"')
    .replaceAll('"captured":true', '"captured":false')
}

function operationOf(method: string, path: string): string {
  const [, , noun, id, part] = path.split('/')
  if (method === 'POST') return part ?? (noun === 'orders' ? 'createOrder' : `post ${noun}`)
  if (part) return 'fetchOrderPayments'
  if (!id) return 'listOrders'
  return noun === 'orders' ? 'fetchOrder' : noun === 'payments' ? 'fetchPayment' : 'fetchRefund'
}
