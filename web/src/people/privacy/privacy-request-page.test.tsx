import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keptTexts } from '../../../test/kept-texts.ts'
import { closePage, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { pageText } from '../../platform/languages/page-text.ts'

// LNG-2, PRV-4
test('a privacy request keeps its step and note when the language is switched', async () => {
  const server = await openPage('/privacy/request', { server: serverOfSamples() })
  await page.getByLabelText(/^Email/).fill('asker@example.org')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByLabelText(/^Note/).fill('My phone number is wrong.')
  await page.getByLabelText(/^Code/).fill('1234 5678')
  await expect.poll(keptTexts).toContain('My phone number is wrong.')
  expect(await keptTexts()).not.toContain('1234 5678')
  await closePage()
  await openPage('/privacy/request', { server: serverOfSamples(), language: 'hi' })
  const note = page.getByLabelText(new RegExp(`^${pageText('labels.note')}`))
  await expect.element(note).toHaveValue('My phone number is wrong.')
  expect(server.requests(privacyCalls.sendCode)).toMatchObject([{ body: { email: 'asker@example.org' } }])
  await page.getByRole('button', { name: pageText('privacyRequest.otherEmail') }).click()
  await expect.element(page.getByRole('textbox')).toHaveValue('asker@example.org')
})
