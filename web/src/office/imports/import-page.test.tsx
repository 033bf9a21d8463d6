import { type Import, memberImportCalls, petImportCalls } from '@petsetu/contract/office/imports.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { A_PET_FILE } from '../../../test/examples.ts'
import { FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'

const CHECKED: Import = { ...A_PET_FILE, state: 'checked', columns: { petName: 0, petType: 1 } }
const WRONG: Import = {
  ...CHECKED,
  new_rows: 1,
  wrong_rows: 1,
  problems: [
    { row: 3, column: 'Name of the pet', message: 'Pet name is required' },
    { row: 3, column: 'Gender', message: 'Gender must be male or female' },
  ],
}
const RIGHT: Import = { ...CHECKED, new_rows: 2 }
const DONE: Import = { ...RIGHT, state: 'done', can_undo: true }

const petName = page.getByLabelText('Pet name')
const check = page.getByRole('button', { name: 'Check the rows' })

function openImport(one: Import, server = new FakeServer()): Promise<FakeServer> {
  server.byDefault(petImportCalls.read, succeed(one))
  return openPage('/admin/import/pets/7', { as: ADMIN, server })
}

// DSK-6
test('a required column that could not be guessed has to be chosen', async () => {
  const server = await openImport(A_PET_FILE)
  await expect.element(page.getByLabelText('Pet type')).toHaveValue('1')
  await check.click()
  await expect.element(page.getByText('Please choose a column')).toBeVisible()
  await expect.element(petName).toHaveFocus()
  expect(server.requests(petImportCalls.check)).toEqual([])
})

// DSK-6
test('the fields that no column seems to hold are folded until somebody opens them', async () => {
  const fields = [...A_PET_FILE.fields, { name: 'treatment', label: 'Treatment', is_required: false }]
  await openImport({ ...A_PET_FILE, fields })
  await expect.element(petName).toBeVisible()
  const treatment = page.getByLabelText('Treatment')
  await expect.element(treatment).not.toBeVisible()
  await page.getByText('Not in the file (1)').click()
  await treatment.selectOptions('Name of the pet')
  await expect.element(treatment).toBeVisible()
})

// DSK-6
test('a chosen column shows an example and is checked', async () => {
  const server = await openImport(A_PET_FILE)
  server.on(petImportCalls.check, () => {
    server.on(petImportCalls.read, succeed(RIGHT))
    return succeed({ ...A_PET_FILE, state: 'checking' as const })
  })
  await petName.selectOptions('Name of the pet')
  await expect.element(page.getByText('For example: Moti')).toBeVisible()
  await check.click()
  await expect.element(page.getByText('Every row is right.')).toBeVisible()
  expect(server.requests(petImportCalls.check).map(({ body }) => body)).toEqual([
    { columns: { petName: 0, petType: 1 } },
  ])
})

// DSK-6
test('a check that could not begin says so in the form, which keeps the choice', async () => {
  const server = await openImport(A_PET_FILE)
  server.on(petImportCalls.check, NO_ANSWER)
  await petName.selectOptions('Name of the pet')
  await check.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The check could not be started. Please try again.')
  await expect.element(petName).toHaveValue('0')
})

// DSK-6
test('wrong rows are told by row and column, and cannot be imported', async () => {
  await openImport(WRONG)
  await expect.element(page.getByText(/^1 row is wrong\./)).toBeVisible()
  await expect.element(page.getByRole('row', { name: '3 Name of the pet Pet name is required' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: '3 Gender Gender must be male or female' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Import \d/ })).not.toBeInTheDocument()
})

// DSK-6
test('the wrong rows come first, then the button that sends the corrected file', async () => {
  await openImport(WRONG)
  const parts = [
    page.getByText(/^1 row is wrong\./),
    page.getByRole('row', { name: '3 Gender Gender must be male or female' }),
    page.getByRole('link', { name: 'Send the corrected file' }),
  ]
  await expect.element(page.getByRole('link', { name: 'Send the corrected file' })).toBeVisible()
  const tops = parts.map((part) => part.element().getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

// DSK-6
test('the choice of columns is folded once the rows were checked with all it needs', async () => {
  await openImport(WRONG)
  await expect.element(page.getByRole('link', { name: 'Send the corrected file' })).toBeVisible()
  await expect.element(petName).not.toBeVisible()
  await page.getByText('Which column is what?').click()
  await expect.element(petName).toHaveValue('0')
  await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible()
})

// DSK-6
test.each([
  ['before the check', A_PET_FILE, 'Match the columns'],
  ['after the check', WRONG, 'Check and import'],
])('an import marks its step %s', async (_, one, step) => {
  await openImport(one)
  const steps = page.getByRole('listitem').filter({ hasText: /^(Send the file|Match the columns|Check and import)$/ })
  await expect.poll(() => steps.elements().length).toBe(3)
  const present = steps.elements().filter((item) => item.ariaCurrent === 'step')
  expect(present.map((item) => item.textContent)).toEqual([step])
})

// DSK-6
test('the corrected file is sent by one button, which keeps the kind of records', async () => {
  const server = await openImport({ ...WRONG, kind: 'tags' })
  server.on(petImportCalls.list, succeed([])).on(memberImportCalls.list, succeed([]))
  await page.getByRole('link', { name: 'Send the corrected file' }).click()
  await expect.element(page.getByRole('radio', { name: 'Tags' })).toBeChecked()
})

// DSK-6
test('right rows are imported, and the page says how many', async () => {
  const server = await openImport(RIGHT)
  server.on(petImportCalls.start, () => {
    server.on(petImportCalls.read, succeed(DONE))
    return succeed({ ...RIGHT, state: 'importing' as const })
  })
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect.element(page.getByText(/^2 rows were imported\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See the list' })).toHaveAttribute('href', '/admin/pets')
})

// DSK-6
test('an import is undone after a confirmation', async () => {
  const server = await openImport(DONE)
  const undone = succeed({ ...DONE, state: 'undone' as const, can_undo: false })
  server.on(petImportCalls.undo, () => {
    server.on(petImportCalls.read, undone)
    return undone
  })
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect.element(page.getByText(/^This import was undone/)).toBeVisible()
})

// DSK-6
test('the selects of one line begin at one height, with an example or without', async () => {
  await openImport({ ...CHECKED, columns: { petName: 0 } })
  await expect.element(page.getByText('For example: Moti')).toBeVisible()
  const tops = [petName, page.getByLabelText('Pet type')].map((select) => select.element().getBoundingClientRect().top)
  expect(tops[0]).toBe(tops[1])
})
