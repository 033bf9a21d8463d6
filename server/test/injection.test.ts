import { allCalls } from '@petsetu/contract/calls.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { fillPath } from '@petsetu/contract/visitor-paths.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { callSamples, nameOf, sampleOf } from './call-samples.ts'
import { anAdmin, aPet, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { plainRequest } from './plain-request.ts'
import { SQL_INJECTIONS } from './sql-injections.ts'
import { storedHashes } from './stored.ts'

/** Marks a text of a request. */
const MARK = 'nothing-is-called-this'
/** The statements sent to PostgreSQL in which such a text stands; values belong beside a statement. */
const pasted: string[] = []
const { query, parse } = pg.Connection.prototype
pg.Connection.prototype.query = function (this: pg.Connection, text) {
  note(text)
  return query.call(this, text)
}
pg.Connection.prototype.parse = function (this: pg.Connection, statement, ...rest) {
  note(statement.text)
  return parse.call(this, statement, ...rest)
}

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })
const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]
await aPet(app.db, owner)

// An injected sleep would take longer than this.
const ANSWER_MS_MAX = 20_000

function note(statement: string): void {
  if (statement.includes(MARK)) pasted.push(statement)
}

afterEach(() => expect(pasted.splice(0), 'statements with a text of a request').toEqual([]))

const authorization = (call: Call) => `Bearer ${(call.access === 'admin' ? admin : owner).token}`

async function get(call: Call, path: string): Promise<{ status: number; text: string }> {
  const headers = { accept: 'application/json', authorization: authorization(call) }
  const { status, text } = await plainRequest(app.url, { method: call.method, path, headers, timeoutMs: ANSWER_MS_MAX })
  // Says how many letters the search had, which differ.
  return { status, text: text.replace(/"is_too_short":(true|false)/, '') }
}

/** Everything stored; for a list to download, without the rows of the audit that say who downloaded one (TRU-4). */
async function storedApartFromDownloads(call: Call): Promise<string> {
  if (call.file !== 'text/csv') return storedHashes(app.pool)
  const text = await storedHashes(app.pool, { except: ['audit'] })
  const audit = await app.pool.query("select * from audit where action <> 'export-downloaded' order by id")
  return text + JSON.stringify(audit.rows)
}

// API-3, V1.2.4
test('a statement that holds a text of a request is noticed', async () => {
  await app.pool.query(`select '${MARK}'`)
  await app.pool.query(`select '${MARK}' where $1`, [true])
  expect(pasted.splice(0)).toHaveLength(2)
})

/** Parameters that are stored and not searched for. */
const STORED = ['batchName']

const reads = allCalls.filter((call) => call.method === 'GET' && call.query)

for (const call of reads) {
  // API-3, V1.2.4
  test(`no text in a parameter of ${nameOf(call)} changes its statement`, async () => {
    const { query = {} } = await sampleOf(samples, call, owner)
    // No record has such a name, so as plain text it finds nothing.
    const search = (name: string, value: string) => `${call.path}?${new URLSearchParams({ ...query, [name]: value })}`
    const before = await storedApartFromDownloads(call)
    for (const name of Object.keys(call.query?.shape ?? {}).filter((one) => !STORED.includes(one))) {
      const nothing = await get(call, search(name, MARK))
      for (const [index, injection] of SQL_INJECTIONS.entries()) {
        // A number or a day: its schema decides, and one request shows that the call uses it.
        if (index > 0 && !call.query?.safeParse({ ...query, [name]: injection }).success) continue
        const reply = await get(call, search(name, injection))
        expect.soft([reply.status, reply.text], `${name}=${injection}`).toEqual([nothing.status, nothing.text])
      }
    }
    expect(await storedApartFromDownloads(call)).toBe(before)
  })
}

// API-3, V1.2.4
test('the name of a batch of tags is stored as it is, or rejected', async () => {
  const before = await countsOfOthers()
  const names = []
  for (const [index, injection] of SQL_INJECTIONS.entries()) {
    // Some are the same name in other letters.
    const batchName = `${injection} ${index}`
    const reply = await app.call(tagCalls.generate, { query: { numberOfIds: '1', batchName } }, admin)
    expect.soft([200, 400], batchName).toContain(reply.status)
    if (reply.status === 200) names.push(batchName.trim())
  }
  expect(names.length).toBeGreaterThan(0)
  const batches = (await app.call(tagCalls.listBatches, { query: {} }, admin)).body
  expect(batches.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  expect(await countsOfOthers()).toEqual(before)
})

for (const call of allCalls.filter((call) => call.params)) {
  // API-3, V1.2.4
  test(`no text in the address of ${nameOf(call)} changes its statement`, async () => {
    const sample = await sampleOf(samples, call, owner)
    // The address of a form is checked before its content.
    const body = call.multipart ? undefined : sample.body
    const before = await storedHashes(app.pool)
    for (const [index, injection] of SQL_INJECTIONS.entries()) {
      const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, injection]))
      // The schema decides; what it leaves to the handler is sent, and so is one of the others.
      if (index > 0 && !call.params?.safeParse(params).success) continue
      const headers = { authorization: authorization(call), ...(body && { 'content-type': 'application/json' }) }
      const sent = { method: call.method, path: fillPath(call.path, params), headers, timeoutMs: ANSWER_MS_MAX }
      const reply = await plainRequest(app.url, { ...sent, ...(body && { body: JSON.stringify(body) }) })
      expect.soft([400, 404], injection).toContain(reply.status)
    }
    expect(await storedHashes(app.pool)).toBe(before)
  })
}

// They end a text, a name or a statement, are a whole statement, and hold a letter that some programs take for a quote. A statement that
// holds such a text is found whatever the text does to it, so three are enough.
const SENT = [`'"\`\\;$$--/*`, "'; delete from users; --", '\uff07 or 1=1 --'].map((text) => `${text} ${MARK}`)

/** The fields that take such a text. */
const textFieldsOf = (call: Call) =>
  Object.entries(call.body?.shape ?? {}).flatMap(([name, field]) =>
    SENT.some((text) => field.safeParse(text).success) ? [name] : [],
  )

for (const call of allCalls.filter((call) => textFieldsOf(call).length > 0)) {
  // API-3, V1.2.4
  test(`every text in the body of ${nameOf(call)} is stored as it is, or rejected`, async () => {
    const before = await countsOfOthers()
    for (const text of SENT) {
      const { params, body = {} } = await sampleOf(samples, call, owner)
      const injected = Object.entries(call.body?.shape ?? {}).map(([name, field]) => [
        name,
        field.safeParse(text).success ? text : body[name],
      ])
      const input = { ...(params && { params }), body: Object.fromEntries(injected) } as unknown as Input<Call>
      const reply = await app.call(call, input, call.access === 'admin' ? admin : owner)
      expect.soft([call.status ?? 200, 400, 401, 404, 409], text).toContain(reply.status)
    }
    expect(await countsOfOthers()).toEqual(before)
  })
}

/** Counts rows that a successful injection would have changed. */
async function countsOfOthers(): Promise<unknown> {
  const { rows } = await app.pool.query(
    "select (select count(*) from users where role = 'admin' and duties is null) as admins, (select count(*) > 0 from pets) as pets",
  )
  return rows
}
