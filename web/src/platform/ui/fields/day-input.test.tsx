import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

// RPT-1
test('a day is shown in Indian order, whatever the browser’s order is', async () => {
  await openPage(paths.complaints.to({}, { from: '2026-11-05' }), { as: ADMIN, server: serverOfSamples() })
  const [from, to] = [page.getByLabelText('From', { exact: true }), page.getByLabelText('To', { exact: true })]
  await expect.element(page.getByText('5 Nov 2026', { exact: true })).toBeVisible()
  await expect.element(page.getByText('dd/mm/yyyy', { exact: true })).toBeVisible()
  await to.fill('2026-11-17')
  await from.click()
  await expect.element(page.getByText('17 Nov 2026', { exact: true })).toBeVisible()
  // The browser's own field, which takes digits, is there while somebody types.
  await expect.element(page.getByText('5 Nov 2026', { exact: true })).not.toBeVisible()
})

// RPT-1
test('a year typed with two digits is of this century once the field is left', async () => {
  await openPage(paths.complaints.to({}), { as: ADMIN, server: serverOfSamples() })
  const [from, to] = [page.getByLabelText('From', { exact: true }), page.getByLabelText('To', { exact: true })]
  await from.fill('0026-11-05')
  await to.click()
  await expect.element(from).toHaveValue('2026-11-05')
  await expect.element(page.getByText('5 Nov 2026', { exact: true })).toBeVisible()
  await expect.poll(() => location.search).toContain('from=2026-11-05')
})

// RPT-1
test('an address with something that is no day opens its list', async () => {
  await openPage(paths.complaints.to({}, { from: 'yesterday' }), { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByLabelText('From', { exact: true })).toHaveValue('')
})
