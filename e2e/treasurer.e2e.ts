import { readFile } from 'node:fs/promises'
import { today } from '../contract/src/platform/dates.ts'
import { formatLongDay } from '../languages/src/formats.ts'
import { watchEffort } from './helpers/effort.ts'
import { ADMIN, expect, openAs, signUp, test } from './helpers/fixtures.ts'
import { aPlan } from './helpers/pay-forms.ts'
import { payFor, register } from './helpers/registrations.ts'

test.use({ ownProgram: 'treasurer', viewport: { width: 1440, height: 900 } })

const HEADING =
  'transaction_entity,entity_id,amount,fee (exclusive tax),tax,debit,credit,order_id,settlement_id,settled_at,settlement_utr'

// RPT-2, DSK-7, RCP-2
test('a treasurer goes through a month, from payments to settlements, in seven clicks', async ({
  page,
  site,
}, info) => {
  const member = await signUp(site)
  const paid = await payFor(site, await register(site, await aPlan(site), 'Arjun', member.token))
  const [year = '', month = '', day = ''] = today().split('-')
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
  const days = `${formatLongDay(`${year}-${month}-01`, 'en')} to ${formatLongDay(last, 'en')}`
  await openAs(page, site, ADMIN, '/admin')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Payment Reports' })).toBeVisible()
  const effort = await watchEffort(page)

  await menu.getByRole('link', { name: 'Payment Reports' }).click()
  await page.getByRole('button', { name: 'This month' }).click()
  await expect(page).toHaveURL(new RegExp(`start_date=${year}-${month}-01`))
  await expect(page.locator('dl > div').filter({ hasText: 'Total Revenue' })).toContainText(days)
  const chart = page.locator('section').filter({ has: page.getByRole('toolbar', { name: 'Revenue by month' }) })
  await expect(chart).toContainText(days)
  const id = page.getByRole('row', { name: paid }).getByText(paid, { exact: true }).first()
  expect((await id.boundingBox())?.height).toBeLessThan(24)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'For the accountant' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('Membership,Online')

  await menu.getByRole('link', { name: 'Donations' }).click()
  for (const period of ['Today', 'This month', 'This financial year'])
    await expect(page.getByRole('main').getByText(period, { exact: true })).toBeVisible()

  await menu.getByRole('link', { name: 'Desk' }).click()
  await expect(page.getByRole('region', { name: 'Cash sheet' }).getByLabel('Day')).toHaveValue(today())

  await menu.getByRole('link', { name: 'Settlements' }).click()
  const line = `payment,${paid},500.0,10.0,1.8,0.0,488.2,,setl_1,${day}/${month}/${year} 10:30:00,UTR1`
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByLabel('CSV file').click()])
  await chooser.setFiles({
    name: 'settlement-recon.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADING, line, ''].join('\r\n')),
  })
  await expect(page.getByText('New lines: 1. Known already: 0.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`month=${year}-${month}`))
  await expect(page.getByRole('row', { name: paid })).toContainText('Matched')
  info.annotations.push({ type: 'effort', description: JSON.stringify(effort()) })
  expect(effort()).toMatchObject({ clicks: 7, keys: 0 })
})
