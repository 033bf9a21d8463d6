import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Input } from '@petsetu/contract/call.ts'
import { allCalls } from '@petsetu/contract/calls.ts'
import { afterAll, expect, test } from 'vitest'
import { callSamples, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingApp } from './paying-app.ts'

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

test('PET-13 V1.3.6 V13.2.4 no address that anybody writes, in any field, parameter or header, is ever asked', async () => {
  for (const call of allCalls) {
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
  }
  for (const path of ['/', '/admin/pets', '/login?next=//127.0.0.1', `/find-tag?id=${encodeURIComponent(address)}`])
    await app.fetch(path, { headers: { accept: 'text/html' } })
  expect(asked).toEqual([])
  // The one place that is asked.
  expect(app.wire.seen.every(({ path }) => path.startsWith('/v1/'))).toBe(true)
})
