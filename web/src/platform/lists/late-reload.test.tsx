import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { COMPLAINT } from '../../../test/examples.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { currentQueries } from '../../app/query-provider.tsx'

const PENDING: Complaint = { ...COMPLAINT, status: 'pending', phone: '98765 43210 / 91234 56789' }
const ADDRESS = `/admin/complaints/${COMPLAINT.id}`

const server = () =>
  serverOfSamples()
    .on(complaintCalls.read, succeed(PENDING))
    .on(linkCalls.listForComplaint, succeed([]))
    .on(caseCalls.listEvents, succeed([]))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

// CMP-16
test('a reload from before a change of status does not bring the old one back', async () => {
  const { promise: late, resolve: answerReload } = Promise.withResolvers<void>()
  const behind = server().on(complaintCalls.setStatus, ({ body: { status } }) => {
    behind.on(complaintCalls.read, succeed({ ...PENDING, status }))
    return succeed({ ...PENDING, status })
  })
  await openPage(ADDRESS, { as: ADMIN, server: behind })
  const status = () => document.querySelector('button[aria-current="true"]')?.textContent
  await expect.poll(status).toContain('Pending')

  // The reload returns the state from before the change, although it answers after it.
  behind.on(complaintCalls.read, async () => {
    await late
    return succeed(PENDING)
  })
  vi.advanceTimersByTime(125_000)
  await expect.poll(() => behind.requests(complaintCalls.read).length).toBe(2)
  await page.getByRole('button', { name: 'Resolved' }).click()
  await expect.element(page.getByText('Complaint status updated to resolved successfully.')).toBeVisible()
  answerReload()
  await late
  await expect.poll(() => currentQueries().isFetching()).toBe(0)
  await expect.poll(status).toContain('Resolved')
  expect(status()).not.toContain('Pending')
})

// CMP-16
test('two phone numbers of a complainant are two links', async () => {
  await openPage(ADDRESS, { as: ADMIN, server: server() })
  await expect
    .poll(() => [...document.querySelectorAll('a[href^="tel:"]')].map(({ textContent }) => textContent))
    .toEqual(['98765 43210', '91234 56789'])
  expect(document.querySelector('a[href^="tel:"]')?.getAttribute('href')).toBe('tel:+919876543210')
})
