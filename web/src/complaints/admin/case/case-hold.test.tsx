import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { type Complaint, complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { caseServer } from '../../../../test/case-server.ts'
import { COMPLAINT } from '../../../../test/examples.ts'
import { type FakeServer, NO_ANSWER, rejected } from '../../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'

const HELD = {
  ...COMPLAINT,
  hold: { until: '2999-03-31', cause: 'fir_filed', reason: null, is_erasure_waiting: true },
} satisfies Complaint

/** Opens the page of a case, which is `saved` once its hold is changed. */
async function openCase(complaint: Complaint, saved: Complaint): Promise<FakeServer> {
  let current = complaint
  const server = caseServer()
    .on(complaintCalls.read, () => succeed(current))
    .on(caseCalls.hold, () => {
      current = saved
      return succeed(saved)
    })
  await openPage(`/admin/complaints/${complaint.id}`, { as: ADMIN, server })
  // The page shows a hold at once.
  if (!complaint.hold) await part.getByText('Keep as evidence').click()
  return server
}

const part = page.getByRole('region', { name: 'Keep as evidence' })

// TRU-3
test('an admin holds a case until a day, with a reason', async () => {
  const server = await openCase(COMPLAINT, HELD)
  await expect.element(part).toMatchTextContent('This complaint is not held.')
  await part.getByLabelText('Hold until').fill('2999-03-31')
  await part.getByRole('button', { name: 'Hold' }).click()
  await expect.element(part.getByText('Reason is required')).toBeVisible()
  expect(server.requests(caseCalls.hold)).toEqual([])
  await part.getByLabelText('Reason, for the audit').fill('The court hears the case')
  await part.getByRole('button', { name: 'Hold' }).click()
  await expect.element(part).toMatchTextContent('Held until 31 March 2999.')
  expect(server.requests(caseCalls.hold)).toMatchObject([
    { body: { until: '2999-03-31', reason: 'The court hears the case' } },
  ])
})

// TRU-3
test('a case that is held because of a merged one says that it may be evidence', async () => {
  const hold = { until: '2999-03-31', cause: 'admin', reason: null, is_erasure_waiting: false } as const
  await openCase({ ...COMPLAINT, hold }, COMPLAINT)
  await expect.element(part).toMatchTextContent('It may be evidence.')
})

// TRU-3
test('a held case says why and that an erasure waits; a reason ends the hold', async () => {
  const server = await openCase(HELD, { ...COMPLAINT, hold: null })
  await expect.element(part).toMatchTextContent('It is with the police and may be evidence.')
  await expect.element(part).toMatchTextContent('The person has asked to be erased')
  await part.getByLabelText('Reason, for the audit').fill('The court has decided')
  await part.getByRole('button', { name: 'End the hold' }).click()
  await expect.element(part).toMatchTextContent('This complaint is not held.')
  expect(server.requests(caseCalls.hold)).toMatchObject([{ body: { until: null, reason: 'The court has decided' } }])
})

// TRU-3
test('a hold that another admin has extended meanwhile is not shortened', async () => {
  let current: Complaint = HELD
  const server = caseServer()
    .on(complaintCalls.read, () => succeed(current))
    .on(caseCalls.hold, rejected(409, 'changed_meanwhile', 'Somebody changed this meanwhile.'))
  await openPage(`/admin/complaints/${HELD.id}`, { as: ADMIN, server })
  await part.getByLabelText('Reason, for the audit').fill('The court hears the case')
  current = { ...HELD, hold: { ...HELD.hold, until: '2999-12-31' } }
  await part.getByRole('button', { name: 'Change the day' }).click()
  await expect.element(part).toMatchTextContent('Somebody changed this meanwhile.')
  await expect.element(part).toMatchTextContent('Held until 31 December 2999.')
  await expect.element(part.getByLabelText('Reason, for the audit')).toHaveValue('The court hears the case')
  server.on(caseCalls.hold, () => succeed(current))
  await part.getByRole('button', { name: 'Change the day' }).click()
  await expect
    .poll(() => server.requests(caseCalls.hold))
    .toMatchObject([
      { body: { until: '2999-03-31', was: '2999-03-31' } },
      { body: { until: '2999-12-31', was: '2999-12-31', reason: 'The court hears the case' } },
    ])
})

// TRU-3
test('a hold that could not be saved says so in its form, which keeps what was typed', async () => {
  const server = await openCase(COMPLAINT, HELD)
  server.on(caseCalls.hold, NO_ANSWER)
  await part.getByLabelText('Hold until').fill('2999-03-31')
  await part.getByLabelText('Reason, for the audit').fill('The court hears the case')
  await part.getByRole('button', { name: 'Hold' }).click()
  await expect.element(part.getByRole('alert')).toMatchTextContent('This could not be saved. Please try again.')
  await expect.element(part.getByLabelText('Reason, for the audit')).toHaveValue('The court hears the case')
})

// TRU-3
test('a hold is not ended without a reason, whose field gets the focus', async () => {
  const server = await openCase(HELD, COMPLAINT)
  await part.getByRole('button', { name: 'End the hold' }).click()
  await expect.element(part.getByText('Reason is required')).toBeVisible()
  await expect.element(part.getByLabelText('Reason, for the audit')).toHaveFocus()
  expect(server.requests(caseCalls.hold)).toEqual([])
})
