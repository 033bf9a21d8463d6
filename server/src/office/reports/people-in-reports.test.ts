import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { aPaidComplaint, aPaidDonation, aRegistration, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

// RPT-6, RPT-8
test('a row has the account of the person, and that of a filing fee its complaint', async () => {
  const owner = await aUser(app.db)
  await aRegistration(app, { as: owner })
  await aRegistration(app, { email: 'visitor@example.org' })
  await aPaidDonation(app, {}, owner)
  const { complaintId } = await aPaidComplaint(app)
  const memberships = (await app.call(reportCalls.memberships, { query: {} }, admin)).body.data
  expect(memberships.map(({ user_id }) => user_id)).toEqual([null, owner.id])
  const payments = (await app.call(reportCalls.payments, { query: {} }, admin)).body.data
  const rows = payments.map(({ purpose, user_id, complaint_id }) => ({ purpose, user_id, complaint_id }))
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(
    expect.arrayContaining([
      { purpose: 'membership', user_id: owner.id, complaint_id: null },
      { purpose: 'membership', user_id: null, complaint_id: null },
      { purpose: 'donation', user_id: owner.id, complaint_id: null },
      { purpose: 'complaint', user_id: null, complaint_id: complaintId },
    ]),
  )
})
