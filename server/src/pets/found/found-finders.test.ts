import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'

// All finders here share one network, as thousands of phones of a mobile network do.
const app = await testApp()

const tokenOf = (path: string) => path.split('/').at(-1) ?? ''

async function aPetAndItsOwner() {
  const owner = await aUser(app.db)
  const { petId } = await aPet(app.db, owner)
  const report = async (message: string) =>
    (await app.call(foundCalls.report, { params: { petId }, body: { message } })).body.thread_path
  const threads = async () => (await app.call(foundCalls.listOwn, {}, owner)).body.data
  const params = async () => ({ id: String((await threads())[0]?.id) })
  const answer = async (message: string) =>
    expect((await app.call(foundCalls.answer, { params: await params(), body: { message } }, owner)).status).toBe(201)
  const read = async () => (await app.call(foundCalls.read, { params: await params() }, owner)).body.data.messages
  return { petId, report, threads, answer, read }
}

/** Which of these words a page shows. */
async function shown(path: string, words: string[]): Promise<string[]> {
  const html = await (await app.fetch(path)).text()
  return words.filter((word) => html.includes(word))
}

// FND-3
test('a further report from one network joins the thread but does not see the first', async () => {
  const { report, threads, answer, read } = await aPetAndItsOwner()
  const first = await report('Words of Asha')
  await answer('Answer to Asha')
  const second = await report('Words of Bilal')
  await answer('Answer to both')
  expect(second).not.toBe(first)

  const words = ['Words of Asha', 'Answer to Asha', 'Words of Bilal', 'Answer to both']
  expect(await shown(first, words)).toEqual(['Words of Asha', 'Answer to Asha', 'Answer to both'])
  expect(await shown(second, words)).toEqual(['Words of Bilal', 'Answer to both'])
  expect(await threads()).toHaveLength(1)
  expect((await read()).map(({ message, finder }) => [message, finder])).toEqual([
    ['Words of Asha', 1],
    ['Answer to Asha', null],
    ['Words of Bilal', 2],
    ['Answer to both', null],
  ])
})

// FND-2
test('a conversation leads back to the page of the pet, with whom to call', async () => {
  const { petId, report } = await aPetAndItsOwner()
  const html = await (await app.fetch(await report('Words of Asha'))).text()
  const [main = ''] = /<main\b.*<\/main>/s.exec(html) ?? []
  expect(main).toContain(`href="/pet-detail/${petId}"`)
})

// FND-3
test('a finder’s words on their page are answered, and shown to the two sides alone', async () => {
  const { report, read } = await aPetAndItsOwner()
  const [first, second] = [await report('Words of Asha'), await report('Words of Bilal')]
  const write = async (path: string, message: string) => {
    const reply = await app.call(foundCalls.write, { params: { token: tokenOf(path) }, body: { message } })
    return reply.body.data.map((each) => each.message)
  }
  expect(await write(second, 'More of Bilal')).toEqual(['Words of Bilal', 'More of Bilal'])
  expect(await write(first, 'More of Asha')).toEqual(['Words of Asha', 'More of Asha'])
  expect((await read()).map(({ finder }) => finder)).toEqual([1, 2, 2, 1])
})

// FND-3
test('a second tap in a conversation adds nothing, the same answer later does', async () => {
  const { report, answer, read } = await aPetAndItsOwner()
  const params = { token: tokenOf(await report('Words of Asha')) }
  const write = () => app.call(foundCalls.write, { params, body: { message: 'Yes' } })
  const words = async () => (await read()).map(({ message }) => message)
  await Promise.all([write(), write(), write()])
  expect(await words()).toEqual(['Words of Asha', 'Yes'])
  await answer('And is she well?')
  await write()
  await write()
  expect(await words()).toEqual(['Words of Asha', 'Yes', 'And is she well?', 'Yes'])
  const created_at = new Date(Date.now() - 11 * 60_000)
  await app.db.updateTable('found_messages').set({ created_at }).execute()
  await write()
  expect(await words()).toHaveLength(5)
})

// FND-3
test('the same words from another form add nothing and open no page of another finder', async () => {
  const { petId, report, answer, read } = await aPetAndItsOwner()
  const from = async (form_key: string) =>
    (await app.call(foundCalls.report, { params: { petId }, body: { message: 'Found', form_key } })).body.thread_path
  const first = await from('one form')
  expect(await from('one form')).toBe(first)
  const other = await from('another form')
  expect(other).not.toBe(first)
  expect(await read()).toHaveLength(1)
  await answer('Thank you')
  expect(await report('Found')).not.toBe(first)
  expect(await shown(first, ['>Found<', 'Thank you'])).toEqual(['>Found<', 'Thank you'])
  expect(await shown(other, ['>Found<', 'Thank you'])).toEqual(['Thank you'])
})

// FND-3
test('the same within ten minutes leads each finder back to their own page', async () => {
  const { report, read } = await aPetAndItsOwner()
  const [first, second] = [await report('Words of Asha'), await report('Words of Bilal')]
  expect([await report('Words of Bilal'), await report('Words of Asha')]).toEqual([second, first])
  expect(await read()).toHaveLength(2)
})

// JRN-1
test('the list of an owner says what was written last, and by whom', async () => {
  const { report, threads, answer } = await aPetAndItsOwner()
  await report('She is with me at the temple')
  expect(await threads()).toMatchObject([{ last_by: 'finder', last_message: 'She is with me at the temple' }])
  await answer('I am on my way')
  expect(await threads()).toMatchObject([{ last_by: 'owner', last_message: 'I am on my way' }])
})

// JRN-1
test('the list of an owner has the name and the place that a finder gave first', async () => {
  const { petId, threads } = await aPetAndItsOwner()
  const given = [{}, { name: 'Asha', place: 'Near the temple' }, { name: 'Bilal', place: 'Laxmi Road' }]
  for (const [index, fields] of given.entries()) {
    await app.call(foundCalls.report, { params: { petId }, body: { message: `She is with me (${index})`, ...fields } })
    const [finder_name, finder_place] = index === 0 ? [null, null] : ['Asha', 'Near the temple']
    expect(await threads()).toMatchObject([{ finder_name, finder_place }])
  }
})

// JRN-1, FND-2
test('the list of an owner says what came where nothing was written', async () => {
  const { petId, threads } = await aPetAndItsOwner()
  const reports = [
    [{ place: 'Near the temple' }, { last_message: 'Near the temple', last_part: null }],
    [{ contact: '98765 43210' }, { last_message: null, last_part: 'contact' }],
    [
      { lat: 18.52, lon: 73.85 },
      { last_message: null, last_part: 'location' },
    ],
  ] as const
  for (const [body, last] of reports) {
    await app.call(foundCalls.report, { params: { petId }, body })
    expect(await threads()).toMatchObject([{ last_by: 'finder', ...last }])
  }
})
