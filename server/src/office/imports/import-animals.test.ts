import { petImportCalls } from '@petsetu/contract/office/imports.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { beforeEach, expect, test } from 'vitest'
import { aCarer } from '../../../test/community.ts'
import { aBlankTag, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { gateAt } from '../../../test/gate.ts'
import { testApp } from '../../../test/harness.ts'
import { checkedFile, importedFile, settled, startImport, undoImport } from '../../../test/imports.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const carer = await aCarer(app.db)

beforeEach(() => app.pool.query('delete from pets; delete from tags; delete from imports; delete from mails'))

const HEADINGS = 'Name,Kind,Sex,Ward,Landmark,Ear notch,Sterilised on,Rabies,Valid until,Tag,Carer'
const line = (name: string, rest = ',,,,,') => `${name},Dog,M,Kasba Peth,Behind the vegetable market,${rest}`
const fileOf = (...lines: string[]) => [HEADINGS, ...lines].join('\n')

const stored = async () => (await app.call(communityCalls.listAll, { query: {} }, admin)).body.data.toReversed()

// DSK-6, COM-1
test('animals of the street are imported with their care, tags and carers', async () => {
  const blank = await aBlankTag(app.db)
  const file = fileOf(
    line('Kalu', `Left ear,31/1/2026,5-2-2026,5/2/2999,${blank},${carer.username}`),
    `मोती,Dog,नर,KASBA PETH,Near the temple,बायाँ कान,,,,abcd-efgh-jklm,${carer.username.toUpperCase()}`,
    line('Rani'),
  )

  const done = await importedFile(app, 'animals', file, admin)

  expect(done).toMatchObject({ state: 'done', new_rows: 3, known_rows: 0, can_undo: true })
  expect(await stored()).toMatchObject([
    {
      ...{ petName: 'Kalu', petGender: 'male', petId: blank, earNotch: 'left', sterilisedOn: '2026-01-31' },
      ...{ rabiesOn: '2026-02-05', rabiesValidUntil: '2999-02-05', status: 'here' },
    },
    { petName: 'मोती', petId: 'ABCDEFGHJKLM', earNotch: 'left', ward: 'Kasba Peth', sterilisedOn: null },
    { petName: 'Rani', earNotch: 'none', rabiesOn: null },
  ])
  const own = await app.call(communityCalls.listOwn, { query: {} }, carer)
  expect(own.body.data.animals.map(({ petName }) => petName)).toEqual(['Kalu', 'मोती'])
  const { rows } = await app.pool.query('select count(*) as mails from mails')
  expect(rows).toEqual([{ mails: 0 }])
})

// DSK-6, COM-1
test('errors of animals are told by row and column, in each language', async () => {
  const [owned, stranger] = [await aPet(app.db, await aUser(app.db)), await aUser(app.db)]
  const file = fileOf(
    line('Kalu'),
    line('Kalu'),
    `Moti,Dog,M,Kasba Peth,House no 12,,,,,,`,
    line('Raja', 'both,,,,,'),
    line('Sheru', ',1/1/2999,,,,'),
    line('Tiger', ',,2026-02-05,2026-01-01,,'),
    line('Bholu', `,,,,${owned.petId},`),
    line('Gauri', `,,,,,${stranger.username}`),
    line('Call 98765 43210'),
  )

  const checked = await checkedFile(app, 'animals', file, admin)

  expect(checked.problems.map(({ row, column }) => [row, column])).toEqual([
    [3, null],
    [4, 'Landmark'],
    [5, 'Ear notch'],
    [6, 'Sterilised on'],
    [7, 'Valid until'],
    [8, 'Tag'],
    [9, 'Carer'],
    [10, 'Name'],
  ])
  expect(await stored()).toEqual([])
  const told = async (language: string) => {
    const params = { id: String(checked.id) }
    const { body } = await app.call(petImportCalls.read, { params }, admin, { 'accept-language': language })
    return body.data.problems.find(({ row }) => row === 9)?.message
  }
  expect(await told('en')).toBe('There is no carer with this username or confirmed email address.')
  expect(await told('hi')).toContain('देखभाल करने वाला')
  expect(await told('mr')).toContain('काळजीवाहक')
})

// DSK-6, COM-1
test('an unknown carer is told together with the other errors of the row', async () => {
  const checked = await checkedFile(app, 'animals', fileOf(line('Raja', 'both,,,,,nobody')), admin)
  expect(checked.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Ear notch'],
    [2, 'Carer'],
  ])
})

// DSK-6, COM-1
test('our own file of animals comes back as it was', async () => {
  await importedFile(
    app,
    'animals',
    fileOf(line('Kalu', 'Right ear,31/1/2026,5/2/2026,5/2/2027,,'), line('Rani')),
    admin,
  )
  for (const language of LANGUAGES) {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language }
    const text = await (await app.fetch('/api/admin/community.csv', { headers })).text()
    const again = await checkedFile(app, 'animals', text, admin)
    expect(again, language).toMatchObject({ new_rows: 0, known_rows: 2, wrong_rows: 0 })
    expect(Object.keys(again.columns), language).toEqual(expect.arrayContaining(['rabiesValidUntil', 'sterilisedOn']))
  }
})

const CERTIFICATE = `${'a'.repeat(32)}.pdf`
const USES: [what: string, use: (id: number) => Promise<unknown>][] = [
  ['seen', (id) => app.pool.query("insert into sightings (pet_id, week, area) values ($1, '2026-01-05', '-')", [id])],
  ['given to a carer', (id) => app.pool.query('insert into carers (pet_id, user_id) values ($1, $2)', [id, carer.id])],
  [
    'given a certificate',
    (id) => app.pool.query('insert into certificate_files (pet_id, name) values ($1, $2)', [id, CERTIFICATE]),
  ],
]

// DSK-6, COM-1
test.each(USES)('an import of animals cannot be undone once one was %s', async (_, use) => {
  const file = fileOf(line('Kalu', ',31/1/2026,5/2/2026,5/2/2027,,'))
  const first = await importedFile(app, 'animals', file, admin)
  expect((await undoImport(app, first, admin)).body.data).toMatchObject({ state: 'undone' })
  expect(await stored()).toEqual([])

  const second = await importedFile(app, 'animals', file, admin)
  await use((await stored())[0]?.id ?? 0)
  expect((await undoImport(app, second, admin)).error.code).toBe('import_changed')
  expect(await stored()).toHaveLength(1)
})

// COM-4, DSK-6
test('a carer removed while an import gives them animals does not get them', async () => {
  const [removed, other] = [await aCarer(app.db), await aCarer(app.db)]
  const gate = await gateAt(app.pool, 'import_records')
  const file = fileOf(line('Kalu', `,,,,,${removed.username}`), line('Rani', `,,,,,${other.username}`))
  const checked = await checkedFile(app, 'animals', file, admin)
  await startImport(app, checked, admin)
  await gate.reached()
  const params = { userId: String(removed.id) }
  expect((await app.call(communityCalls.removeCarer, { params }, admin)).status).toBe(204)
  await gate.open()
  expect(await settled(app, checked, admin)).toMatchObject({ state: 'done', new_rows: 2 })

  expect((await app.call(communityCalls.listOwn, { query: {} }, removed)).body.data.animals).toEqual([])
  expect((await app.call(communityCalls.listOwn, { query: {} }, other)).body.data.animals).toMatchObject([
    { petName: 'Rani' },
  ])
})
