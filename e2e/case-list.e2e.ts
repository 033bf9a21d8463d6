import { ADMIN, expect, logIn, type Site, test, tokenOf } from './fixtures.ts'

test.use({ ownProgram: 'case-list', isDemo: true })

const statusOf = async (site: Site, id: number) => {
  const token = await tokenOf(site, ADMIN)
  return (await site.call<{ data: { status: string } }>('GET', `/api/admin/complaints/${id}`, null, token)).data.status
}

test('CASE-6 ten complaints and all filters fit a screen of 1280 × 800, and nothing runs off the side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints')
  await expect(page.getByRole('row')).toHaveCount(11)
  const last = await page.getByRole('row').last().boundingBox()
  expect((last?.y ?? 800) + (last?.height ?? 0)).toBeLessThanOrEqual(800)
  const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect(wide).toBeLessThanOrEqual(inner ?? 0)
})

test('CASE-6 search, filters, order and counts are in the address, add up, and are cleared at once', async ({
  page,
}) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints')
  await page.getByLabel('Search complaints').fill('stones cats')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page).toHaveURL(/search=stones/)
  await page.getByRole('link', { name: 'View complaint 5', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Complaint 5', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to complaints' }).click()
  await expect(page.getByLabel('Search complaints')).toHaveValue('stones cats')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByRole('row')).toHaveCount(11)

  await page.getByLabel('Type', { exact: true }).selectOption('Cruelty')
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByLabel('Payment', { exact: true }).selectOption('Fee paid')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect(page.getByRole('row').nth(1)).toContainText('Complainant 1')
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toContainText('Complainant 1')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('link', { name: 'Resolved', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/complaints\?status=resolved$/)
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('CASE-6 with the keyboard only, two complaints are chosen and get a status at once', async ({ page, site }) => {
  await logIn(page, ADMIN)
  await page.goto('/admin/complaints')
  for (const id of [11, 9]) {
    await page.getByLabel(`Choose complaint ${id}`, { exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await expect(page.getByText('2 complaints chosen')).toBeVisible()
  await page.getByLabel('Set status').focus()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Change 2 complaints?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 complaints have been changed.')).toBeVisible()
  await expect(page.getByText('2 complaints chosen')).toHaveCount(0)
  expect([await statusOf(site, 11), await statusOf(site, 9), await statusOf(site, 10)]).toEqual([
    'closed',
    'closed',
    'pending',
  ])
})
