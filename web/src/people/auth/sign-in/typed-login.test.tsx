import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { closePage, openPage } from '../../../../test/open-page.tsx'
import { pageText } from '../../../platform/languages/page-text.ts'

// A switch of the language loads the page anew.
async function openInHindi(address: string) {
  await closePage()
  await openPage(address, { language: 'hi' })
}

const labelled = (id: Parameters<typeof pageText>[0]) => page.getByLabelText(new RegExp(`^${pageText(id)}`))

// LNG-2
test('a typed username outlives a switch of language at the login, a password not', async () => {
  await openPage('/login')
  await page.getByLabelText(/^Username/).fill('typed-name')
  await page.getByLabelText(/^Password/).fill('never-kept-7')
  await expect.poll(keptTexts).toContain('typed-name')
  expect(await keptTexts()).not.toContain('never-kept-7')
  await openInHindi('/login')
  await expect.element(labelled('labels.username')).toHaveValue('typed-name')
  await expect.element(labelled('labels.password')).toHaveValue('')
})

// LNG-2
test('what was typed for a forgotten password outlives a switch of the language', async () => {
  await openPage('/forgot-password')
  await page.getByRole('textbox').fill('forgetful@example.org')
  await expect.poll(keptTexts).toContain('forgetful@example.org')
  await openInHindi('/forgot-password')
  await expect.element(page.getByRole('textbox')).toHaveValue('forgetful@example.org')
})
