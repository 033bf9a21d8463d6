import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { grievanceCalls } from '@petsetu/contract/people/grievances.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

// APP-14, PET-20
test('the form for a pet has a document title of its own for an admin', async () => {
  await openPage('/admin/pets/add', { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fill The Pet Details' })).toBeVisible()
  // The heading is shown a moment before the document gets its title.
  await expect.poll(() => document.title).toBe('Add a pet · PetSetu')
})

const grievance = sampleOf(grievanceCalls.read)
const request = sampleOf(privacyCalls.read)
const breach = sampleOf(breachCalls.read)

// APP-14
test.each([
  ['/admin/grievances/7', 'Grievance G-7: Personal data'],
  ['/admin/privacy/3', 'Privacy request P-3: Erase my data'],
  ['/admin/breaches/1', 'A stolen laptop'],
])('the tab of %s says what it is about, as its heading does', async (address, title) => {
  const server = serverOfSamples()
    .on(grievanceCalls.read, { ...grievance, data: { ...grievance.data, number: 'G-7', kind: 'data' } })
    .on(privacyCalls.read, { ...request, data: { ...request.data, id: 3, kind: 'erase' } })
    .on(breachCalls.read, { ...breach, data: { ...breach.data, title: 'A stolen laptop' } })
  await openPage(address, { as: ADMIN, server })
  await expect.element(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect.poll(() => document.title).toBe(`${title} · PetSetu`)
})
