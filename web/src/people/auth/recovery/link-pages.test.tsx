import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../../test/fake-server.ts'
import { closePage, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { pageText } from '../../../platform/languages/page-text.ts'

const TOKEN = 'aZ09_-aZ09_-aZ09_-aZ09'

// AUTH-9, LNG-2
test('the link of a mail still works after the language was switched', async () => {
  const server = new FakeServer().on(recoveryCalls.confirmEmail, sampleOf(recoveryCalls.confirmEmail))
  await openPage(`/confirm-email?token=${TOKEN}`, { server })
  await expect.element(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
  await expect.poll(() => location.search).toBe('')
  await closePage()
  // The switch loads the page anew, at the address without the token.
  await openPage('/confirm-email?lang=hi', { server, language: 'hi' })
  await page.getByRole('button', { name: pageText('recover.confirm') }).click()
  await expect.poll(() => server.requests(recoveryCalls.confirmEmail)).toMatchObject([{ body: { token: TOKEN } }])
})

const drawing = () => document.querySelector('main header img')?.getAttribute('src')
const main = page.getByRole('main')

// ACC-3
test('a confirmed address says what comes next, and leads to the account', async () => {
  const server = new FakeServer().on(recoveryCalls.confirmEmail, sampleOf(recoveryCalls.confirmEmail))
  await openPage(`/confirm-email?token=${TOKEN}`, { server })
  const toAccount = main.getByRole('link', { name: 'Go to your account' })
  expect(toAccount.elements()).toEqual([])
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect.element(main.getByRole('status')).toHaveFocus()
  await expect.element(page.getByText(/are now in your account, too\.$/)).toBeVisible()
  await expect.element(toAccount).toHaveAttribute('href', '/account')
  await expect.element(page.getByRole('button', { name: 'Confirm email address' })).not.toBeInTheDocument()
})

// ACC-3
test('whoever has another address can write to us', async () => {
  await openPage(`/confirm-email?token=${TOKEN}`)
  await expect.element(main.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

// LIT-5
test('what a page says before its form is not the palest text of the page', async () => {
  const colourOf = (part: Locator) => getComputedStyle(part.element()).color
  for (const [path, words] of [
    ['/forgot-password', 'We’ll email you a link to choose a new password.'],
    ['/reset-password?token=x', 'A new password logs you out on all devices.'],
  ] as const) {
    await openPage(path)
    await expect.element(page.getByText(words)).toBeVisible()
    expect(colourOf(page.getByText(words)), path).toBe(colourOf(page.getByRole('heading', { level: 1 })))
    await closePage()
  }
})

const DEAD = rejected(400, 'token_invalid', 'This link does not work any more.', {
  errors: { token: 'This link does not work any more.' },
})

test.each([
  ['/confirm-email', recoveryCalls.confirmEmail, 'Confirm email address', 'Go to your account', '/account'],
  ['/undo-email-change', recoveryCalls.undoEmailChange, 'This wasn’t me', 'Contact us', '/contact'],
  // ACC-3, ACC-5
] as const)('a link to %s that does not work leads on, and its button is gone', async (path, call, label, way, to) => {
  const button = page.getByRole('button', { name: label })
  await openPage(`${path}?token=${TOKEN}`, { server: new FakeServer().on(call, DEAD) })
  expect(drawing()).toBe('/drawing-letters.svg')
  await button.click()
  await expect.element(main.getByRole('alert').getByText(/^This link does not work any more\./)).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(main.getByRole('link', { name: way })).toHaveAttribute('href', to)
  expect(drawing()).toBe('/drawing-link.svg')
})

// ACC-3, APP-14
test('after a failed confirmation the focus is on its button', async () => {
  const answer = Promise.withResolvers<void>()
  const server = new FakeServer().on(recoveryCalls.confirmEmail, async () => {
    await answer.promise
    return NO_ANSWER
  })
  await openPage(`/confirm-email?token=${TOKEN}`, { server })
  const button = page.getByRole('button', { name: 'Confirm email address' })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  // A frame, in which a browser takes the focus from what cannot be used.
  await new Promise(requestAnimationFrame)
  answer.resolve()
  await expect.element(main.getByRole('alert')).toBeVisible()
  await expect.element(button).toHaveFocus()
})

// ACC-1
test('a page for a new password without a link offers to ask for one', async () => {
  await openPage('/reset-password')
  await expect
    .element(main.getByRole('link', { name: 'Ask for a new link' }))
    .toHaveAttribute('href', '/forgot-password')
  expect(drawing()).toBe('/drawing-link.svg')
})

// LIT-5
test('on a laptop the drawing of a narrow page leaves room for its heading', async () => {
  await openPage('/reset-password?token=x')
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  const band = heading.element().parentElement?.getBoundingClientRect()
  expect(band?.width).toBe(460)
  expect(document.querySelector('main header img')?.getBoundingClientRect().width).toBe(80)
})

// LIT-5
test('on a laptop the title of a link’s page has one line', async () => {
  for (const path of ['/reset-password?token=x', '/confirm-email?token=x', '/forgot-password']) {
    await openPage(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect.element(heading).toBeVisible()
    const { height, right } = heading.element().getBoundingClientRect()
    expect(height, path).toBeLessThan(50)
    expect(document.querySelector('main header img')?.getBoundingClientRect().left).toBeGreaterThan(right)
    await closePage()
  }
})

// LIT-5
test('the title of a page that is one card begins where its text does', async () => {
  await openPage('/reset-password?token=x')
  const leftOf = (part: Locator) => part.element().getBoundingClientRect().left
  for (const width of [360, 1280]) {
    await page.viewport(width, 800)
    const heading = page.getByRole('heading', { level: 1 })
    await expect.poll(() => leftOf(heading)).toBe(leftOf(page.getByText('New password', { exact: true })))
  }
})
