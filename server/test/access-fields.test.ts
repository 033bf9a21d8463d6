import { allCalls } from '@petsetu/contract/calls.ts'
import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { callSamples, nameOf, type Owner, sampleOf } from './call-samples.ts'
import { aBlankTag, anAdmin, aUser } from './factories.ts'
import { payingAppWithoutClocks } from './paying-app.ts'
import { rowsWrittenFromNow } from './stored.ts'

const app = await payingAppWithoutClocks()
const samples = callSamples(app)
await app.sandbox.injectFault({ webhooks: 'lost' })

type Row = Record<string, unknown>

/** Every column of every table, in snake_case and in camelCase. */
const columns = await app.pool.query<{ name: string; type: string }>(
  "select distinct column_name as name, data_type as type from information_schema.columns where table_schema = 'public' order by 1",
)

const CANARIES: Record<string, unknown> = {
  bigint: 424_242,
  integer: 424_242,
  'timestamp with time zone': '2001-01-01T00:00:00Z',
  date: '2001-01-01',
  bytea: 'canary',
  text: 'canary',
}

const everyField = columns.rows.flatMap(({ name, type }) =>
  [name, camelCase(name)].map((each): [string, unknown] => [each, CANARIES[type]]),
)

/** Values worth setting: those of the columns with a check constraint. */
const COVETED: Row[] = [
  { role: 'admin', status: 'active', payment_status: 'paid', paymentStatus: 'paid', disposition: 'applied' },
  { role: 'admin', status: 'captured', amount: 1, amount_paid: 1, price: 1, isAdmin: true, is_refund_pending: true },
  { role: 'admin', status: 'closed', category: 'premium', purpose: 'membership', currency: 'USD', id: 1, userId: 1 },
  {
    status: 'paid',
    user: { role: 'admin' },
    data: { status: 'paid' },
    checkout_data: { amount: 1 },
    petId: await aBlankTag(app.db),
  },
]

/** All of them at once, since a request with each shows no more: the schemas are shown each by itself. */
const COVETED_AT_ONCE: Row = Object.assign({}, ...COVETED)

/** Puts every column into one body, and the first ones into a form, which has at most thirty fields. */
const everyFieldOf = ({ multipart }: Call): Row => Object.fromEntries(multipart ? everyField.slice(0, 20) : everyField)

const MOMENT = /^\d{4}-\d\d-\d\dT/

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Counts the jobs that write what a call has begun. */
async function jobsThatGoOn(): Promise<number> {
  const { rows } = await app.pool.query(
    "select from graphile_worker.jobs where task_identifier in ('run-import', 'queue-breach-letters')",
  )
  return rows.length
}

/** Makes the call with additional fields in its body; returns the rows that it wrote. */
async function written(call: Call, further: Row, people: { owner: Owner; admin: Owner }): Promise<Row[]> {
  const { headers, ...sample } = await sampleOf(samples, call, people.owner)
  const own = new Set(Object.keys(call.body?.shape ?? {}))
  const injected = Object.fromEntries(Object.entries(further).filter(([name]) => !own.has(name)))
  const rowsWritten = await rowsWrittenFromNow(app.pool)
  const input = { ...sample, body: { ...injected, ...sample.body } } as unknown as Input<Call>
  const reply = await app.call(call, input, call.access === 'admin' ? people.admin : people.owner, headers)
  expect(reply.status).toBe(call.status ?? 200)
  // A job of its own writes what it has found, or the mails to everybody.
  if (/\/imports\/|\/breaches\/\{id\}\/letters$/.test(call.path)) await expect.poll(jobsThatGoOn).toBe(0)
  // A job that writes rows again puts them in places that were free.
  const byTable = Map.groupBy(await rowsWritten(), ({ table }) => table)
  return [...byTable.values()].flatMap((rows) => rows.sort((one, other) => Number(one.id) - Number(other.id) || 0))
}

/** Calls after which the next one by the same owner writes something else, such as no mail because there was one just before, or which end the owner's session. */
const NEED_A_NEW_OWNER = [
  'POST /auth/signin',
  'POST /auth/second-factor',
  'POST /auth/passkey',
  'POST /auth/reset-password',
  'POST /auth/undo-email-change',
  'POST /auth/confirm-email',
  'POST /api/account/delete',
  'POST /pet-detail/{petId}/found',
  'POST /found/{token}',
]

afterEach(() => void vi.useRealTimers())

// AUTH-9, AUTH-10, V8.2.3, V15.3.3
test('no call takes a field that its schema does not name', async () => {
  const owner = await aUser(app.db)
  for (const call of allCalls.filter((call) => call.body)) {
    const { body } = await sampleOf(samples, call, owner)
    const own = new Set(Object.keys(call.body?.shape ?? {}))
    for (const further of [...COVETED, Object.fromEntries(everyField)]) {
      const injected = Object.fromEntries(Object.entries(further).filter(([name]) => !own.has(name)))
      const { data } = call.body?.safeParse({ ...injected, ...body }) ?? {}
      expect(data, nameOf(call)).toEqual(call.body?.safeParse(body ?? {}).data)
    }
  }
})

for (const call of allCalls.filter((call) => call.body)) {
  // AUTH-9, AUTH-10, V8.2.3, V15.3.3
  test(`fields that are not ${nameOf(call)}'s to set have no effect`, async () => {
    const people = { owner: await aUser(app.db), admin: await anAdmin(app.db) }
    const write = async (further: Row) => {
      if (NEED_A_NEW_OWNER.includes(nameOf(call))) people.owner = await aUser(app.db)
      return written(call, further, people)
    }
    // A second factor stores the number of its time step.
    if (call.path.includes('second-factor')) vi.useFakeTimers({ toFake: ['Date'] })
    const [plain, again] = [await write({}), await write({})]
    for (const further of [COVETED_AT_ONCE, everyFieldOf(call)]) {
      const rows = await write(further)
      expect(rows.map((row) => row.table)).toEqual(plain.map((row) => row.table))
      for (const [index, row] of rows.entries()) {
        for (const [column, value] of Object.entries(row)) {
          // Ids and timestamps differ in each run, so they were not set by the request.
          const isNewEachTime = MOMENT.test(String(value)) || plain[index]?.[column] !== again[index]?.[column]
          if (isNewEachTime) expect(String(value), column).not.toMatch(/424242|canary|2001-01-01/)
          else expect(value, `${row.table}.${column}`).toEqual(plain[index]?.[column])
        }
      }
    }
  })
}
