import { readFile } from 'node:fs/promises'
import { ADMIN, expect, logIn, type Site, test, tokenOf } from './fixtures.ts'
import { aPlan, PLANS } from './pay-forms.ts'

test.use({ ownProgram: 'audit' })

/** Makes a plan dearer, and leaves rows about it. Returns its id. */
async function aChangedPlan(site: Site): Promise<number> {
  const plan = await aPlan(site, { features: 'A badge' })
  await site.call('PUT', `${PLANS}/${plan.id}`, { ...plan, price: 750 }, await tokenOf(site, ADMIN))
  return plan.id
}

test('DSK-4 an admin finds who changed a record, and reads what it was and what it is; the filter is in the address', async ({
  page,
  site,
}) => {
  const id = await aChangedPlan(site)
  await logIn(page, ADMIN)
  await page.getByRole('link', { name: 'Audit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible()
  await page.getByLabel('Kind of record').selectOption('Plan')
  await page.getByLabel('Number or ID').fill(String(id))
  await expect(page).toHaveURL(new RegExp(`object_kind=plan&object_id=${id}$`))
  await expect(page.getByRole('row')).toHaveCount(3)
  const changed = page.getByRole('row', { name: 'Plan changed' })
  await expect(changed).toContainText(ADMIN.username)
  await expect(changed).toContainText('price 500 → 750')
  const added = page.getByRole('row', { name: 'Plan added' })
  await expect(added.getByText('A badge')).toBeHidden()
  await added.getByText('6 fields').click()
  await expect(added.getByText('A badge')).toBeVisible()

  await page.getByLabel('Action').selectOption('Plan changed')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByLabel('Number or ID')).toHaveValue(String(id))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const [, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`plan-changed,plan,${id}`)

  await page.getByLabel('Admin (username)').fill('nobody')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(page.getByRole('row', { name: 'Plan added' }).first()).toBeVisible()
})
