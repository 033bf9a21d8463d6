import { chooseInCheckout } from './helpers/checkout.ts'
import { ADMIN, expect, hydrated, openAs, test } from './helpers/fixtures.ts'

test.use({ ownProgram: 'donate', settings: { DONATE_PAGE: 'on' } })

// DON-1, RCP-1
test('a donation is paid and its receipt has the donor', { tag: '@journey' }, async ({ browser, page, site }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'DONATE NOW' }).click()
  await expect(page.getByRole('heading', { name: 'Donate', level: 1 })).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: '₹2,500' }).click()
  await page.getByLabel('What is it for?').selectOption('Food')
  await page.getByLabel('Name', { exact: true }).fill('Lalita Joshi')
  await page.getByLabel('Email').fill('lalita@example.org')
  await page.getByLabel('Phone').fill('+91 55500 67890')
  await page.getByLabel('Address').fill('3 Fort Road, Satara')
  await page.getByLabel('Who gives this donation?').selectOption('An Indian citizen')
  await page.getByLabel('PAN').fill('AAATK0000A')
  await page.getByRole('button', { name: 'Donate ₹2,500' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  const thanks = 'Payment successful! Thank you for your donation.'
  await expect(page.getByRole('alert').getByText(thanks)).toBeVisible()

  await page.getByRole('link', { name: 'Open your receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(page.getByText('Donation: Food')).toBeVisible()
  await expect(page.getByText('₹2,500')).toBeVisible()
  for (const told of ['Lalita Joshi', 'Karuna Animal Welfare Trust', 'Two Thousand Five Hundred Rupees Only', 'PAID'])
    await expect(page.getByRole('main').getByText(told, { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^R-TEST-\d{4}-\d\d-\d{6}\.pdf$/)

  await test.step('a phone hands the PDF to another app', async () => {
    const phone = await browser.newContext({ isMobile: true, hasTouch: true, viewport: { width: 360, height: 740 } })
    const receipt = await phone.newPage()
    await receipt.addInitScript(() => {
      navigator.canShare = () => true
      navigator.share = async ({ files: [file] = [] }: ShareData = {}) => {
        document.title = `${file?.name}, ${file?.type}, ${(file?.size ?? 0) > 1_000}`
      }
    })
    await receipt.goto(page.url())
    await receipt.getByRole('button', { name: 'Share' }).tap()
    await expect(receipt).toHaveTitle('Receipt.pdf, application/pdf, true')
    await phone.close()
  })

  await test.step('an admin finds the donation', async () => {
    await openAs(page, site, ADMIN, '/admin/donations?search=lalita')
    const row = page.getByRole('row', { name: 'Lalita Joshi' })
    await expect(row).toContainText('XXXXXX000A')
    await expect(row).toContainText('₹2,500')
    await expect(page.getByRole('row')).toHaveCount(2)
  })
})

// LIT-1
test('what is typed before the script has loaded stays, and is sent with the rest', async ({ page }) => {
  const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await isTyped
    await route.continue()
  })
  await page.goto('/donate', { waitUntil: 'commit' })
  const donate = page.getByRole('button', { name: 'Donate ₹1,000' })
  await expect(donate).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('Lalita Joshi')
  await page.getByLabel('What is it for?').selectOption('Food')
  goOn()
  await expect(donate).toBeEnabled()
  await expect(page.getByText(/^Donation: Food/)).toBeVisible()
  await page.getByLabel('Email').fill('lalita@example.org')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lalita Joshi')
})
