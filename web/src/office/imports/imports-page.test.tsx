import { memberImportCalls, petImportCalls } from '@petsetu/contract/office/imports.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { A_PET_FILE } from '../../../test/examples.ts'
import { FakeServer, rejected } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const file = page.getByLabelText('CSV file')
const send = page.getByRole('button', { name: 'Check the file' })

function withoutImports(): FakeServer {
  return new FakeServer().on(petImportCalls.list, succeed([])).on(memberImportCalls.list, succeed([]))
}

// DSK-6
test('who has imported nothing yet reads so', async () => {
  await openPage('/admin/import', { as: ADMIN, server: withoutImports() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await expect.element(page.getByText('Nothing was imported yet.')).toBeVisible()
})

// DSK-6
test('the form offers the template before it asks for the file', async () => {
  await openPage('/admin/import', { as: ADMIN, server: withoutImports() })
  const template = page.getByRole('button', { name: 'Download template' })
  await expect.element(template).toBeVisible()
  const shownFile = page.getByText('CSV file', { exact: true }).element().getBoundingClientRect()
  expect(template.element().getBoundingClientRect().bottom).toBeLessThan(shownFile.top)
})

// DSK-6
test('the form asks for a file where none was chosen', async () => {
  await openPage('/admin/import', { as: ADMIN, server: withoutImports() })
  await send.click()
  await expect.element(page.getByText('Please choose a CSV file')).toBeVisible()
  await expect.element(file).toHaveFocus()
})

// DSK-6
test('a file that the server rejects says why', async () => {
  const message = 'There are no rows below the headings in this file.'
  const server = withoutImports().on(petImportCalls.create, rejected(400, 'import_empty', message))
  await openPage('/admin/import', { as: ADMIN, server })
  await file.upload(new File(['x'], 'empty.csv', { type: 'text/csv' }))
  await send.click()
  await expect.element(page.getByText(message)).toBeVisible()
})

// DSK-6
test('a file that was sent leads to the choice of its columns', async () => {
  const server = withoutImports().on(petImportCalls.create, succeed(A_PET_FILE))
  await openPage('/admin/import', { as: ADMIN, server: server.on(petImportCalls.read, succeed(A_PET_FILE)) })
  await file.upload(new File(['x'], 'pets.csv', { type: 'text/csv' }))
  await send.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Import 7: Pets' })).toBeVisible()
  expect(location.pathname).toBe('/admin/import/pets/7')
  expect(server.requests(petImportCalls.create)).toMatchObject([{ body: { kind: 'pets' } }])
})

// DSK-6
test('on a phone the form is open where a corrected file is to be sent', async () => {
  await setWindow(360, 740)
  await openPage('/admin/import?kind=members', { as: ADMIN, server: withoutImports() })
  await expect.element(page.getByRole('radio', { name: 'Members' })).toBeChecked()
  await expect.element(send).toBeVisible()
})

// DSK-6
test('earlier imports are listed with their state', async () => {
  const server = withoutImports().on(petImportCalls.list, succeed([{ ...A_PET_FILE, state: 'checked' }]))
  await openPage('/admin/import', { as: ADMIN, server })
  await expect.element(page.getByRole('row', { name: /Pets Checked 2/ })).toBeVisible()
})

// DSK-6
test('a file with wrong rows says so, in place of that it was checked', async () => {
  const wrong = { ...A_PET_FILE, state: 'checked', wrong_rows: 2 } as const
  await openPage('/admin/import', { as: ADMIN, server: withoutImports().on(petImportCalls.list, succeed([wrong])) })
  await expect.element(page.getByText('2 rows wrong', { exact: true })).toHaveAttribute('data-tone', 'cancelled')
  await expect.element(page.getByText('Checked', { exact: true })).not.toBeInTheDocument()
})

// DSK-6
test('an admin with the duty for members alone is offered members alone', async () => {
  const server = new FakeServer().on(memberImportCalls.list, succeed([]))
  await openPage('/admin/import', { as: { ...ADMIN, duties: ['members'] }, server })
  await expect.element(page.getByRole('radio', { name: 'Members' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Pets' })).not.toBeInTheDocument()
})
