import { petImportCalls } from '@petsetu/contract/office/imports.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { beforeEach, expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPet, aUser, PASSWORD } from '../../../test/factories.ts'
import { gateAt } from '../../../test/gate.ts'
import { testApp } from '../../../test/harness.ts'
import {
  checkedFile,
  importedFile,
  PET_HEADINGS,
  petFile,
  petLine,
  sendFile,
  settled,
  startImport,
  undoImport,
} from '../../../test/imports.ts'
import { allSharedCounts, lockSharedCounts } from '../../../test/shared-counts.ts'
import { storedText } from '../../../test/stored.ts'
import { confirmEmail } from '../../people/users/account-details.ts'
import { countersIn, counterTotal } from '../../platform/db/counters.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const owner = await aUser(app.db)

beforeEach(() => app.pool.query('delete from pets; delete from tags; delete from imports; delete from mails'))

const count = async (table: string) => {
  const { rows } = await app.pool.query<{ count: number }>(`select count(*) from ${table}`)
  return rows[0]?.count
}
const names = async () => {
  const { rows } = await app.pool.query<{ pet_name: string }>('select pet_name from pets order by id')
  return rows.map(({ pet_name }) => pet_name)
}

// DSK-6
test('ten thousand pets are imported once, with progress and no mail, and undone', async () => {
  const file = petFile(10_000)
  const done = await importedFile(app, 'pets', file, admin)
  expect(done).toMatchObject({ state: 'done', row_count: 10_000, done_rows: 10_000, new_rows: 10_000, can_undo: true })
  expect([await count('pets'), await count('tags'), await count('mails')]).toEqual([10_000, 10_000, 0])

  const again = await checkedFile(app, 'pets', file, admin)
  expect(again).toMatchObject({
    new_rows: 0,
    known_rows: 10_000,
    imported_before: { id: done.id, admin: admin.username },
  })
  expect((await startImport(app, again, admin)).error.code).toBe('import_not_ready')

  expect((await undoImport(app, done, admin)).body.data).toMatchObject({ state: 'undone', can_undo: false })
  expect([await count('pets'), await count('tags'), await count('mails')]).toEqual([0, 0, 0])
}, 240_000)

// DSK-6
test('rows with an error are told by row and column, and none is stored', async () => {
  const lines = petFile(9_994).split('\n')
  const wrong = [
    petLine('Pet 7'),
    petLine('\u0007Moti'),
    ',Dog,3,male,Pune,Road,987',
    'Moti,Dog,3,it,Pune,Road,987',
    'Moti,Dog,3,male,Pune,Road,987,more',
  ]
  const badBytes = Buffer.concat([
    Buffer.from([...lines, ...wrong].join('\n')),
    Buffer.from('\nM\xfcmmi,Dog,3,m,Pune,Road,987', 'latin1'),
  ])
  const checked = await checkedFile(app, 'pets', badBytes, admin)
  expect(checked).toMatchObject({ state: 'checked', row_count: 10_000, new_rows: 9_994, wrong_rows: 6 })
  expect(checked.problems).toEqual([
    { row: 9_996, column: null, message: 'This is the same as row 8.' },
    { row: 9_997, column: 'Pet name', message: 'Pet name contains characters that cannot be used' },
    { row: 9_998, column: 'Pet name', message: 'Pet name is required' },
    { row: 9_999, column: 'Gender', message: 'Gender must be male or female' },
    { row: 10_000, column: null, message: expect.stringContaining('more cells than there are headings') },
    { row: 10_001, column: 'Pet name', message: expect.stringContaining('CSV UTF-8') },
  ])
  expect((await startImport(app, checked, admin)).error.code).toBe('import_not_ready')
  expect(await count('pets')).toBe(0)

  const read = (language: string) =>
    app.call(petImportCalls.read, { params: { id: String(checked.id) } }, admin, { 'accept-language': language })
  expect((await read('hi')).body.data.problems[0]?.message).toBe('यह पंक्ति 8 जैसी ही है।')
  expect((await read('mr')).body.data.problems[0]?.message).toBe('ही ओळ आणि ओळ 8 सारख्याच आहेत.')
})

test.each([
  [
    'semicolons and Windows line ends',
    `${PET_HEADINGS};Notes`.replaceAll(',', ';').concat('\r\nMoti;Dog;3;M;Pune;12, Neem Road;987;x\r\n'),
  ],
  ['a byte order mark and quotes', `\uFEFF${PET_HEADINGS}\n"Moti","Dog","3","m","Pune","12, Neem Road","987"`],
  [
    'tabs and a line break in a cell',
    `${PET_HEADINGS}\n`.replaceAll(',', '\t').concat('Moti\tDog\t3\tmale\tPune\t"12, Neem Road\nflat 3"\t987\n\n'),
  ],
  [
    'Hindi headings',
    'पालतू का नाम,पालतू का प्रकार,पालतू की उम्र,लिंग,स्थान,पता,संपर्क विवरण\nMoti,Dog,3,नर,Pune,"12, Neem Road",987',
  ],
  ['UTF-16', Buffer.from(`\uFEFF${PET_HEADINGS}\nMoti,Dog,3,male,Pune,"12, Neem Road",987`, 'utf16le')],
  // DSK-6
])('a file with %s is read', async (_, content) => {
  await importedFile(app, 'pets', content as string, admin)
  const { rows } = await app.pool.query('select pet_name, pet_gender, address, contact_details from pets')
  expect(rows).toEqual([
    { pet_name: 'Moti', pet_gender: 'male', address: expect.stringMatching(/^12, Neem Road/), contact_details: '987' },
  ])
})

// DSK-6
test('a formula is stored as text, and our own file comes back as it was', async () => {
  await importedFile(app, 'pets', `${PET_HEADINGS}\n=1+1,Dog,3,male,Pune,Road,+91 98765 43210`, admin)
  expect(await names()).toEqual(['=1+1'])
  const file = await app.fetch('/admin/pets.csv', { headers: { authorization: `Bearer ${admin.token}` } })
  const text = await file.text()
  expect(text).toContain(`"'=1+1"`)
  const again = await checkedFile(app, 'pets', text, admin)
  expect(again).toMatchObject({ new_rows: 0, known_rows: 1, wrong_rows: 0 })
})

// DSK-6, LNG-1
test('our own file comes back in every language, with females too', async () => {
  await importedFile(app, 'pets', `${PET_HEADINGS}\nMoti,Dog,3,female,Pune,Road,+91 98765 43210`, admin)
  for (const language of LANGUAGES) {
    const headers = { authorization: `Bearer ${admin.token}`, 'accept-language': language }
    const text = await (await app.fetch('/admin/pets.csv', { headers })).text()
    expect(await checkedFile(app, 'pets', text, admin)).toMatchObject({ new_rows: 0, known_rows: 1, wrong_rows: 0 })
  }
})

test.each([
  ['nothing', '', 'import_empty'],
  ['headings alone', PET_HEADINGS, 'import_empty'],
  ['no headings', ',,,\nMoti,Dog,3,male', 'import_without_headings'],
  ['a row too many', petFile(10_001), 'import_too_many_rows'],
  ['a row too long', `${PET_HEADINGS}\n${petLine('x'.repeat(30_000))}`, 'import_row_too_long'],
  ['an open quotation mark', `${PET_HEADINGS}\n"Moti,Dog`, 'import_broken_quotes'],
  ['too many columns', `${'x,'.repeat(61)}x\n1`, 'import_too_many_columns'],
  // DSK-6
])('a file with %s is refused', async (_, content, code) => {
  const reply = await sendFile(app, 'pets', content, admin)
  expect([reply.status, reply.error.code]).toEqual([400, code])
  expect(await count('imports')).toBe(0)
})

// DSK-6
test('blank rows count towards no limit, and the rows below keep their numbers', async () => {
  const blanks = `,,,,,,${'\n'}`.repeat(10_000)
  const file = `${PET_HEADINGS}\n${petLine('Moti')}\n${blanks}${petLine('Below')},surplus`
  const checked = await checkedFile(app, 'pets', file, admin)
  expect(checked).toMatchObject({ row_count: 2, new_rows: 1, wrong_rows: 1 })
  expect(checked.problems).toMatchObject([{ row: 10_003 }])
})

// DSK-6
test('a file of more than 5 MB is refused', async () => {
  const reply = await sendFile(app, 'pets', 'x'.repeat(5 * 1024 * 1024 + 1), admin)
  expect([reply.status, reply.error.code]).toEqual([413, 'file_too_large'])
})

// DSK-6
test('an import needs a column for each required field, and only columns of the file', async () => {
  const { body } = await sendFile(app, 'pets', 'What,Dog or cat\nMoti,Dog', admin)
  const check = (columns: Record<string, number>) =>
    app.call(petImportCalls.check, { params: { id: String(body.data.id) }, body: { columns } }, admin)
  expect(body.data.columns).toEqual({})
  expect((await check({ petName: 0 })).error.code).toBe('import_column_missing')
  const all = { petName: 0, petType: 1, petAge: 1, petGender: 1, location: 1, address: 1, contactDetails: 1 }
  expect((await check({ ...all, petAge: 2 })).error.code).toBe('import_column_unknown')
  expect((await check({ ...all, password: 0 })).error.code).toBe('import_column_unknown')
})

// DSK-6
test('pets come to the account and tag of their row, and errors in either are told', async () => {
  const [blank, taken] = [await aBlankTag(app.db), await aPet(app.db, owner)]
  const lines = [
    `${petLine('On a blank tag')},${blank},${owner.username}`,
    `${petLine('On a new tag')},abcd-efgh-jklm,`,
    `${petLine('Without a tag')},,${owner.username.toUpperCase()}`,
  ]
  const file = (more: string[]) => [`${PET_HEADINGS},Tag,Account`, ...lines, ...more].join('\n')
  const wrong = [
    `${petLine('On a taken tag')},${taken.petId},`,
    `${petLine('Of nobody')},,nobody`,
    // Anybody can claim an address.
    `${petLine('Not confirmed')},,${owner.email}`,
    `${petLine('No tag')},ABC,`,
  ]
  const checked = await checkedFile(app, 'pets', file(wrong), admin)
  expect(checked.problems.map(({ row, column }) => [row, column])).toEqual([
    [5, 'Tag'],
    [6, 'Account'],
    [7, 'Account'],
    [8, 'Tag'],
  ])

  const done = await importedFile(app, 'pets', file([]), admin)
  const { rows } = await app.pool.query(
    'select pet_name, pet_id, user_id, shows_address, is_shown_due from pets where id <> $1 order by id',
    [taken.id],
  )
  const asked = { shows_address: false, is_shown_due: true }
  expect(rows).toEqual([
    { pet_name: 'On a blank tag', pet_id: blank, user_id: owner.id, ...asked },
    { pet_name: 'On a new tag', pet_id: 'ABCDEFGHJKLM', user_id: admin.id, ...asked },
    { pet_name: 'Without a tag', pet_id: expect.any(String), user_id: owner.id, ...asked },
  ])
  // The rows are recognised in another file, too, whichever admin sends it.
  const other = await checkedFile(app, 'pets', file([petLine('One more')]), await anAdmin(app.db))
  expect(other).toMatchObject({ new_rows: 1, known_rows: 3, imported_before: null })

  await undoImport(app, done, admin)
  const tags = await app.pool.query('select pet_id, bound_at, spent_at from tags where pet_id <> $1', [taken.petId])
  expect(tags.rows).toEqual([{ pet_id: blank, bound_at: null, spent_at: null }])
})

// DSK-6
test('an unknown account of a pet is told together with the other errors of its row', async () => {
  const lines = [`${petLine('').replace('male', 'both')},nobody`, `${petLine('')},${owner.username}`]
  const checked = await checkedFile(app, 'pets', [`${PET_HEADINGS},Account`, ...lines].join('\n'), admin)
  expect(checked.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
    ...['2 Pet name', '2 Gender', '2 Account'],
    '3 Pet name',
  ])
})

// DSK-6, MEM-10
test('a pet for an address does not come to whoever has it as a username', async () => {
  const [address, own] = ['asha@example.org', 'stranger@example.org']
  const body = { username: address, email: own, password: PASSWORD }
  const { id } = (await app.call(authCalls.signup, { body })).body
  await confirmEmail(app.db, id)
  const file = (login: string) => `${PET_HEADINGS},Account\n${petLine('Moti')},${login}`

  const checked = await checkedFile(app, 'pets', file(address), admin)
  expect(checked.problems).toEqual([
    { row: 2, column: 'Account', message: 'There is no account with this username or confirmed email address.' },
  ])

  await importedFile(app, 'pets', file(own), admin)
  const { rows } = await app.pool.query('select user_id from pets')
  expect(rows).toEqual([{ user_id: id }])
})

const EDITS: [what: string, edit: (id: number) => Promise<unknown>][] = [
  ['changed', (id) => app.pool.query("update pets set pet_name = 'Other' where id = $1", [id])],
  ['deleted', (id) => app.call(petCalls.deleteAny, { params: { id: String(id) } }, admin)],
  [
    'marked as lost',
    (id) =>
      app.pool.query(
        "insert into lost_pets (pet_number, since, area, is_listed) values ($1, '2026-01-31', 'Pune', false)",
        [id],
      ),
  ],
  [
    'given a care record',
    (id) => app.pool.query("insert into care_records (pet_number, kind) values ($1, 'other')", [id]),
  ],
]
// DSK-6
test.each(EDITS)('an import is not undone once one of its pets was %s', async (_, edit) => {
  const done = await importedFile(app, 'pets', petFile(3), admin)
  const { rows } = await app.pool.query<{ id: number }>('select id from pets order by id limit 1')
  await edit(rows[0]?.id ?? 0)
  const before = await storedText(app.pool)
  const refused = await undoImport(app, done, admin)
  expect([refused.status, refused.error.code]).toEqual([409, 'import_changed'])
  expect(await storedText(app.pool)).toBe(before)
  const read = await app.call(petImportCalls.read, { params: { id: String(done.id) } }, admin)
  expect(read.body.data.can_undo).toBe(false)
  // Though a pet has another name by now, the same file adds nothing.
  expect(await checkedFile(app, 'pets', petFile(3), admin)).toMatchObject({ new_rows: 0, known_rows: 3 })
})

// DSK-6
test('an import is not undone once a care record that came with it was changed', async () => {
  const done = await importedFile(app, 'pets', `${PET_HEADINGS},Treatment\n${petLine('Moti')},Worms`, admin)
  expect(done.can_undo).toBe(true)
  const changed = await app.pool.query("update care_records set vet = 'Dr. Rao', note = 'Vomited once'")
  expect(changed.rowCount).toBe(1)
  const refused = await undoImport(app, done, admin)
  expect([refused.status, refused.error.code]).toEqual([409, 'import_changed'])
  expect(await names()).toEqual(['Moti'])
})

// DSK-6
test('two admins who import the same file at once store it once', async () => {
  const other = await anAdmin(app.db)
  const [one, two] = [
    await checkedFile(app, 'pets', petFile(300), admin),
    await checkedFile(app, 'pets', petFile(300), other),
  ]
  await Promise.all([startImport(app, one, admin), startImport(app, two, other)])
  const ended = [await importEnd(one.id), await importEnd(two.id)]
  expect(ended.map(({ new_rows }) => new_rows).sort()).toEqual([0, 300])
  expect(await count('pets')).toBe(300)
})

async function importEnd(id: number) {
  const state = async () => (await app.call(petImportCalls.read, { params: { id: String(id) } }, admin)).body.data
  await expect.poll(async () => (await state()).state, { timeout: 60_000 }).toBe('done')
  return state()
}

// DSK-6
test('a row that has become wrong since the check stops the import and is told', async () => {
  const tag = await aBlankTag(app.db)
  const checked = await checkedFile(
    app,
    'pets',
    `${PET_HEADINGS},Tag\n${petLine('First')},\n${petLine('Moti')},${tag}`,
    admin,
  )
  await app.call(petCalls.create, { body: { ...PET, petId: tag } }, owner)
  await startImport(app, checked, admin)
  const read = async () =>
    (await app.call(petImportCalls.read, { params: { id: String(checked.id) } }, admin)).body.data
  await expect
    .poll(async () => (await read()).problems, { timeout: 60_000 })
    .toEqual([{ row: 3, column: 'Tag', message: 'Another pet is registered on this tag, or was.' }])
  expect((await read()).state).toBe('checked')
  expect(await names()).toEqual([PET.petName])
})

// DSK-6
test('nobody who registers a pet waits for the counts of an import, which stay exact', async () => {
  const totals = () => counterTotal(countersIn(app.pool), 'pets')
  expect(await totals()).toBe(0)
  await allSharedCounts(app.pool, [
    ['pets', 'all'],
    ['tags', 'registered'],
  ])
  const gate = await gateAt(app.pool, 'import_records')
  const checked = await checkedFile(app, 'pets', petFile(3), admin)
  await startImport(app, checked, admin)
  await gate.reached()
  await lockSharedCounts(app.pool)
  await aPet(app.db, owner)
  await gate.open()
  await settled(app, checked, admin)
  expect(await totals()).toBe(4)
})

const PET = {
  petName: 'Bruno',
  petType: 'Dog',
  petAge: '3',
  petGender: 'male' as const,
  location: 'Pune',
  address: 'Road',
  contactDetails: '987',
}
