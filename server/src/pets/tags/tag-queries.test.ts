import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { BATCH_NAME_MAX, BATCHES_LISTED_MAX, tagCalls } from '@petsetu/contract/pets/tags.ts'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, aUser, PET_FORM } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { storedText } from '../../../test/stored.ts'

const app = await testApp()
const [admin, other, owner] = [await anAdmin(app.db), await anAdmin(app.db), await aUser(app.db)]

beforeEach(() => app.pool.query('delete from pets; delete from tags; delete from tag_batches'))

const generate = (numberOfIds: number, batchName?: string, as = admin, key?: string) =>
  app.call(
    tagCalls.generate,
    { query: { numberOfIds: String(numberOfIds), ...(batchName !== undefined && { batchName }) } },
    as,
    key ? { 'idempotency-key': key } : {},
  )
const batches = async (batch?: number) =>
  (await app.call(tagCalls.listBatches, { query: batch ? { batch: String(batch) } : {} }, admin)).body
const list = (query: Record<string, string>) => app.call(tagCalls.list, { query }, admin)

// TAG-6, DSK-3
test('tags generated under a name are a batch that the list shows, filters and counts', async () => {
  const camp = (await generate(3, '  Pune camp, November ')).body
  const shop = (await generate(2, 'पुणे दुकान')).body
  const [single = ''] = (await generate(1)).body
  const [bound = '', gone = '', blank = ''] = camp
  await app.call(petCalls.create, { body: { ...PET_FORM, petId: bound } }, owner)
  const { body: pet } = await app.call(petCalls.create, { body: { ...PET_FORM, petId: gone } }, owner)
  await app.call(petCalls.deleteAny, { params: { id: String(pet.id) } }, admin)

  const [newest, oldest] = await batches()
  expect(newest).toMatchObject({ name: 'पुणे दुकान', blank: 2, registered: 0, spent: 0 })
  expect(oldest).toMatchObject({ name: 'Pune camp, November', blank: 1, registered: 1, spent: 1 })
  const batch = String(oldest?.id)
  const shown = await list({ batch })
  expect(shown.body.map(({ petId }) => petId).toSorted()).toEqual(camp.toSorted())
  expect(shown.headers.get('x-total-count')).toBe('3')
  for (const tag of shown.body) expect(tag.batch).toEqual({ id: oldest?.id, name: 'Pune camp, November' })
  for (const [state, petId] of Object.entries({ blank, registered: bound, spent: gone })) {
    const ofState = await list({ batch, state, page: '1', limit: '1' })
    expect(ofState.body.map((tag) => tag.petId)).toEqual([petId])
    expect(ofState.headers.get('x-total-count')).toBe('1')
  }
  expect((await list({ batch: '999999' })).body).toEqual([])
  expect((await list({ batch: 'Pune' })).status).toBe(400)
  const all = await list({})
  expect(all.headers.get('x-total-count')).toBe('6')
  expect(all.body.find(({ petId }) => petId === single)?.batch).toBeNull()
  expect(all.body.find(({ petId }) => petId === shop[0])?.batch?.name).toBe('पुणे दुकान')
})

// TAG-6
test('the same name in any case, also of two admins at once, adds to one batch', async () => {
  await generate(1, 'Pune Camp')
  const replies = await Promise.all([
    generate(2, 'PUNE camp', other),
    generate(3, ' pune camp', admin),
    generate(1, 'Pune Camp', other),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await batches()).toMatchObject([{ name: 'Pune Camp', blank: 7 }])
})

// TAG-6, PET-1
test('a repeated request makes no second batch, and a rejected name none at all', async () => {
  const first = await generate(2, 'Nagpur', admin, 'one-intention')
  const again = await generate(2, 'Nagpur', admin, 'one-intention')
  expect(again.body).toEqual(first.body)
  expect((await generate(2, 'Nashik', admin, 'one-intention')).error.code).toBe('different_content')
  expect(await batches()).toMatchObject([{ name: 'Nagpur', blank: 2 }])

  const before = await storedText(app.pool)
  const tooLong = await generate(1, 'x'.repeat(BATCH_NAME_MAX + 1))
  expect([tooLong.status, tooLong.error.errors]).toEqual([
    400,
    { batchName: `Batch name must be at most ${BATCH_NAME_MAX} characters long` },
  ])
  for (const wrong of ['two\nlines', 'a\u0000b', 'a\u0007b', 'a\tb']) {
    const { status, error } = await generate(1, wrong)
    expect
      .soft([status, error.errors], JSON.stringify(wrong))
      .toEqual([400, { batchName: 'Batch name contains characters that cannot be used' }])
  }
  expect(await storedText(app.pool)).toBe(before)
})

// TAG-6
test('a name of nothing but spaces is none, and the longest name is stored whole', async () => {
  await generate(1, '   ')
  expect(await batches()).toEqual([])
  await generate(1, 'म'.repeat(BATCH_NAME_MAX))
  expect(await batches()).toMatchObject([{ name: 'म'.repeat(BATCH_NAME_MAX), blank: 1 }])
})

// TAG-6
test('the list of batches has the newest, and an older one that is asked for', async () => {
  await app.pool.query(
    "insert into tag_batches (name, name_key) select 'Camp ' || n, 'camp ' || n from generate_series(1, $1) n",
    [BATCHES_LISTED_MAX + 5],
  )
  const newest = await batches()
  expect(newest).toHaveLength(BATCHES_LISTED_MAX)
  expect([newest[0]?.name, newest.at(-1)?.name]).toEqual([`Camp ${BATCHES_LISTED_MAX + 5}`, 'Camp 6'])
  const oldestId = (newest.at(-1)?.id ?? 0) - 5
  const withOlder = await batches(oldestId)
  expect(withOlder.map(({ name }) => name)).toEqual([...newest.map(({ name }) => name), 'Camp 1'])
  expect(await batches(newest[3]?.id)).toEqual(newest)
})

// DSK-4, TAG-6
test('the audit names the batch', async () => {
  const made = (await generate(2, 'Wardha')).body
  await generate(1, 'WARDHA')
  const query = { action: 'tags-generated', limit: '2' } as const
  const { body } = await app.call(auditCalls.list, { query }, admin)
  expect(body.data.map(({ after }) => after?.batch)).toEqual(['Wardha', 'Wardha'])
  expect(body.data[1]?.after).toEqual({ tags: made, batch: 'Wardha' })
})
