import { type ListedMail, mailCalls } from '@petsetu/contract/office/mails.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer } from '../../../../test/fake-server.ts'
import { ADMIN, closePage, openPage } from '../../../../test/open-page.tsx'
import { setWindow } from '../../../../test/set-window.ts'

const REFUSED: ListedMail = {
  id: 8,
  state: 'failed',
  to_address: 'owner@example.org',
  is_address_withheld: false,
  account: null,
  language: 'en',
  subject: 'Your password was changed',
  created_at: '2026-02-01T08:00:00.000Z',
  sent_at: null,
  attempts: 1,
  failure: 'refused',
  server_reply: '550 No such mailbox',
  is_blocked: true,
  link: null,
}

/** A server that has one mail, and does with it what the page asks for. */
function openMails(mail: ListedMail, address = '/admin/mail'): Promise<FakeServer> {
  let kept = mail
  const server = new FakeServer()
    .on(mailCalls.listAll, ({ query: { state = kept.state } }) => {
      const mails = state === kept.state ? [kept] : []
      const pagination = { page: 1, limit: 20, total: mails.length, last_page: 1 }
      const summary = { waiting: 0, held: 0, failed: Number(kept.state === 'failed') }
      return { ...succeed(mails), summary, pagination }
    })
    .on(mailCalls.unblock, () => {
      kept = { ...kept, is_blocked: false }
      return succeed(kept)
    })
    .on(mailCalls.sendAgain, () => {
      kept = { ...kept, state: 'sent', failure: null, server_reply: null }
      return succeed(kept)
    })
  return openPage(address, { as: ADMIN, server })
}

const row = page.getByRole('row', { name: /^owner@example\.org Your password was changed/ })

// MAIL-5
test('an admin finds the list of mails in the menu', async () => {
  await openMails(REFUSED, '/admin/mail?state=failed')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await menu.getByRole('link', { name: 'Mail' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/admin/mail')
})

// MAIL-5, LNG-5
test('numbers of mails and of pages have commas', async () => {
  const summary = { waiting: 0, held: 0, failed: 1_000 }
  const pagination = { page: 1, limit: 20, total: 25_000, last_page: 1_250 }
  const server = new FakeServer().on(mailCalls.listAll, { ...succeed([REFUSED]), summary, pagination })
  await openPage('/admin/mail', { as: ADMIN, server })
  await expect.element(page.getByRole('button', { name: 'Failed (1,000)' })).toBeVisible()
  await expect.element(page.getByText('Showing page 1 of 1,250')).toBeVisible()
})

// MAIL-5
test('the list has a column of actions only where a mail has one', async () => {
  await openMails({ ...REFUSED, state: 'sent', failure: null, server_reply: null, is_blocked: false })
  await expect.element(row).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Actions' })).not.toBeInTheDocument()
})

// MAIL-5
test('a mail to an account names its person, and leads there', async () => {
  await openMails({ ...REFUSED, account: { id: 8, username: 'asha' } })
  const named = page.getByRole('row', { name: /^asha\s*owner@example\.org Your password was changed/ })
  await expect.element(named.getByRole('link', { name: 'asha' })).toHaveAttribute('href', '/admin/users/8')
})

// MAIL-5
test('an admin sees why a mail was refused, and cannot send it to a blocked address', async () => {
  await openMails(REFUSED)
  await expect.element(row).toMatchTextContent('The mail server refused it for good:')
  await expect.element(row).toMatchTextContent('550 No such mailbox')
  expect(row.getByRole('button', { name: /^Send again/ }).query()).toBeNull()
})

// MAIL-5, TRU-6
test('a mail that was no longer needed, or has no text any more, cannot be sent again', async () => {
  const unwanted: ListedMail = { ...REFUSED, failure: 'unwanted', server_reply: null, is_blocked: false }
  await openMails(unwanted)
  await expect.element(row).toMatchTextContent('It was no longer needed.')
  expect(page.getByRole('button', { name: 'Send again' }).elements()).toEqual([])
  await closePage()
  await openMails({ ...REFUSED, subject: null, is_blocked: false })
  await expect.element(page.getByText('Text deleted after 30 days')).toBeVisible()
  expect(page.getByRole('button', { name: 'Send again' }).elements()).toEqual([])
})

// MAIL-5
test('the list of mails shows those of one state', async () => {
  await openMails(REFUSED)
  await page.getByRole('button', { name: 'Sent' }).click()
  await expect.element(row).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect.element(row).toBeVisible()
  expect(location.search).toBe('?state=failed')
})

// MAIL-5
test('an admin unblocks an address after a question, and can then send its mail again', async () => {
  const server = await openMails(REFUSED)
  await row.getByRole('button', { name: 'Unblock address: owner@example.org, Your password was changed' }).click()
  expect(server.requests(mailCalls.unblock)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock address' }).click()
  await expect.element(page.getByText('owner@example.org is unblocked.')).toBeVisible()
  await expect.element(row.getByRole('button', { name: /^Send again: owner@example\.org, / })).toBeVisible()
  expect(server.requests(mailCalls.unblock)).toMatchObject([{ params: { id: REFUSED.id } }])
})

// MAIL-5
test('an admin unblocks all addresses of a bad day, after a question', async () => {
  const server = await openMails(REFUSED)
  server.on(mailCalls.unblockSince, () => succeed({ unblocked: 12 }))
  await row.getByRole('button', { name: /^Unblock all since then: owner@example\.org, / }).click()
  expect(server.requests(mailCalls.unblockSince)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock all since then' }).click()
  await expect.element(page.getByText('12 addresses are unblocked.')).toBeVisible()
  expect(server.requests(mailCalls.unblockSince)).toMatchObject([{ params: { id: REFUSED.id } }])
})

// MAIL-5
test('a mail that is sent again leaves the failed ones', async () => {
  const server = await openMails({ ...REFUSED, is_blocked: false }, '/admin/mail?state=failed')
  await row.getByRole('button', { name: 'Send again: owner@example.org, Your password was changed' }).click()
  await expect.element(page.getByText('The email to owner@example.org is on its way.')).toBeVisible()
  await expect.element(row).not.toBeInTheDocument()
  expect(server.requests(mailCalls.sendAgain)).toMatchObject([{ params: { id: REFUSED.id } }])
  await page.getByRole('button', { name: 'Sent' }).click()
  await expect.element(row).toBeVisible()
})

// MAIL-5, JRN-8
test('on a phone an address has one line beside the state of the mail', async () => {
  await setWindow(360, 740)
  const to_address = 'complainant9@example.org'
  await openMails({
    ...REFUSED,
    ...{ to_address, state: 'sent', failure: null, server_reply: null, is_blocked: false },
  })
  await expect.element(page.getByText(to_address)).toBeVisible()
  expect(document.querySelector('td strong')?.getBoundingClientRect().height).toBeLessThan(30)
})

// MAIL-5, JRN-8
test('on a phone a mail that was refused has a line each for address and reason', async () => {
  await setWindow(360, 740)
  await openMails(REFUSED)
  await expect.element(page.getByText('550 No such mailbox')).toBeVisible()
  expect(document.querySelector('td strong')?.getBoundingClientRect().height).toBeLessThan(30)
  const bottom = page.getByText('1 Feb 2026, 13:30').element().getBoundingClientRect().bottom
  const button = page.getByRole('button', { name: /^Unblock address/ })
  expect(button.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom)
})
