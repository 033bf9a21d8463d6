import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { allCalls } from '@petsetu/contract/calls.ts'
import type { Input } from '@petsetu/contract/platform/call.ts'
import { afterAll, expect, inject, test } from 'vitest'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingApp } from './paying-app.ts'

// Every address this process connects to, for the program and for the tests' own requests.
const connected = new Set<string>()
const connect = net.Socket.prototype.connect as (...args: unknown[]) => net.Socket
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  connected.add(addressOf(args))
  return connect.apply(this, args)
}
afterAll(() => {
  net.Socket.prototype.connect = connect as typeof net.Socket.prototype.connect
})
const asked: string[] = []
const elsewhere = http.createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.end()
})
elsewhere.listen(0, '127.0.0.1')
await once(elsewhere, 'listening')
afterAll(() => void elsewhere.close())
const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/canary`

const app = await payingApp()
const samples = callSamples(app)
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

for (const call of allCalls) {
  // PET-13, V1.3.6
  test(`no address in a field, parameter or header of ${nameOf(call)} is requested`, async () => {
    const { params, query, body, headers } = await sampleOf(samples, call, owner)
    const written = Object.entries(call.body?.shape ?? {}).map(([name, field]) => [
      name,
      field.safeParse(address).success && !/password/i.test(name) ? address : body?.[name],
    ])
    const input = {
      ...(params && { params }),
      ...(query && { query: { ...query, ...(call.query?.shape.search && { search: address }) } }),
      ...(body && { body: { avatar: address, picture: address, ...(call.body ? Object.fromEntries(written) : body) } }),
    }
    const forwarded = {
      referer: address,
      origin: address,
      forwarded: `host=${new URL(address).host}`,
      'x-callback-url': address,
    }
    await app.call(call, input as unknown as Input<typeof call>, call.access === 'admin' ? admin : owner, {
      ...forwarded,
      ...headers,
    })
    expect(asked).toEqual([])
  })
}

// PET-13, V1.3.6
test('no address in the address of a page is requested', async () => {
  for (const path of ['/', '/admin/pets', '/login?next=//127.0.0.1', `/find-tag?id=${encodeURIComponent(address)}`])
    await app.fetch(path, { headers: { accept: 'text/html' } })
  expect(asked).toEqual([])
})

// CFG-2, V13.2.4
test('the program connects to its database and payment provider, and nothing else', () => {
  const pooler = inject('poolerUrl')
  const database = [inject('databaseServerUrl'), ...(pooler ? [pooler] : [])]
  const expected = [...database, app.wire.url, app.url, app.provider.apiUrl].map((url) => new URL(url))
  expect([...connected].sort()).toEqual(expected.map(({ host }) => host).sort())
})

/** `connect` takes a port and a host, or options, which Node wraps into an array. */
function addressOf(args: unknown[]): string {
  const [first, second] = args.flat() as [number | { port: number; host?: string }, string?]
  const { port, host } = typeof first === 'object' ? first : { port: first, host: second }
  return `${host}:${port}`
}
