import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import type { Complaint } from '@petsetu/contract/complaints/complaints.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseServer } from '../../../../test/case-server.ts'
import { COMPLAINT } from '../../../../test/examples.ts'
import { type FakeServer, rejected } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'

async function openCase(complaint: Complaint): Promise<FakeServer> {
  const server = caseServer(complaint).on(caseCalls.takeBundle, 'PK')
  await openPage(`/admin/complaints/${complaint.id}`, { as: ADMIN, server })
  await part.getByText('For the police').click()
  return server
}

const part = page.getByRole('region', { name: 'For the police' })
const dialog = page.getByRole('dialog')

async function take(reason: string) {
  await part.getByRole('button', { name: 'Make the bundle' }).click()
  await dialog.getByLabelText('Reason, and who gets it').fill(reason)
  await dialog.getByRole('button', { name: 'Save the bundle' }).click()
}

// TRU-4
test('an admin takes all of a case out for the police, with a reason', async () => {
  const server = await openCase({ ...COMPLAINT, is_name_withheld: false })
  await expect.element(part.getByRole('checkbox')).not.toBeInTheDocument()
  await take('For Kothrud police station')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.requests(caseCalls.takeBundle)).toMatchObject([
    { params: { id: COMPLAINT.id }, body: { reason: 'For Kothrud police station', shows_name: false } },
  ])
})

// TRU-4, CASE-6
test('a withheld name goes along only if the admin ticks that', async () => {
  const server = await openCase({ ...COMPLAINT, is_name_withheld: true })
  await take('For the court')
  await expect.element(dialog).not.toBeInTheDocument()
  await part.getByLabelText('With name and contact, which the complainant wants withheld').click()
  await take('The court asked for the name')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.requests(caseCalls.takeBundle).map(({ body }) => body)).toEqual([
    { reason: 'For the court', shows_name: false },
    { reason: 'The court asked for the name', shows_name: true },
  ])
})

// TRU-4
test('a bundle that cannot be made says so and keeps the reason', async () => {
  const server = await openCase(COMPLAINT)
  server.on(caseCalls.takeBundle, rejected(503, 'busy', ''))
  await take('For Kothrud police station')
  await expect.element(dialog).toMatchTextContent('Failed to make the bundle. Please try again.')
  await expect.element(dialog.getByLabelText('Reason, and who gets it')).toHaveValue('For Kothrud police station')
})
