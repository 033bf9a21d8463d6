import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Answer = { status: number; body: string }

/** What becomes of a request: it is passed on or not, and its answer is spoilt somehow. */
type Fate = { isPassedOn: boolean; answer: (response: ServerResponse, answer: Answer) => void }

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

/** The faults of a provider that can be reached, by the names under which they are counted. */
export const FATES = {
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
} satisfies Record<string, Fate>

export type FateName = keyof typeof FATES

export type ProviderWire = {
  url: string
  /** Spoils what is asked about an order or a payment, known by its id, the beginning of its receipt or its amount in paise. */
  strike: (about: string, fate: FateName) => { struck: () => number; stop: () => void }
  /** How often somebody followed a redirect. */
  followed: () => number
  close: () => Promise<void>
}

/** What lies between a node and the provider. With a certificate it speaks TLS. */
export async function layWire(farUrl: string, certificate?: { key: string; cert: string }): Promise<ProviderWire> {
  const strikes = new Map<string, { fate: Fate; struck: number }>()
  const amounts = new Map<string, string>()
  let followed = 0

  /** Under what names the request's order or payment may be known. */
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
    const strike = namesOf(request.url ?? '/', body)
      .map((name) => strikes.get(name))
      .find((found) => found !== undefined)
    if (strike) strike.struck++
    const fate = strike?.fate
    const far = fate?.isPassedOn === false ? { status: 0, body: '' } : await passOn(farUrl, request, body)
    if (fate) fate.answer(response, far)
    else response.writeHead(far.status, JSON_TYPE).end(far.body)
  }

  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void answer(request, response).catch(() => response.destroy())
  const server = certificate ? https.createServer(certificate, listener) : http.createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strike(about, name) {
      const strike = { fate: FATES[name], struck: 0 }
      strikes.set(about, strike)
      return { struck: () => strike.struck, stop: () => void strikes.delete(about) }
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

/** The answer to somebody else's question. */
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
