import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'

// JRN-7, TRU-6
test('the button of the breach book says how many of the counted are breaches', async () => {
  const server = serverOfSamples().on(dashboardCalls.waiting, succeed({ grievances: 3, breaches: 1 }))
  await openPage('/admin/grievances', { as: ADMIN, server })
  await expect
    .element(page.getByRole('link', { name: 'Breach book (1)', exact: true }))
    .toHaveAttribute('href', '/admin/breaches')
})

// TRU-6
test('the button of the breach book has no number while no breach is open', async () => {
  const server = serverOfSamples().on(dashboardCalls.waiting, succeed({ grievances: 2, breaches: 0 }))
  await openPage('/admin/grievances', { as: ADMIN, server })
  await expect.element(page.getByRole('link', { name: 'Breach book', exact: true })).toBeVisible()
})
