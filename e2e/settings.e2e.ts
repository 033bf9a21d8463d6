import { aPhoto } from '../server/test/a-photo.ts'
import { FOUNDATION } from '../server/test/foundation.ts'
import { ADMIN, expect, openAs, test, tokenOf } from './helpers/fixtures.ts'

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
  await openAs(page, site, ADMIN, '/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

const part = (page: import('@playwright/test').Page, name: string) => page.getByRole('region', { name })

// DSK-8
test('an admin changes the foundation’s settings and every page shows them', { tag: '@journey' }, async ({
  page,
  context,
}) => {
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
  await expect(
    visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'DONATE NOW' }),
  ).toHaveAttribute('href', '/donate')
  await expect(visitor.getByRole('link', { name: 'Call Ambulance: 108' })).toHaveAttribute('href', 'tel:108')
  await expect(visitor.getByText('Pay ₹100 or more for the vet.')).toBeVisible()
  for (const address of ['/', '/privacy']) {
    await visitor.goto(address)
    await expect(visitor.getByRole('link', { name: 'Maitri Animal Care' })).toBeVisible()
    await expect(
      visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'DONATE NOW' }),
    ).toHaveAttribute('href', '/donate')
  }
  await page.reload()
  await expect(foundation.getByLabel('Name of the foundation')).toHaveValue('Maitri Animal Care')
})

// DSK-8
test('an admin uploads a logo, which stands in the header, and removes it again', async ({ page, context }) => {
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
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)

  // A page behind another one is drawn late, or not at all.
  await page.bringToFront()
  await logo.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the logo' }).click()
  await expect(page.getByText('The logo is removed.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shown).toHaveCount(0)
})

// PRV-2
test('an admin writes the privacy page, looks at a preview and publishes it', async ({ page, context }) => {
  const pages = part(page, 'Legal pages')
  const text = pages.getByLabel('Text')
  await text.fill('# How Daya keeps your data\n\nWe keep **little**.')
  await pages.getByRole('button', { name: 'Preview' }).click()
  await expect(pages.getByRole('heading', { name: 'How Daya keeps your data' })).toBeVisible()
  const visitor = await context.newPage()
  await visitor.goto('/privacy')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible()

  await page.bringToFront()
  await pages.getByRole('button', { name: 'Publish' }).click()
  const opened = page.waitForEvent('popup')
  await pages.getByRole('link', { name: 'see the page' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'How Daya keeps your data' })).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'How Daya keeps your data' })).toBeVisible()

  await page.bringToFront()
  await text.fill('')
  await pages.getByRole('button', { name: 'Publish' }).click()
  await expect(pages.getByText('Published: the page shows PetSetu’s standard text again.')).toBeVisible()
})

// DSK-8, JRN-9
test('an admin puts a photo on the home page, and takes it away again', async ({ page, context }) => {
  const photo = part(page, 'A photo for the home page')
  const buffer = Buffer.from(await aPhoto({ width: 1_200, height: 800 }))
  await photo.getByLabel('Choose a picture').setInputFiles({ name: 'cat.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('The photo is changed.')).toBeVisible()

  const visitor = await context.newPage()
  await visitor.goto('/')
  const shown = visitor.getByRole('img', { name: 'Photo from our work' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960)

  await page.bringToFront()
  await photo.getByRole('button', { name: 'Remove the photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the photo' }).click()
  await expect(page.getByText('The photo is removed.')).toBeVisible()
  await visitor.reload()
  await expect(shown).toHaveCount(0)
})
