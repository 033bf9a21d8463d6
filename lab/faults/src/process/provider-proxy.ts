import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answer = { status: number; body: string }

/** A fault: `isPassedOn` says if the request is forwarded, `answer` breaks its response. */
type Fault = { isPassedOn: boolean; answer: (response: ServerResponse, answer: Answer) => void }

const JSON_TYPE = { 'content-type': 'application/json' }
const ERROR = JSON.stringify({ error: { code: 'SERVER_ERROR', description: 'Something is wrong at the provider.' } })

const silence = () => {}
const reply =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { ...JSON_TYPE, ...headers }).end(ERROR)
const spoilt =
  (spoil: (body: string) => string) =>
  (response: ServerResponse, { status, body }: Answer) =>
    void response.writeHead(status, JSON_TYPE).end(spoil(body))

/** The faults of a reachable provider, by the names in the report. */
export const FAULTS = {
  'time-out before the effect': { isPassedOn: false, answer: silence },
  'time-out after the effect': { isPassedOn: true, answer: silence },
  'endless answer': { isPassedOn: true, answer: dribble },
  'cut off in the middle': { isPassedOn: true, answer: cutOff },
  'truncated JSON': { isPassedOn: true, answer: spoilt((body) => body.slice(0, body.length / 2)) },
  'status 429': { isPassedOn: false, answer: reply(429) },
  'status 500': { isPassedOn: false, answer: reply(500) },
  'status 500 after the effect': { isPassedOn: true, answer: reply(500) },
  redirect: { isPassedOn: false, answer: reply(302, { location: '/elsewhere' }) },
  'wrong id': { isPassedOn: true, answer: spoilt(mixUp) },
  'wrong amount': { isPassedOn: true, answer: spoilt((body) => body.replaceAll(/"amount":(\d+)/g, '"amount":1$1')) },
  'wrong currency': { isPassedOn: true, answer: spoilt((body) => body.replaceAll('"INR"', '"USD"')) },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

export type ProviderProxy = {
  url: string
  /** Breaks requests about an order or payment, identified by id, receipt prefix or amount in paise. */
  injectFault: (about: string, behaviour: FaultName) => { hits: () => number; stop: () => void }
  /** Counts the times that a client followed the redirect. */
  followed: () => number
  close: () => Promise<void>
}

/** A proxy between a node and the provider. With a certificate it uses TLS. */
export async function startProviderProxy(
  farUrl: string,
  certificate?: { key: string; cert: string },
): Promise<ProviderProxy> {
  const faults = new Map<string, { behaviour: Fault; hits: number }>()
  const amounts = new Map<string, string>()
  let followed = 0

  /** The names under which a fault may have been set for this request. */
  function namesOf(target: string, body: string): string[] {
    const url = new URL(target, farUrl)
    const { receipt = url.searchParams.get('receipt') ?? '', amount } = fieldsOf(body)
    if (url.pathname === '/v1/orders' && amount) amounts.set(receipt, String(amount))
    const id = url.pathname.split('/')[3] ?? ''
    return [id, receipt.replace(/-[^-]*$/, ''), amounts.get(receipt) ?? '']
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString()
    if (request.url === '/elsewhere') followed++
    const fault = namesOf(request.url ?? '/', body)
      .map((name) => faults.get(name))
      .find((found) => found !== undefined)
    if (fault) fault.hits++
    const behaviour = fault?.behaviour
    const far = behaviour?.isPassedOn === false ? { status: 0, body: '' } : await passOn(farUrl, request, body)
    if (behaviour) behaviour.answer(response, far)
    else response.writeHead(far.status, JSON_TYPE).end(far.body)
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy())
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    injectFault(about, name) {
      const fault = { behaviour: FAULTS[name], hits: 0 }
      faults.set(about, fault)
      return { hits: () => fault.hits, stop: () => void faults.delete(about) }
    },
    followed: () => followed,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function passOn(
  farUrl: string,
  { url, method = 'GET', headers }: IncomingMessage,
  body: string,
): Promise<Answer> {
  const key = headers['x-refund-idempotency']
  const response = await fetch(farUrl + url, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      ...(body && JSON_TYPE),
      ...(key && { 'x-refund-idempotency': String(key) }),
    },
    ...(body && { body }),
  })
  return { status: response.status, body: await response.text() }
}

function fieldsOf(body: string): { receipt?: string; amount?: number } {
  return body.startsWith('{') ? (JSON.parse(body) as { receipt?: string; amount?: number }) : {}
}

/** Replaces ids and receipts with those of another order. */
function mixUp(body: string): string {
  return body
    .replaceAll(/"((?:payment_|order_)?id)":"([a-z]+)_\w+"/g, '"$1":"$2_Somebodys000001"')
    .replaceAll(/"receipt":"[^"]+"/g, '"receipt":"complaint-9-somebody"')
}

function cutOff(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { ...JSON_TYPE, 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function dribble(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, JSON_TYPE).write(body.slice(0, -1))
  const timer = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(timer))
}
