import { accountCalls } from '@petsetu/contract/people/account.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../test/account-server.ts'
import { NO_ANSWER } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

// LNG-2
test('a language that cannot be saved leaves the page as it is, with a message', async () => {
  const server = serverOfAccount().on(accountCalls.chooseLanguage, NO_ANSWER)
  await openPage('/account#language', { as: OWNER, server })
  await page.getByRole('radio', { name: 'मराठी' }).click()
  await page.getByRole('button', { name: 'Save language' }).click()
  await expect.element(page.getByText('Failed to save the language. Please try again.')).toBeVisible()
  expect(document.cookie).toBe('')
  expect(server.requests(accountCalls.chooseLanguage)).toMatchObject([{ body: { language: 'mr' } }])
})
