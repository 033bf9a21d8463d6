import { accountCalls } from '@petsetu/contract/people/account.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OWN_ACCOUNT, serverOfAccount } from '../../../test/account-server.ts'
import { NO_ANSWER } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'

const tick = page.getByLabelText('Send me reminders')

// PRV-3, TRU-5
test('one click on the account page stops all reminders', async () => {
  const off = { ...OWN_ACCOUNT, wants_reminders: false }
  const server = await openPage('/account#reminders', {
    as: OWNER,
    server: serverOfAccount().on(accountCalls.chooseReminders, succeed(off)),
  })
  await expect.element(tick).toBeChecked()
  await tick.click()
  await expect.element(page.getByText('Reminders are off.')).toBeVisible()
  await expect.element(tick).not.toBeChecked()
  const sent = server.requests(accountCalls.chooseReminders)
  expect(sent).toMatchObject([{ body: { wants_reminders: false } }])
  expect(sent[0]?.headers.get('notice-version')).toBe(NOTICE_VERSION)
})

// PRV-3
test('a choice of reminders that could not be saved stays as it was', async () => {
  await openPage('/account#reminders', {
    as: OWNER,
    server: serverOfAccount().on(accountCalls.chooseReminders, NO_ANSWER),
  })
  await tick.click()
  await expect.element(page.getByText('Failed to save your choice. Please try again.')).toBeVisible()
  await expect.element(tick).toBeChecked()
})
