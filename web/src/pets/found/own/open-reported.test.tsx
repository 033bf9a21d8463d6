import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rejected } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../../../test/sample-replies.ts'

const THREAD = { ...sampleOf(foundCalls.read).data, id: 1, read_by_admin_at: '2026-11-02T04:30:00.000Z' }

// TRU-4
test('an admin writes down a reason, and then reads what was reported', async () => {
  const server = serverOfSamples()
    .on(foundCalls.read, rejected(403, 'found_needs_reason', 'Why?'))
    .on(foundCalls.openReported, succeed(THREAD))
  await openPage('/user/found/1', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Read the conversation' }).click()
  server.on(foundCalls.read, succeed(THREAD))
  await page.getByLabelText('Reason').fill('The owner reported threats')
  await page.getByRole('dialog').getByRole('button', { name: 'Read the conversation' }).click()
  await expect.element(page.getByText(/^An admin read this conversation/)).toBeVisible()
  expect(server.requests(foundCalls.openReported)).toMatchObject([{ body: { reason: 'The owner reported threats' } }])
})

// FND-2, JRN-1
test('an admin who owns the pet reads the conversation as its owner', async () => {
  const owned = { ...THREAD, closed_at: null, read_by_admin_at: null }
  const [message] = THREAD.messages
  const answer = message && { ...message, id: 2, by: 'owner' as const, finder: null, message: 'I come at once.' }
  const [listed] = sampleOf(foundCalls.listOwn, { rows: 1 }).data
  const server = serverOfSamples()
    .on(foundCalls.read, succeed({ ...owned, messages: answer ? [answer] : [] }))
    .on(foundCalls.listOwn, succeed(listed ? [{ ...listed, id: 1 }] : []))
  await openPage('/user/found/1', { as: ADMIN, server })
  await expect.element(page.getByRole('log').getByText('You', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back to the list' })).toHaveAttribute('href', '/user/found')
})

// TRU-4
test('a conversation that nobody reported is closed to an admin, without a button', async () => {
  const server = serverOfSamples().on(foundCalls.read, rejected(403, 'found_not_reported', 'No.'))
  await openPage('/user/found/1', { as: ADMIN, server })
  await expect.element(page.getByText(/^Nobody has reported this conversation/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Read the conversation' })).not.toBeInTheDocument()
})
