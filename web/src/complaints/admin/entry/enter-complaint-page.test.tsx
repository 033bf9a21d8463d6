import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { COMPLAINT } from '../../../../test/examples.ts'
import { FakeServer } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'

// CASE-6
test('what a caller tells is entered only once they agree to what is stored', async () => {
  const server = new FakeServer()
    .on(caseCalls.enter, succeed({ id: COMPLAINT.id, reference: 'PS-2026-00005-A' }))
    .on(complaintCalls.read, succeed(COMPLAINT))
    .on(caseCalls.neighbours, succeed({ previous: null, next: null }))
    .on(caseCalls.listAssignees, succeed([]))
    .on(caseCalls.listAnswers, succeed([]))
    .on(caseCalls.listEvents, succeed([]))
  await openPage('/admin/complaints/work/new', { as: ADMIN, server })
  await page.getByLabelText('Full name').fill('Asha Rao')
  await page.getByRole('radio', { name: 'Cruelty' }).click()
  await page.getByLabelText('Location of incident').fill('Kothrud, Pune')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByLabelText('Description').fill('A dog is chained in the sun without water.')
  const enter = page.getByRole('button', { name: 'Enter the complaint' })
  await enter.click()
  await expect.element(page.getByText('Please ask whether the person agrees, and tick this')).toBeVisible()
  expect(server.requests(caseCalls.enter)).toEqual([])
  await page.getByLabelText(/^They know what we store/).click()
  await enter.click()
  await expect.element(page.getByText(`Complaint ${COMPLAINT.id} · ${COMPLAINT.reference}`)).toBeVisible()
  const sent = { fullname: 'Asha Rao', source: 'phone', agreed: true, date_of_incident: today() }
  expect(server.requests(caseCalls.enter)).toMatchObject([{ body: sent }])
})
