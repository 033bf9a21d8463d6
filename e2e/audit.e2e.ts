import { readFile } from 'node:fs/promises'
import { ADMIN, expect, openAs, type Site, test, tokenOf } from './helpers/fixtures.ts'
import { aPlan, PLANS } from './helpers/pay-forms.ts'

/** Makes a plan dearer, and leaves rows about it. Returns its id. */
async function aChangedPlan(site: Site): Promise<number> {
  const plan = await aPlan(site, { features: 'A badge' })
  const token = await tokenOf(site, ADMIN)
  await site.call('PUT', `${PLANS}/${plan.id}`, { ...plan, price: 750 }, token)
  return plan.id
}

// DSK-4
test('an admin finds who changed a record, and downloads what was found', async ({ page, site }) => {
  const id = await aChangedPlan(site)
  await openAs(page, site, ADMIN, '/admin/audit')
  await page.getByLabel('Kind of record').selectOption('Plan')
  await page.getByLabel('Number or ID').fill(String(id))
  await expect(page).toHaveURL(new RegExp(`object_kind=plan&object_id=${id}$`))
  await expect(page.getByRole('row')).toHaveCount(3)
  const changed = page.getByRole('row', { name: 'Plan changed' })
  await expect(changed).toContainText(ADMIN.username)
  await expect(changed).toContainText('Price ₹500 → ₹750')
  await expect(page.getByRole('row', { name: 'Plan added' }).getByText('6 fields')).toBeVisible()

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
  expect(lines[0]).toContain(`Plan changed,Plan,${id}`)
  await site.call('DELETE', `${PLANS}/${id}`, null, await tokenOf(site, ADMIN))
})
