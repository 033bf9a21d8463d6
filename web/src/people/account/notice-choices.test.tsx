import { accountCalls } from '@petsetu/contract/people/account.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { OWN_ACCOUNT, serverOfAccount } from '../../../test/account-server.ts'
import { NO_ANSWER } from '../../../test/fake-server.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { aPushBrowser, SERVER_KEY } from '../../../test/push-browser.ts'

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

// PSH-2
test('kinds of notices that are ticked one right after the other are all saved', async () => {
  aPushBrowser({ permission: 'granted' })
  const first = Promise.withResolvers<void>()
  const server = serverOfAccount()
    .on(pushCalls.key, succeed({ public_key: SERVER_KEY }))
    .on(pushCalls.state, succeed({ kinds: [] }))
    .on(pushCalls.save, () => first.promise)
  await openPage('/account#notices', { as: OWNER, server })
  const kinds = page.getByRole('region', { name: 'Notices on this device' }).getByRole('checkbox')
  await expect.element(kinds.first()).toBeVisible()
  for (const index of [0, 1, 2]) {
    await kinds.nth(index).click()
    await expect.element(kinds.nth(index)).toBeChecked()
  }
  first.resolve()
  const sent = () => server.requests(pushCalls.save).map(({ body }) => body.kinds)
  await expect.poll(sent).toEqual([['found'], ['found', 'lost-scan', 'care-due']])
  for (const index of [0, 1, 2]) await expect.element(kinds.nth(index)).toBeChecked()
})

// PSH-2
test('a kind of notices that could not be saved is not ticked', async () => {
  aPushBrowser({ permission: 'granted' })
  const server = serverOfAccount()
    .on(pushCalls.key, succeed({ public_key: SERVER_KEY }))
    .on(pushCalls.state, succeed({ kinds: [] }))
    .on(pushCalls.save, NO_ANSWER)
  await openPage('/account#notices', { as: OWNER, server })
  const kind = page.getByRole('region', { name: 'Notices on this device' }).getByRole('checkbox').first()
  await kind.click()
  await expect.element(page.getByText('Failed to save your choice. Please try again.')).toBeVisible()
  await expect.element(kind).not.toBeChecked()
  expect(server.requests(pushCalls.save)).toHaveLength(1)
})
