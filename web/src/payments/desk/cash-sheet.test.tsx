import { cashSheetCalls } from '@petsetu/contract/payments/books.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { setWindow } from '../../../test/set-window.ts'

const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect()
const opener = page.getByRole('button', { name: 'Hand over or receive cash' })
const form = page.getByRole('form', { name: 'Cash handover' })
const sums = page.getByText('Cash at the start')
const payments = page.getByRole('table', { name: 'Payments of this day' })

// RCP-2
test('the payments of a day stand beside the sums, and on a phone below them', async () => {
  await openPage('/admin/desk', { as: ADMIN, server: serverOfSamples() })
  await expect.element(payments).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Payments of this day' })).toBeVisible()
  expect(boxOf(payments).left).toBeGreaterThan(boxOf(sums).right)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
  await setWindow(360, 740)
  await expect.poll(() => boxOf(payments).top).toBeGreaterThan(boxOf(sums).bottom)
})

// RCP-2
test('cash is handed over with a form that a button in the card of the sums opens', async () => {
  await openPage('/admin/desk', { as: ADMIN, server: serverOfSamples() })
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
  await expect.element(sums).toBeVisible()
  expect(boxOf(opener).top).toBeGreaterThan(boxOf(sums).bottom)
  expect(sums.element().closest('dl')?.parentElement?.contains(opener.element())).toBe(true)
  expect(form.elements()).toEqual([])
  await opener.click()
  await expect.element(form.getByLabelText('Handed over or received')).toBeVisible()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
})

// RCP-2
test('the cash sheet opens at today in India where the clock of the device is wrong', async () => {
  const server = serverOfSamples()
  server.aheadMs = 3 * 86_400_000
  await openPage('/admin/desk', { as: ADMIN, server })
  const theirToday = today(new Date(Date.now() + server.aheadMs))
  await expect.element(page.getByLabelText('Day', { exact: true })).toHaveValue(theirToday)
  await expect.poll(() => server.requests(cashSheetCalls.read).at(-1)?.query).toMatchObject({ day: theirToday })
})

/** The space that the words of a part take. */
function wordsOf(part: { element: () => Element }): DOMRect {
  const range = new Range()
  range.selectNodeContents(part.element())
  return range.getBoundingClientRect()
}

// RCP-2, DSK-3
test('the amounts of a day keep clear of the states beside them', async () => {
  await openPage('/admin/desk', { as: ADMIN, server: serverOfSamples() })
  await expect.element(payments).toBeVisible()
  const head = (name: string) => payments.getByRole('columnheader', { name, exact: true })
  expect(wordsOf(head('Status')).left - wordsOf(head('Amount')).right).toBeGreaterThan(23)
})

// RCP-2, DSK-5
test('a payer with an account leads an admin who may see accounts to it', async () => {
  await openPage('/admin/desk', { as: ADMIN, server: serverOfSamples() })
  const payer = payments.getByRole('link').first()
  await expect.element(payer).toHaveAttribute('href', expect.stringMatching(/^\/admin\/users\/\d+$/))
})

// RCP-2, DSK-5
test('a payer leads a treasurer without further duties nowhere', async () => {
  await openPage('/admin/desk', { as: { ...ADMIN, duties: ['money' as const] }, server: serverOfSamples() })
  await expect.element(payments).toBeVisible()
  expect(payments.getByRole('link').elements()).toEqual([])
})
