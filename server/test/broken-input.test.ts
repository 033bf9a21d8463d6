import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { formBytes } from './attachments.ts'
import { BAD_BODIES, BAD_TEXTS, ERROR_CODE } from './bad-input.ts'
import { callSamples, nameOf, type Sample, sampleOf } from './call-samples.ts'
import { anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { type PlainReply, plainRequest } from './plain-request.ts'
import { storedHashes } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]

const samplesMade = new Map<Call, Promise<Sample>>()

/** A rejected request uses nothing up, so one sample serves all tests of a call. */
function sharedSampleOf(call: Call): Promise<Sample> {
  const sample = samplesMade.get(call) ?? sampleOf(samples, call, owner)
  samplesMade.set(call, sample)
  return sample
}

/** Invalid or out-of-range numbers. */
const BAD_NUMBERS = ['1e308', '9223372036854775808', '-1', '0.001', 'NaN', '1e2', 'Infinity', '0x10', '00', '١', '']

const BAD_VALUES: [what: string, value: unknown][] = [
  ...BAD_TEXTS.filter(([, value]) => typeof value !== 'number'),
  ['fifty thousand letters', 'x'.repeat(50_000)],
  ['an e-mail of fifty thousand letters', `${'a.'.repeat(25_000)}@example.org`],
  ['a number beyond all numbers', 1e308],
  ['a number that no column holds', 2 ** 63],
  ['a number below zero', -1],
  ['a thousandth', 0.001],
]

function send(call: Call, { params, query = {}, body, headers }: Sample): Promise<PlainReply> {
  const search = new URLSearchParams(query)
  const form =
    call.multipart && body && formBytes(Object.entries(body).map(([name, value]) => ({ name, value: String(value) })))
  return plainRequest(app.url, {
    method: call.method,
    path: `${fillPath(call.path, params)}?${search}`,
    headers: {
      authorization: `Bearer ${(call.access === 'admin' ? admin : owner).token}`,
      ...headers,
      ...(body && { 'content-type': form ? 'multipart/form-data; boundary=petsetu-boundary' : 'application/json' }),
    },
    ...(body && { body: form ? form : JSON.stringify(body) }),
  })
}

const canStandInAForm = (value: unknown) => typeof value === 'string' && value.isWellFormed()

/** Fields that hold no text, with the one of these values that they may hold; with their call where another call rejects it. */
const RIGHT_VALUES: Record<string, string> = {
  changes: 'a truth value',
  listed: 'a truth value',
  shows_name: 'a truth value',
  internal: 'a truth value',
  agreed: 'a truth value',
  is_another: 'a truth value',
  is_renewal: 'a truth value',
  wants_reminders: 'a truth value',
  states_age: 'a truth value',
  takesForeignMoney: 'a truth value',
  deductibleNeedsPan: 'a truth value',
  subject_id: 'a number',
  // Kinds of data that are not known (any more) are left out of the list.
  'PUT /api/admin/breaches/{id} kinds': 'a list',
}

/** Parameters that take any text as itself. */
const ANY_TEXT = ['search', 'q', 'admin', 'object_id', 'batchName', 'ward']

// A password is taken exactly as typed.
const textFieldsOf = (call: Call) => Object.keys(call.body?.shape ?? {}).filter((name) => !/password/i.test(name))

/** The fields that a schema finds wrong; null if it accepts the values. */
function wrongFields(schema: z.ZodObject | undefined, values: object): string[] | null {
  const checked = schema?.safeParse(values)
  return checked?.error ? checked.error.issues.map(({ path: [field] }) => String(field)) : null
}

for (const call of allCalls.filter((call) => call.body)) {
  // API-3, V1.3.3, V1.4.2, V15.3.5
  test(`invalid text is rejected in every field of ${nameOf(call)}, and none is kept`, async () => {
    const sample = await sharedSampleOf(call)
    const before = await storedHashes(app.pool)
    for (const [position, field] of textFieldsOf(call).entries()) {
      const right = RIGHT_VALUES[`${nameOf(call)} ${field}`] ?? RIGHT_VALUES[field]
      const bad = BAD_VALUES.filter(([what]) => what !== right).filter(
        ([, value]) => !call.multipart || canStandInAForm(value),
      )
      // The schema decides; a value that it leaves to the handler is sent, and so is one of the others for each field.
      for (const [index, [what, value]] of bad.entries()) {
        const wrong = wrongFields(call.body, { ...sample.body, [field]: value })
        if (wrong) expect.soft(wrong, `${field}: ${what}`).toContain(field)
        if (wrong && index !== position % bad.length) continue
        const reply = await send(call, { ...sample, body: { ...sample.body, [field]: value } })
        expect.soft(reply.status, `${field}: ${what}`).toBe(400)
        // A signature is only compared, and a wrong one is refused like any other.
        if (field !== 'razorpay_signature')
          expect.soft(JSON.parse(reply.text).errors, `${field}: ${what}`).toHaveProperty([field])
      }
    }
    const [field = ''] = textFieldsOf(call)
    const megabyte = await send(call, { ...sample, body: { ...sample.body, [field]: 'x'.repeat(1_000_000) } })
    expect.soft([400, 413], `${field}: a megabyte`).toContain(megabyte.status)
    expect(await storedHashes(app.pool)).toBe(before)
  })
}

// One parser reads the bodies of all calls: it meets every bad body at one call for each kind of caller, and each call meets one.
const JSON_CALLS = allCalls.filter((call) => call.body && !call.multipart)
const WITH_EVERY_BODY = ['anyone', 'owner', 'admin'].map((access) => JSON_CALLS.find((call) => call.access === access))

for (const [position, call] of JSON_CALLS.entries()) {
  // API-3, V1.5.2, V15.3.6
  test(`a body that is invalid or contains a prototype is rejected by ${nameOf(call)}`, async () => {
    const { params, body, headers } = await sharedSampleOf(call)
    const inside = JSON.stringify(body).slice(1)
    const bodies = [
      ...BAD_BODIES.map(([, text]) => text),
      `{"__proto__":{"role":"admin"},${inside}`,
      `{"constructor":{"prototype":{"role":"admin"}},${inside}`,
      `{"x":{"y":{"__proto__":{}}},${inside}`,
      `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},${inside.slice(0, -1)}`,
      `{${inside.slice(0, -1)},}`,
    ]
    const before = await storedHashes(app.pool)
    const sent = WITH_EVERY_BODY.includes(call) ? bodies : [bodies[position % bodies.length] ?? '']
    for (const text of sent) {
      const reply = await plainRequest(app.url, {
        method: call.method,
        path: fillPath(call.path, params),
        headers: {
          authorization: `Bearer ${(call.access === 'admin' ? admin : owner).token}`,
          ...headers,
          'content-type': 'application/json',
        },
        body: text,
      })
      expect.soft(reply.status, text.slice(0, 60)).toBe(400)
      expect.soft(JSON.parse(reply.text)).toMatchObject({
        status: 'error',
        code: expect.stringMatching(ERROR_CODE),
        message: expect.stringMatching(/./),
      })
    }
    expect(await storedHashes(app.pool)).toBe(before)
    expect(({} as { role?: string }).role).toBeUndefined()
  })
}

for (const call of allCalls.filter((call) => call.query)) {
  // API-3, V1.4.2, V15.3.5, V15.3.7
  test(`a parameter of ${nameOf(call)} that is invalid or repeated is rejected`, async () => {
    const { query = {}, params } = await sharedSampleOf(call)
    const before = await storedHashes(app.pool)
    for (const name of Object.keys(call.query?.shape ?? {})) {
      const others = new URLSearchParams({ ...query, [name]: '1' })
      const path = `${fillPath(call.path, params)}?${others}&${name}=2`
      const headers = {
        authorization: `Bearer ${(call.access === 'admin' ? admin : owner).token}`,
        accept: 'application/json',
      }
      expect.soft((await plainRequest(app.url, { path, headers })).status, `${name} twice`).toBe(400)
      if (ANY_TEXT.includes(name)) continue
      for (const [index, value] of BAD_NUMBERS.entries()) {
        const wrong = wrongFields(call.query, { ...query, [name]: value })
        if (wrong) expect.soft(wrong, `${name}=${value}`).toContain(name)
        if (wrong && index > 0) continue
        const reply = await send(call, { ...(params && { params }), query: { ...query, [name]: value } })
        expect.soft(reply.status, `${name}=${value}`).toBe(400)
      }
    }
    expect(await storedHashes(app.pool)).toBe(before)
  })
}

for (const call of allCalls.filter((call) => call.params)) {
  // API-3, V1.1.1, V1.4.2
  test(`an id of ${nameOf(call)} that is invalid or leaves the path is rejected`, async () => {
    const { params: _, ...sample } = await sharedSampleOf(call)
    const before = await storedHashes(app.pool)
    const ways = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e%2f',
      '..\\..\\',
      '\0',
      '%00',
      'a/b',
      '1 ',
      '1;',
      '1,2',
      '[1]',
    ]
    for (const value of [...BAD_NUMBERS.filter(Boolean), ...ways]) {
      const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, value]))
      // A number cannot leave the path: the schema's word is enough for all but one.
      if (!ways.includes(value) && value !== '-1' && wrongFields(call.params, params)) continue
      const reply = await send(call, { ...sample, params })
      expect.soft(reply.status, JSON.stringify(value)).toBe(400)
    }
    expect(await storedHashes(app.pool)).toBe(before)
  })
}
