import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { COMPLAINT, LISTED_COMPLAINT } from '../../../test/examples.ts'
import { type FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { sampleOf, serverOfSamples } from '../../../test/sample-replies.ts'
import { pageText } from './page-text.ts'

function caseServer(): FakeServer {
  return serverOfSamples()
    .on(complaintCalls.read, ({ params: { id } }) => succeed({ ...COMPLAINT, id, status: 'pending' }))
    .on(complaintCalls.setStatus, ({ params: { id }, body: { status } }) => succeed({ ...COMPLAINT, id, status }))
    .on(linkCalls.listForComplaint, succeed([]))
    .on(caseCalls.listEvents, succeed([]))
}

// LNG-1
test('a change of status is confirmed in the language of the page', async () => {
  await openPage('/admin/complaints/11', { as: ADMIN, language: 'hi', server: caseServer() })
  await page.getByRole('button', { name: pageText('complaintStatus.resolved') }).click()
  await expect.element(page.getByText(pageText('complaintStatus.nowResolved'))).toBeVisible()
})

// LNG-1
test('a deletion is asked about and refused in the language of the page', async () => {
  const plan = {
    id: 3,
    version: 1,
    created_at: '2026-01-05T08:00:00.000Z',
    name: 'Student',
    category: 'regular',
  } as const
  const terms = { duration_months: 6, price: 100, description: 'For students.', features: 'A badge', members: 2 }
  const server = serverOfSamples()
    .on(planCalls.listAll, succeed([{ ...plan, ...terms }]))
    .on(planCalls.delete, NO_ANSWER)
  await openPage('/admin/memberships/plans', { as: ADMIN, language: 'hi', server })
  await page.getByRole('button', { name: 'Student हटाएँ' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(pageText('plans.deleteConsequence'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: pageText('controls.delete') })
    .click()
  await expect.element(page.getByText(pageText('plans.deleteFailed'))).toBeVisible()
})

// LNG-1
test('what was paid for has a name in the language of the page, a plan its own', async () => {
  const report = sampleOf(reportCalls.payments)
  const [fee, membership] = report.data
  const data = [
    { ...fee, purpose: 'complaint', plan_name: 'Complaint fee' },
    { ...membership, purpose: 'membership', plan_name: 'Guardian' },
  ] as typeof report.data
  const server = serverOfSamples().on(reportCalls.payments, { ...report, data })
  await openPage('/admin/memberships/reports/payment', { as: ADMIN, language: 'mr', server })
  await expect.element(page.getByRole('cell', { name: 'तक्रार शुल्क' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Guardian' })).toBeVisible()
})

// LNG-1
test('a type of complaint is shown in the language of the page', async () => {
  const list = sampleOf(complaintCalls.listAll)
  const server = serverOfSamples().on(complaintCalls.listAll, {
    ...list,
    data: [{ ...LISTED_COMPLAINT, type_of_complaint: 'Cruelty' }],
  })
  await openPage('/admin/complaints', { as: ADMIN, language: 'mr', server })
  await expect.element(page.getByRole('cell', { name: `क्रूरता ${LISTED_COMPLAINT.place}` })).toBeVisible()
})
