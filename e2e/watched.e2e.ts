import { expect, test } from './helpers/fixtures.ts'

// Tests of the console check: each must fail, or a page could break its policy unnoticed.

// API-3, V3.4.3
test.fail('a page that breaks its own policy with a script inside it fails its test', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "ran"'
    document.body.append(script)
  })
  await expect(page).not.toHaveTitle('ran')
})

// API-3, V3.4.3, V14.2.3
test.fail('a page that loads something from another origin fails its test', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const picture = new Image()
        picture.onload = picture.onerror = resolve
        picture.src = 'http://127.0.0.1:9/x.png'
      }),
  )
})

// API-3, V1.3.2
test.fail('a page that evaluates text fails its test', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.body.setAttribute('onclick', '1'))
})
