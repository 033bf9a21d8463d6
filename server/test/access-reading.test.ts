import { allCalls } from '@petsetu/contract/calls.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/platform/fill-path.ts'
import { expect, test } from 'vitest'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { aBlankTag, anAdmin, aPet, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { storedText } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
// The program makes these keys at its start, and a test without that start at the first call.
await app.call(pushCalls.key, {})
const people = [null, await aUser(app.db), await anAdmin(app.db)]

// An accepted exception: this GET creates tags, but it needs a bearer header, which no other site's page can send.
const MAKES_TAGS = 'GET /admin/generate-pet-id'

// Others: opening a pet's page counts as a scan, which is written some seconds later, and a file with sealed data leaves a row in the
// audit.
const EXCEPT = { except: ['scan_days', 'audit'] }

async function readAll(addresses: string[]): Promise<void> {
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD']) {
      for (const person of people) {
        for (const accept of ['text/html', 'application/json']) {
          const headers = { accept, ...(person && { authorization: `Bearer ${person.token}` }) }
          const reply = await app.fetch(address, { method, headers })
          expect(reply.status, `${method} ${address}`).toBeLessThan(500)
          await reply.arrayBuffer()
        }
      }
    }
  }
}

async function addressOf(call: Call): Promise<string> {
  const { params, query } = await sampleOf(samples, call, people[1] ?? (await aUser(app.db)))
  return `${fillPath(call.path, params)}?${new URLSearchParams(query)}`
}

// AUTH-10, V3.5.3
test('no GET and no HEAD of any call changes anything, whoever asks', async () => {
  const calls = allCalls.filter((call) => call.method === 'GET' && nameOf(call) !== MAKES_TAGS)
  const addresses = await Promise.all(calls.map(addressOf))
  const before = await storedText(app.pool, EXCEPT)
  await readAll(addresses)
  expect(await storedText(app.pool, EXCEPT)).toBe(before)
})

// AUTH-10, V3.5.3
test('no GET and no HEAD of a page, a file or a description changes anything', async () => {
  const [bound, blank] = [(await aPet(app.db, await aUser(app.db))).petId, await aBlankTag(app.db)]
  const pages = Object.values(paths).map((page) => page.pattern.replace(/\{\w+\}/g, bound))
  const others = [
    `/pet-detail/${blank}`,
    `/find-tag?id=${bound}`,
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/nothing',
  ]
  const before = await storedText(app.pool, EXCEPT)
  await readAll([...pages, ...others, '/uploads/complaints/0123456789abcdef0123456789abcdef.pdf', '/robots.txt'])
  expect(await storedText(app.pool, EXCEPT)).toBe(before)
})
