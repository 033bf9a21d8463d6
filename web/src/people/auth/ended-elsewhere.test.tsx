import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FILED, filingServer, fillComplaint, submitButton } from '../../../test/filing.ts'
import { OWNER, openPage } from '../../../test/open-page.tsx'
import { holdClock, openPaying, orderOver, RECEIPT } from '../../../test/paying.ts'
import { readLastReceipt } from '../../platform/lib/storage/last-receipt.ts'
import { ownerOf, SESSION_KEY, signIn, startSession, updateUser } from './session.ts'

const DESCRIPTION = 'A dog is chained in the sun'

const description = page.getByLabelText('Description')

startSession()

/** The storage as another tab has it: this page hears of what is written there. */
function otherTab(): Storage {
  const other = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => other.remove())
  const storage = other.contentWindow?.localStorage
  if (!storage) throw new Error('The other tab has no storage')
  return storage
}

/** Types into the complaint of a signed-in person. Returns the storage as another tab has it. */
async function typeComplaint(): Promise<Storage> {
  const storage = otherTab()
  signIn(OWNER)
  await openPage('/complaint', { as: OWNER, server: filingServer() })
  await expect.element(page.getByLabelText('Full name')).toHaveValue(OWNER.username)
  await description.fill(DESCRIPTION)
  return storage
}

const hasHeard = (storage: Storage, write = () => storage.removeItem(SESSION_KEY)) =>
  new Promise((resolve) => {
    addEventListener('storage', resolve, { once: true })
    write()
  })

/** Tells this page, as another tab does, that somebody signs out. */
async function announceLogout(): Promise<void> {
  const channel = new BroadcastChannel('petsetu-forget-typed')
  const heard = new BroadcastChannel('petsetu-forget-typed')
  onTestFinished(() => {
    channel.close()
    heard.close()
  })
  await new Promise((resolve) => {
    heard.onmessage = resolve
    channel.postMessage(null)
  })
}

// APP-12, CMP-1
test('a session that another tab finds ended does not empty a form', async () => {
  await hasHeard(await typeComplaint())
  await expect.element(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect.element(description).toHaveValue(DESCRIPTION)
})

// APP-12, V14.3.1
test('a logout in another tab empties a form, also if it is heard of late', async () => {
  await hasHeard(await typeComplaint())
  await announceLogout()
  await expect.element(description).toHaveValue('')
})

for (const [order, leave] of [
  [
    'heard of late',
    async (storage: Storage) => {
      await hasHeard(storage)
      await announceLogout()
    },
  ],
  [
    'beside a reload',
    async (storage: Storage) => {
      await announceLogout()
      await hasHeard(storage, () =>
        storage.setItem(SESSION_KEY, JSON.stringify({ ...OWNER, email: 'new@example.org' })),
      )
      await hasHeard(storage)
    },
  ],
] as const) {
  // CMP-7, V14.3.1
  test(`a logout in another tab, ${order}, leaves no receipt of what is being paid`, async () => {
    const server = filingServer()
      .on(complaintCalls.initiatePayment, succeed(orderOver(10_000)))
      .on(
        complaintCalls.verifyPayment,
        succeed({ complaint_id: FILED.complaint_id, payment_status: 'paid', receipt_path: RECEIPT }),
      )
    const storage = otherTab()
    const checkout = await openPaying('/complaint', { as: OWNER, server })
    await fillComplaint()
    await submitButton.click()
    await vi.waitUntil(() => checkout.opened.length > 0)
    await leave(storage)
    holdClock()
    await checkout.pay()
    await expect.element(page.getByText('Payment successful! Your complaint has been filed.')).toBeVisible()
    for (const owner of [ownerOf(null), ownerOf(OWNER)]) expect(readLastReceipt(owner)).toBeNull()
  })
}

// APP-12
test('an answer that is late does not sign in again whom another tab has signed out', () => {
  const storage = otherTab()
  signIn(OWNER)
  storage.removeItem(SESSION_KEY)
  updateUser({ email: 'new@example.org', duties: [] })
  expect(localStorage.getItem(SESSION_KEY)).toBeNull()
})
