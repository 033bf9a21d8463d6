import { ADMIN, expect, logIn, test } from './fixtures.ts'
import { aPlan } from './pay-forms.ts'

test.use({ ownProgram: 'import' })

const HEADINGS = 'Name of the pet,Pet type,Age,Gender,Location,Address,Contact details'
const fileOf = (...lines: string[]) => ({
  name: 'pets.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADINGS, ...lines].join('\n')),
})
const MOTI = 'Moti,Dog,3 years,male,Pune,12 Neem Road,98765 43210'

test('DSK-6 an admin sends a file, maps its columns, reads what is wrong, imports the mended file, and undoes it', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeVisible()
  await expect(page.getByText('Nothing was imported yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send file' }).click()
  await expect(page.getByText('Please choose a CSV file')).toBeVisible()
  await page.getByLabel('CSV file').setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('x') })
  await page.getByRole('button', { name: 'Send file' }).click()
  await expect(page.getByText('There are no rows below the headings in this file.')).toBeVisible()

  await page.getByLabel('CSV file').setInputFiles(fileOf(MOTI, ',Dog,3,it,Pune,Road,987'))
  await page.getByRole('button', { name: 'Send file' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Import \d+: Pets$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/import\/pets\/\d+$/)
  // Its heading says nothing that could be guessed.
  await expect(page.getByLabel('Pet type')).toHaveValue('1')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Please choose a column')).toBeVisible()
  await expect(page.getByLabel('Pet name')).toBeFocused()
  await page.getByLabel('Pet name').selectOption('Name of the pet')
  await expect(page.getByText('For example: Moti')).toBeVisible()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('1 row is wrong.')).toBeVisible()
  await expect(page.getByRole('row', { name: '3 Name of the pet Pet name is required' })).toBeVisible()
  await expect(page.getByRole('row', { name: '3 Gender Gender must be male or female' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('1 row is wrong.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden()

  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('row', { name: /Pets Checked 2/ })).toBeVisible()
  await page.getByLabel('CSV file').setInputFiles(fileOf(MOTI, MOTI.replace('Moti', 'Sona')))
  await page.getByRole('button', { name: 'Send file' }).click()
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible()
  await page.getByLabel('Pet name').selectOption('Name of the pet')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByText('Every row is right.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows were imported.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 rows were imported.')).toBeVisible()
  await page.getByRole('link', { name: 'See the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pet List' })).toBeVisible()
  await expect(page.getByText('Sona').first()).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
})

test('DSK-6 an admin with the duty for members imports members alone, from a template', async ({ page, site }) => {
  await aPlan(site, { name: 'Friend' })
  const volunteer = { username: 'ledger', email: 'ledger@example.org', password: 'ledger keeps books' }
  await site.call('POST', '/auth/signup', volunteer)
  await site.sql("update users set role = 'admin', duties = '{members}' where username = $1", [volunteer.username])
  await logIn(page, volunteer)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Members' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Pets' })).toBeHidden()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('members.csv')
  const line = 'Asha Rao,asha@example.org,98765 43210,Friend,31/01/2026'
  await page.getByLabel('CSV file').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Email,Phone number,Plan,Start Date\n${line}`),
  })
  await page.getByRole('button', { name: 'Send file' }).click()
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 row was imported.')).toBeVisible()
})
