import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'

const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect()

// RCP-2
test('cash is handed over beside the sums, and on a phone directly below them', async () => {
  await openPage('/admin/desk', { as: ADMIN, server: serverOfSamples() })
  onTestFinished(() => page.viewport(1280, 800))
  const sums = page.getByText('Cash at the start')
  const form = page.getByRole('form', { name: 'Cash handover' })
  const payments = page.getByRole('table', { name: 'Cash sheet' })
  await expect.element(payments).toBeVisible()
  expect(boxOf(form).left).toBeGreaterThan(boxOf(sums).right)
  expect(boxOf(form).top).toBeLessThan(boxOf(sums).top)
  await page.viewport(360, 740)
  await expect.poll(() => boxOf(form).top).toBeGreaterThan(boxOf(sums).bottom)
  expect(boxOf(form).bottom).toBeLessThan(boxOf(payments).top)
  await expect.element(form.getByLabelText('Handed over or received')).toBeVisible()
})
