import { expectAccessible, PAGE_LOOKS } from './axe.ts'
import { ADMIN, expect, openAs, type Site, test } from './fixtures.ts'

test.use({ ownProgram: 'settlements' })

const HEADING =
  'transaction_entity,entity_id,amount,fee (exclusive tax),tax,debit,credit,order_id,settlement_id,settled_at,settlement_utr'

const csv = (...lines: string[]) => ({
  name: 'settlement-recon.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([HEADING, ...lines, ''].join('\r\n')),
})

/** A payment of 20 July 2021 as the provider has confirmed it; returns its id there. */
async function addPayment(site: Site, name: string, paise: number): Promise<string> {
  const id = `pay_${name}${process.pid}`
  await site.sql(
    `insert into payments (provider_payment_id, amount_paise, currency, status, captured_at, created_at, key_id)
     values ($1, $2, 'INR', 'captured', '2021-07-20T06:00:00Z', '2021-07-20T06:00:00Z', 'rzp_test_e2e')`,
    [id, paise],
  )
  return id
}

// RCP-2
test('a treasurer imports a report, and finds what does not match the books', async ({ page, site }) => {
  const settled = await addPayment(site, 'Settled', 100_00)
  const missing = await addPayment(site, 'Missing', 250_00)
  await openAs(page, site, ADMIN, '/admin/settlements')
  const file = page.getByLabel('CSV file')
  const good = `payment,${settled},100.0,2.0,0.36,0.0,97.64,,setl_1,21/07/2021 10:30:00,UTR1`
  const unknown = 'payment,pay_Unknown,500.0,10.0,1.8,0.0,488.2,,setl_1,21/07/2021 10:30:00,UTR1'
  await file.setInputFiles(csv(good, unknown.replace('500.0', 'five'), unknown.replace('21/07', '32/07')))
  await expect(page.getByText('Line 3: an amount is not a number')).toBeVisible()
  await expect(page.getByText('Line 4: settled_at is not a date')).toBeVisible()

  await file.setInputFiles(csv(good, unknown))
  await expect(page.getByText('New lines: 2. Known already: 0.')).toBeVisible()
  await expect(page).toHaveURL(/month=2021-07/)
  const lines = page.getByRole('region', { name: 'Line by line' })
  await expect(lines.getByRole('row', { name: settled })).toContainText('Matched')
  await expect(lines.getByRole('row', { name: missing })).toContainText('Only in our books')
  await expect(page.getByRole('region', { name: 'Settlements of the month' })).toContainText('₹585.84')
  await expectAccessible(page, PAGE_LOOKS)

  await file.setInputFiles(csv(good, unknown))
  await expect(page.getByText('New lines: 0. Known already: 2.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('settlements-2021-07.csv')
})
