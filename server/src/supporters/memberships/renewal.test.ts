import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aPlan, aUser } from '../../../test/factories.ts'
import { aMembership } from '../../../test/memberships.ts'
import { APPLICANT, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp()

const renewalOf = async (user: { token: string }, category: 'regular' | 'premium' = 'regular') =>
  (await app.call(membershipCalls.renewal, { query: { category } }, user)).body.data

// MBR-3
test('a renewal starts from what was typed for the last membership of its kind', async () => {
  const member = await aUser(app.db)
  expect(await renewalOf(member)).toBeNull()
  await aMembership(app.db, member)
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('user_id', '=', member.id)
    .executeTakeFirstOrThrow()
  const typed = { name: 'Asha Rao', email: member.email, phone: '+91 55500 12345', address: '12 Neem Road' }
  expect(await renewalOf(member)).toEqual({ ...typed, why_join: 'To help', plan_id })
  expect(await renewalOf(member, 'premium')).toBeNull()
  expect(await renewalOf(await aUser(app.db))).toBeNull()
})

// MBR-3
test('a renewal that was not paid goes on with the same membership and the same order', async () => {
  const member = await aUser(app.db)
  await aMembership(app.db, member)
  const plan = await aPlan(app.db, { price: 750 })
  const register = (body: typeof APPLICANT & { plan_id: number }) =>
    app.call(membershipCalls.register, { body }, member)
  const begun = (await register({ ...APPLICANT, plan_id: plan.id })).body.data
  const renewal = await renewalOf(member)
  expect(renewal).toEqual({ ...APPLICANT, plan_id: plan.id })
  const { membership_id, order_id } = (await register({ ...APPLICANT, ...renewal, plan_id: plan.id })).body.data
  expect([membership_id, order_id]).toEqual([begun.membership_id, begun.order_id])
})
