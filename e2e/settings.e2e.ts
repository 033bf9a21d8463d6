import { aPhoto } from '../server/test/a-photo.ts'
import { FOUNDATION } from '../server/test/foundation.ts'
import { ADMIN, expect, logIn, test, tokenOf } from './fixtures.ts'

// Every page shows the settings.
test.use({ ownProgram: 'settings' })

type Saved = { data: { settings: typeof FOUNDATION; version: number } }

async function save(site: Parameters<typeof tokenOf>[0], fields: object): Promise<void> {
  const token = await tokenOf(site, ADMIN)
  const { data } = await site.call<Saved>('GET', '/api/admin/settings', null, token)
  await site.call('PUT', '/api/admin/settings', { ...data.settings, ...fields }, token)
}

test.beforeEach(async ({ page, site }) => {
  await save(site, FOUNDATION)
  await logIn(page, ADMIN)
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

const part = (page: import('@playwright/test').Page, name: string) => page.getByRole('region', { name })

test('DSK-8 an admin changes one part after another, and the public pages show it', async ({ page, context }) => {
  const foundation = part(page, 'Foundation')
  await foundation.getByLabel('Name of the foundation').fill('Maitri Animal Care')
  await foundation.getByLabel('Donation link').fill('/donate')
  await foundation.getByRole('button', { name: 'Save' }).click()
  await expect(foundation.getByText('Saved. It shows on all pages now.')).toBeVisible()

  const calls = part(page, 'Helpline and emergency numbers')
  await calls.getByLabel('Emergency number 2', { exact: true }).fill('108')
  await calls.getByLabel('Emergency number 2: name').fill('Ambulance')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByText('Saved. It shows on all pages now.')).toBeVisible()

  const fee = part(page, 'Filing fee')
  await fee.getByLabel('English').fill('Pay {amount} or more for the vet.')
  await fee.getByRole('button', { name: 'Save' }).click()
  await expect(fee.getByText('Saved. It shows on all pages now.')).toBeVisible()

  const visitor = await context.newPage()
  await visitor.goto('/complaint')
  await expect(visitor.getByRole('link', { name: 'Maitri Animal Care' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'DONATE NOW' })).toHaveAttribute('href', '/donate')
  await expect(visitor.getByRole('link', { name: 'Call Ambulance: 108' })).toHaveAttribute('href', 'tel:108')
  await expect(visitor.getByText('Pay ₹100 or more for the vet.')).toBeVisible()
})

test('DSK-8 wrong input is told at its field, nothing is saved, and what was typed stays', async ({ page }) => {
  const legal = part(page, 'Legal identity')
  await legal.getByLabel('Legal name').fill('')
  await legal.getByLabel('PAN').fill('ABC')
  await legal.getByRole('button', { name: 'Save' }).click()
  await expect(legal.getByText('Legal name is required')).toBeVisible()
  await expect(legal.getByText('A PAN has five letters, four digits and a letter, like ABCPE1234F')).toBeVisible()
  await expect(legal.getByLabel('Legal name')).toBeFocused()
  await expect(legal.getByLabel('PAN')).toHaveValue('ABC')

  const dueDays = part(page, 'Due days of complaints')
  await dueDays.getByLabel('Cruelty').fill('400')
  await dueDays.getByLabel('All others').fill('')
  await dueDays.getByRole('button', { name: 'Save' }).click()
  await expect(dueDays.getByText('Days must be a whole number from 0 to 365')).toBeVisible()

  const calls = part(page, 'Helpline and emergency numbers')
  await calls.getByLabel('Emergency number 3: name').fill('Fire brigade')
  await calls.getByRole('button', { name: 'Save' }).click()
  await expect(calls.getByText('Phone number is required')).toBeVisible()

  await page.reload()
  await expect(legal.getByLabel('PAN')).toHaveValue(FOUNDATION.foundationPan)
})

test('DSK-8 what another admin saves in other fields stays; in the same field both are shown with who saved', async ({
  page,
  site,
}) => {
  const mails = part(page, 'Mails')
  const line = mails.getByRole('textbox', { name: 'Last line of mails' })
  await save(site, { helplinePhone: '1962' })
  await line.fill('With love')
  await mails.getByRole('button', { name: 'Save' }).click()
  await expect(mails.getByText('Saved. It shows on all pages now.')).toBeVisible()
  await page.reload()
  await expect(part(page, 'Helpline and emergency numbers').getByLabel('Helpline', { exact: true })).toHaveValue('1962')
  await expect(line).toHaveValue('With love')

  await save(site, { mailSignature: 'From the other admin' })
  await line.fill('Typed for a long time')
  await mails.getByRole('button', { name: 'Save' }).click()
  await expect(mails.getByText(/Somebody changed the settings meanwhile\. admin saved on /)).toBeVisible()
  await expect(mails.getByText('Saved meanwhile: From the other admin')).toBeVisible()
  await expect(line).toHaveValue('Typed for a long time')
  await mails.getByRole('button', { name: 'Save' }).click()
  await expect(mails.getByText('Saved. It shows on all pages now.')).toBeVisible()
})

test('DSK-8 an admin uploads a logo, which stands in the header, and removes it again', async ({ page, context }) => {
  const logo = part(page, 'Logo')
  const choose = logo.getByLabel('Choose a picture')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(page.getByText('Only JPEG, PNG or WebP photos are allowed.')).toBeVisible()

  const buffer = await aPhoto({ width: 640, height: 160, kind: 'png' })
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('The logo is changed.')).toBeVisible()
  const visitor = await context.newPage()
  await visitor.goto('/')
  const shown = visitor.locator('header img[src^="/logo.png"]')
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)

  await logo.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click()
  await expect(page.getByText('The logo is removed.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('PRV-2 an admin writes the privacy page in Markdown, looks at a preview and publishes it', async ({
  page,
  context,
}) => {
  const pages = part(page, 'Legal pages')
  const text = pages.getByLabel('Text')
  await text.fill('# How Daya keeps your data\n\nWe keep **little**.')
  await pages.getByRole('button', { name: 'Preview' }).click()
  await expect(pages.getByRole('heading', { name: 'How Daya keeps your data' })).toBeVisible()
  const visitor = await context.newPage()
  await visitor.goto('/privacy')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()

  // Another page keeps what was typed for this one.
  await pages.getByLabel('Page').selectOption('Terms')
  await expect(text).toHaveValue('')
  await pages.getByLabel('Page').selectOption('Privacy')
  await expect(text).toHaveValue(/How Daya keeps your data/)

  await pages.getByRole('button', { name: 'Publish' }).click()
  const opened = page.waitForEvent('popup')
  await pages.getByRole('link', { name: 'see the page' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'How Daya keeps your data' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'How Daya keeps your data' })).toBeVisible()

  await text.fill('')
  await pages.getByRole('button', { name: 'Publish' }).click()
  await expect(pages.getByText('Published: the page says again what comes with the program.')).toBeVisible()
})
