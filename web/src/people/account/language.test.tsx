import { accountCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
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

const row = page.getByRole('region', { name: 'Language' })

// ACC-5, LNG-2
test('the account page shows the language of the account, not that of the page', async () => {
  await openPage('/account#language', { as: OWNER, server: serverOfAccount({ language: 'mr' }) })
  await expect.element(row.getByRole('radio', { name: 'मराठी' })).toBeChecked()
  // The value of the row and the choice that is made.
  expect(row.getByText('मराठी', { exact: true }).elements()).toHaveLength(2)
})

// ACC-5, LNG-2
test('an account without a language says so until one is saved', async () => {
  const chosen = succeed({ language: 'en' as const })
  const server = serverOfAccount({ language: null }).on(accountCalls.chooseLanguage, chosen)
  await openPage('/account#language', { as: OWNER, server })
  await expect.element(row.getByText('Not chosen')).toBeVisible()
  await row.getByRole('button', { name: 'Save language' }).click()
  await expect.element(row.getByText('The language of your account is saved.')).toBeVisible()
  expect(row.getByText('Not chosen').elements()).toEqual([])
})

// ACC-5, LNG-2
test('another language that is chosen after one was saved is not said to be saved', async () => {
  const chosen = succeed({ language: 'en' as const })
  const server = serverOfAccount({ language: 'en' }).on(accountCalls.chooseLanguage, chosen)
  await openPage('/account#language', { as: OWNER, server })
  await row.getByRole('button', { name: 'Save language' }).click()
  const saved = row.getByText('The language of your account is saved.')
  await expect.element(saved).toBeVisible()
  await row.getByRole('radio', { name: 'मराठी' }).click()
  await expect.element(saved).not.toBeInTheDocument()
})
