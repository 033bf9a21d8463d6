import { type FoundThread, foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'

const REPORTED: FoundThread = {
  id: 5,
  pet_id: 'ABCDEFGHJKLM',
  pet_name: 'Moti',
  pet_photo: null,
  created_at: '2026-01-05T08:00:00.000Z',
  last_message_at: '2026-01-05T09:00:00.000Z',
  is_new: false,
  unread: 0,
  closed_at: null,
  outcome: null,
  abuse_reported_at: '2026-01-05T10:00:00.000Z',
  abuse_reason: 'Asks for money',
}

// FND-3
test('without a report the page says what comes here and what can be done then', async () => {
  await openPage('/admin/found', { as: ADMIN, server: new FakeServer().on(foundCalls.listAbuse, []) })
  await expect.element(page.getByText('No conversation was reported.')).toBeVisible()
  await expect.element(page.getByText(/reports a conversation, it comes here\. You can then read it/)).toBeVisible()
})

// FND-3, APP-14
test('the buttons of a reported conversation name the pet that it is about', async () => {
  await openPage('/admin/found', { as: ADMIN, server: new FakeServer().on(foundCalls.listAbuse, [REPORTED]) })
  const thread = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Asks for money' })
  await expect.element(thread.getByRole('button', { name: 'Close: Moti' })).toBeVisible()
  await expect.element(thread.getByRole('button', { name: 'Delete Moti' })).toBeVisible()
})

// FND-3, APP-14
test('the state of a reported conversation leaves no hole above its reason', async () => {
  await page.viewport(1280, 800)
  const server = new FakeServer().on(foundCalls.listAbuse, [{ ...REPORTED, closed_at: '2026-01-06T09:00:00.000Z' }])
  await openPage('/admin/found', { as: ADMIN, server })
  await expect.element(page.getByText('Asks for money')).toBeVisible()
  const name = page.getByRole('link', { name: 'Moti' }).element().getBoundingClientRect()
  const reason = page.getByText('Asks for money').element().getBoundingClientRect()
  expect(reason.top - name.bottom).toBeLessThan(8)
})

// FND-3
test('messages that the owner has not read are not marked as new for an admin', async () => {
  const server = new FakeServer().on(foundCalls.listAbuse, [{ ...REPORTED, is_new: true, unread: 1 }])
  await openPage('/admin/found', { as: ADMIN, server })
  await expect.element(page.getByText('Asks for money')).toBeVisible()
  await expect.element(page.getByText('1 new')).not.toBeInTheDocument()
})
