import { accountCalls } from '@petsetu/contract/people/account.ts'
import { factorCalls } from '@petsetu/contract/people/factors.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_SECOND_FACTOR, serverOfAccount } from '../../../test/account-server.ts'
import { rejected } from '../../../test/fake-server.ts'
import { ADMIN, closePage, OWNER, openPage } from '../../../test/open-page.tsx'
import { readAll, remove, write } from '../../platform/lib/drafts/drafts.ts'
import { hasUnsent, inDatabase, QUEUED_PREFIX, UNSENT_PREFIX } from '../../platform/lib/drafts/forget-typed.ts'
import { forgetUnsent } from './forget-unsent.ts'

const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
const confirm = dialog.getByRole('button', { name: 'Delete my account' })

async function openDialog(server = serverOfAccount()) {
  await openPage('/account#personal-data', { as: OWNER, server })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect.element(dialog).toBeVisible()
  return server
}

// ACC-5, TRU-3
test('before a deletion of the account a person reads what goes and what stays', async () => {
  await openDialog()
  await expect.element(dialog).toMatchTextContent('your account, and your pets with their public pages')
  await expect.element(dialog).toMatchTextContent('Our books stay: who paid, the amount and the day')
})

// ACC-5
test('before a deletion a person reads what becomes of complaints and a membership', async () => {
  await openDialog()
  await expect.element(dialog).toMatchTextContent('Your complaints go on without your name, and we cannot answer you')
  await expect.element(dialog).toMatchTextContent('A membership ends for you, and the money for it is not paid back.')
})

// TRU-3
test('before a deletion a person reads which complaint stays, why and until when', async () => {
  const kept = { reference: 'PS-2026-00042-K', until: '2029-03-31', cause: 'fir_filed' as const, reason: null }
  await openDialog(serverOfAccount().on(accountCalls.listKept, succeed([kept])))
  const item = dialog.getByRole('listitem')
  await expect.element(item).toMatchTextContent('Complaint PS-2026-00042-K stays until 31 March 2029')
  await expect.element(item).toMatchTextContent('It is with the police and may be evidence.')
})

const waiting = (owner: number) => `${UNSENT_PREFIX}${owner} key`

// ACC-5, CASE-1
test('before a deletion a person reads that what waits on the device goes, too', async () => {
  const goes = dialog.getByText(/^Something is not sent yet\. It waits on this device/)
  await openDialog()
  expect(goes.query()).toBeNull()
  await closePage()
  await write(waiting(OWNER.id), ['Written without a connection'])
  onTestFinished(() => remove([waiting(OWNER.id)]))
  await openDialog()
  await expect.element(goes).toBeVisible()
})

// ACC-5, CASE-1
test('what waits on the device goes with its account, and what others wrote stays', async () => {
  for (const owner of [971, 9710]) await write(waiting(owner), [`Written by ${owner}`])
  const queued = { database: 'petsetu-camps', store: 'camps' }
  for (const owner of [971, 9710])
    await inDatabase(queued, (store) => store.put('work', `${QUEUED_PREFIX}${owner} key`))
  await forgetUnsent('971')
  expect([await hasUnsent('971'), await hasUnsent('9710')]).toEqual([false, true])
  expect((await readAll()).map(([key]) => key)).toContain(waiting(9710))
  await forgetUnsent('9710')
  expect(await hasUnsent('9710')).toBe(false)
})

// ACC-5
test('the account is not deleted without a password', async () => {
  const server = await openDialog()
  await confirm.click()
  await expect.element(dialog.getByText('Password is required')).toBeVisible()
  expect(server.requests(accountCalls.delete)).toEqual([])
})

// ACC-5
test('a deletion of the account with a wrong password says so', async () => {
  const message = 'The current password is not right.'
  const wrong = rejected(400, 'wrong_password', message, { errors: { password: message } })
  const server = await openDialog(serverOfAccount().on(accountCalls.delete, wrong))
  await dialog.getByLabelText(/^Password/).fill('not this one')
  await confirm.click()
  await expect.element(dialog.getByText(message).first()).toBeVisible()
  expect(server.requests(accountCalls.delete)).toMatchObject([{ body: { password: 'not this one' } }])
})

// ACC-5, ACC-6
test('with a second factor the data and the deletion ask for a code', async () => {
  const missing = rejected(400, 'code_invalid', 'This code is not right.', {
    errors: { code: 'This code is not right.' },
  })
  const server = serverOfAccount()
    .on(factorCalls.read, succeed({ ...NO_SECOND_FACTOR, enabled_at: '2026-01-05T08:00:00.000Z' }))
    .on(accountCalls.downloadData, missing)
    .on(accountCalls.delete, missing)
  await openPage('/account#personal-data', { as: OWNER, server })
  await expect.element(page.getByText('On since 5 January 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Download my data' }).click()
  const code = page.getByRole('dialog').getByLabelText(/^Code of the app/)
  await code.fill('123456')
  await page.getByRole('dialog').getByRole('button', { name: 'Download my data' }).click()
  await expect.element(page.getByText('This code is not right.')).toBeVisible()
  expect(server.requests(accountCalls.downloadData)).toMatchObject([{ body: { code: '123456' } }])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByLabelText(/^Password/).fill('marigold-7')
  await confirm.click()
  await expect.element(dialog.getByText('Code is required')).toBeVisible()
  await code.fill('123456')
  await confirm.click()
  await expect.element(dialog.getByText('This code is not right.').first()).toBeVisible()
  expect(server.requests(accountCalls.delete)).toMatchObject([{ body: { password: 'marigold-7', code: '123456' } }])
})

// ACC-5
test('an account stays if its deletion is cancelled', async () => {
  const server = await openDialog()
  await dialog.getByLabelText(/^Password/).fill('marigold-7')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(server.requests(accountCalls.delete)).toEqual([])
})

// ACC-5
test('an admin is offered no deletion of the own account', async () => {
  await openPage('/account#personal-data', { as: ADMIN, server: serverOfAccount() })
  await expect.element(page.getByText("Only another admin can delete an admin's account.")).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument()
})
