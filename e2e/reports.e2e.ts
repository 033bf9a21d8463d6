import { readFile } from 'node:fs/promises'
import { ADMIN, expect, logIn, signUp, test, tokenOf } from './fixtures.ts'
import { aPlan, PLANS } from './pay-forms.ts'
import { aPaidAndAnOpenRegistration, register } from './registrations.ts'

test.use({ ownProgram: 'reports' })

// Also shows RPT-2, RPT-3, RPT-4, RPT-7, RPT-9, PAY-9.
test('RPT-1 both reports: cards, charts, filters in the address, tables, CSV, refund', async ({ page, site }) => {
  const member = await signUp(site)
  const paymentId = await aPaidAndAnOpenRegistration(site, await aPlan(site), member)

  await logIn(page, ADMIN)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/reports/membership?') && asked.push(request.url()))

  await test.step('the membership report', async () => {
    await page.goto('/admin/memberships/reports/membership')
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'User',
      'Plan',
      'Category',
      'Start Date',
      'Expiry Date',
      'Status',
      'Amount Paid',
      /.*/,
    ])
    await expect(page.getByRole('row', { name: new RegExp(member.username) })).toContainText('₹500')
    for (const label of ['Status', 'Category', 'Plan', 'Start Date', 'End Date'])
      await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
    const legend = await page.getByRole('main').textContent()
    const order = ['Active', 'Expired', 'Cancelled', 'Pending'].map((label) => legend?.lastIndexOf(label) ?? -1)
    expect(order.every((place) => place > 0)).toBe(true)
    await expect(
      page.locator('svg [fill="#007bff"], svg [stroke="#007bff"], svg [style*="--regular"]').first(),
    ).toBeAttached()
    expect(asked.every((url) => !/[?&](status|category|plan_id|start_date|end_date)=/.test(url))).toBe(true)

    await page.getByLabel('Status', { exact: true }).selectOption('pending')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page).toHaveURL(/status=pending/)
    await expect(page.getByText('Somebody else').first()).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(member.username) })).toHaveCount(0)
    await page.reload()
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('pending')

    await page.getByLabel('Status', { exact: true }).selectOption('cancelled')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByText('No memberships found matching the selected filters.')).toBeVisible()
    await page.getByLabel('Start Date').fill('2026-02-02')
    await page.getByLabel('End Date').fill('2026-02-01')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByText('The end date lies before the start date')).toBeVisible()
    await page.getByRole('button', { name: 'Reset Filters' }).click()
    await expect(page.getByRole('row', { name: new RegExp(member.username) })).toBeVisible()

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(await readFile(await file.path(), 'utf8')).toContain(member.username)
  })

  await test.step('the payment report', async () => {
    await page.goto('/admin/memberships/reports/payment')
    for (const card of ['Total Revenue', 'Successful Payments', 'Failed Payments', 'Pending Transactions']) {
      await expect(page.getByText(card).first()).toBeVisible()
    }
    await expect(page.getByText('₹500').first()).toBeVisible()
    await expect(page.getByText('Not available').first()).toBeVisible()
    const row = page.getByRole('row', { name: new RegExp(paymentId) })
    await row.getByRole('button', { name: /^Refund/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund/ })
      .click()
    await expect(row).toContainText('Refunded')
    await page.getByLabel('Status', { exact: true }).selectOption('failed')
    await page.getByRole('button', { name: 'Apply Filters' }).click()
    await expect(page.getByText('No payment transactions found matching the selected filters.')).toBeVisible()
  })
})

test('RPT-5 RPT-7 reports that do not load say so; a plan filter that does not is only logged', async ({ page }) => {
  await logIn(page, ADMIN)
  await page.route('**/reports/membership?*', (route) => route.abort())
  await page.goto('/admin/memberships/reports/membership')
  await expect(page.getByText('Failed to load membership report. Please try again.')).toBeVisible()
  await page.route('**/reports/payment?*', (route) => route.abort())
  await page.goto('/admin/memberships/reports/payment')
  await expect(page.getByText('Failed to load payment report. Please try again.')).toBeVisible()
  await page.unroute('**/reports/membership?*')
  await page.route('**/reports/plans', (route) => route.abort())
  await page.goto('/admin/memberships/reports/membership')
  await expect(page.getByRole('button', { name: 'Apply Filters' })).toBeVisible()
  await expect(page.getByText('Failed to load')).toHaveCount(0)
})

test('RPT-1 PLN-3 a deleted plan that has memberships stays a choice of the plan filter, and says that it is deleted', async ({
  page,
  site,
}) => {
  const admin = await tokenOf(site, ADMIN)
  const plan = await aPlan(site, { name: 'Gold', price: 0 })
  const { membership_id } = await register(site, plan, 'Only Gold')
  await site.call('POST', `/api/admin/memberships/${membership_id}/cancel`, null, admin)
  await site.call('DELETE', `${PLANS}/${plan.id}`, null, admin)

  await logIn(page, ADMIN)
  await page.goto('/admin/memberships/reports/membership')
  await page.getByLabel('Plan', { exact: true }).selectOption('Gold (deleted)')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL(new RegExp(`plan_id=${plan.id}`))
  await expect(page.getByRole('row', { name: /Only Gold/ })).toBeVisible()
})

test('PAY-6 RPT-7 money that cannot be refunded is marked as settled otherwise, with a note that the report shows', async ({
  page,
  site,
}) => {
  const { order_id } = await register(site, await aPlan(site), 'Paid twice')
  for (const even_if_paid of [false, true])
    await site.sandbox('POST', '/payments', { order_id, outcome: 'captured', even_if_paid })
  await logIn(page, ADMIN)
  const row = page.getByRole('row', { name: /Surplus/ })
  await expect(async () => {
    await page.goto('/admin/memberships/reports/payment?unmatched=yes')
    await expect(row).toHaveCount(1, { timeout: 5_000 })
  }).toPass()
  await row.getByRole('button', { name: /^Settled otherwise/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Settled otherwise?' })
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(dialog.getByText('Note is required')).toBeVisible()
  await dialog.getByLabel('Note').fill('Paid back by bank transfer')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await page.goto('/admin/memberships/reports/payment')
  await expect(page.getByText('Settled otherwise: Paid back by bank transfer')).toBeVisible()
})

test('TAG-6 an admin sees which tags are blank and which are registered, and prints a sheet of them', async ({
  page,
  site,
}) => {
  const admin = await tokenOf(site, ADMIN)
  const [blank] = await site.call<string[]>('GET', '/admin/generate-pet-id?numberOfIds=1', null, admin)
  await logIn(page, ADMIN)
  await page.goto('/generate-qr')
  await expect(page.getByText(blank?.match(/.{4}/g)?.join('-') ?? '').first()).toBeVisible()
  await expect(page.getByText('Blank').first()).toBeVisible()
  await page.getByRole('checkbox').first().check()
  const [sheet] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /Print sheet/ })
      .first()
      .click(),
  ])
  expect((await readFile(await sheet.path())).subarray(0, 5).toString()).toBe('%PDF-')
})

test('RPT-9 ADM-1 every list has its CSV, and the dashboard says what needs attention', async ({ page, site }) => {
  await signUp(site)
  await logIn(page, ADMIN)
  await expect(page.getByText(/complaints? waiting/i).first()).toBeVisible()
  for (const [address, name] of [
    ['/admin/users', 'users.csv'],
    ['/admin/pets', 'pets.csv'],
    ['/admin/complaints', 'complaints.csv'],
    ['/admin/memberships/plans', 'plans.csv'],
    ['/admin/memberships/reports/payment', 'payments.csv'],
  ] as const) {
    await page.goto(address)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(name)
  }
})
