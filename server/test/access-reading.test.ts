import { allCalls } from '@petsetu/contract/calls.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
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
const user = await aUser(app.db)
const PEOPLE = { nobody: null, 'a user': user, 'an admin': await anAdmin(app.db) }
type Who = keyof typeof PEOPLE
const everybody = Object.keys(PEOPLE) as Who[]

// An accepted exception: this GET creates tags, but it needs a bearer header, which no other site's page can send.
const MAKES_TAGS = 'GET /admin/generate-pet-id'

// Others: opening a pet's page counts as a scan, which is written some seconds later, and a file with sealed data leaves a row in the
// audit.
const EXCEPT = { except: ['scan_days', 'audit'] }

async function readAll(addresses: string[], method: 'GET' | 'HEAD', who: Who): Promise<void> {
  const person = PEOPLE[who]
  for (const address of addresses) {
    for (const accept of ['text/html', 'application/json']) {
      const headers = { accept, ...(person && { authorization: `Bearer ${person.token}` }) }
      const reply = await app.fetch(address, { method, headers })
      expect(reply.status, `${method} ${address}`).toBeLessThan(500)
      await reply.arrayBuffer()
    }
  }
}

async function addressOf(call: Call): Promise<string> {
  const { params, query } = await sampleOf(samples, call, user)
  return `${fillPath(call.path, params)}?${new URLSearchParams(query)}`
}

const calls = allCalls.filter((call) => call.method === 'GET' && nameOf(call) !== MAKES_TAGS)
const addresses = await Promise.all(calls.map(addressOf))

const [bound, blank] = [(await aPet(app.db, await aUser(app.db))).petId, await aBlankTag(app.db)]
const pages = Object.values(paths).map((page) => page.pattern.replace(/\{\w+\}/g, bound))
const others = [
  ...[`/pet-detail/${blank}`, `/find-tag?id=${bound}`, '/healthz', '/readyz', '/openapi.json', '/docs', '/nothing'],
  ...['/uploads/complaints/0123456789abcdef0123456789abcdef.pdf', '/robots.txt'],
]

for (const who of everybody) {
  for (const method of ['GET', 'HEAD'] as const) {
    // AUTH-10, V3.5.3
    test(`no ${method} of any call by ${who} changes anything`, async () => {
      const before = await storedText(app.pool, EXCEPT)
      await readAll(addresses, method, who)
      expect(await storedText(app.pool, EXCEPT)).toBe(before)
    })

    // AUTH-10, V3.5.3
    test(`no ${method} of a page, a file or a description by ${who} changes anything`, async () => {
      const before = await storedText(app.pool, EXCEPT)
      await readAll([...pages, ...others], method, who)
      expect(await storedText(app.pool, EXCEPT)).toBe(before)
    })
  }
}
