import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer } from '../../../../test/fake-server.ts'
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
