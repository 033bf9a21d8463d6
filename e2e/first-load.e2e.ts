import { expect, test } from './fixtures.ts'

test('APP-13 until the script has loaded, the page says that it is loading, and after a while what to do', async ({
  page,
}) => {
  await page.route('**/*.js', () => {})
  await page.goto('/complaint', { waitUntil: 'commit' })
  await expect(page.getByText('Loading…')).toBeVisible()
  const late = page.getByText('This is taking long.')
  // From its start, however late that is looked at.
  await late.evaluate((element) => {
    for (const appearing of element.getAnimations()) {
      appearing.pause()
      appearing.currentTime = 0
    }
  })
  await expect(late).toBeHidden()
  await late.evaluate((element) => {
    for (const appearing of element.getAnimations()) appearing.play()
  })
  await expect(late).toBeVisible()
})

test('APP-13 without JavaScript a page that needs it says so, and links to the foundation’s contact page', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/complaint`)
  await expect(page.getByRole('heading', { name: 'This page needs JavaScript' })).toBeVisible()
  await expect(page.getByText('Loading…')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Contact Karuna Animal Welfare Foundation' })).toHaveAttribute(
    'href',
    'https://www.karuna-foundation.example/contact',
  )
  await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  await context.close()
})
