import { ADMIN, expect, openAs, signUp, test, tokenOf } from './helpers/fixtures.ts'
import { aPlan } from './helpers/pay-forms.ts'

const HEADINGS = 'Name of the pet,Pet type,Age,Gender,Location,Address,Contact details'
const line = (name: string) => `${name},Dog,3 years,male,Pune,12 Neem Road,98765 43210`

function csv(name: string, ...lines: string[]) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

// DSK-6
test('an admin imports a file of pets, sees them in the list, and undoes it', async ({ page, site }) => {
  const names = [`Moti ${Date.now()}`, `Sona ${Date.now()}`] as const
  await openAs(page, site, ADMIN, '/admin')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByLabel('CSV file').setInputFiles(csv('pets.csv', HEADINGS, ...names.map(line)))
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page).toHaveURL(/\/admin\/import\/pets\/\d+$/)
  await page.getByLabel('Pet name').selectOption('Name of the pet')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByText('Every row is right.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('2 rows were imported.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 rows were imported.')).toBeVisible()
  await page.getByRole('link', { name: 'See the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pet List' })).toBeVisible()
  await expect(page.getByRole('heading', { name: names[1] })).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('This import was undone')).toBeVisible()
})

// DSK-6
test('an admin with the duty for members imports a member from a template', async ({ page, site }) => {
  const plan = await aPlan(site)
  const volunteer = await signUp(site)
  await site.sql("update users set role = 'admin', duties = '{members}' where username = $1", [volunteer.username])
  await openAs(page, site, volunteer, '/admin')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('members.csv')
  const member = `Asha Rao,${volunteer.email},98765 43210,${plan.name},31/01/2026`
  const file = csv('members.csv', 'Name,Email,Phone number,Plan,Start Date', member)
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(page.getByText('1 row was imported.')).toBeVisible()
  // The other tests count members.
  await site.call(
    'POST',
    `/api${new URL(page.url()).pathname.replace('import', 'imports')}/undo`,
    null,
    await tokenOf(site, ADMIN),
  )
})
