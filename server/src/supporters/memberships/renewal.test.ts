import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aPlan, aUser } from '../../../test/factories.ts'
import { aMembership, dayFromToday } from '../../../test/memberships.ts'
import { APPLICANT, payingApp } from '../../../test/paying-app.ts'
import { REMINDER_RULES } from '../../reminders.ts'

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

// MBR-3
test('a renewal is of the member whose membership runs, not of another of the account', async () => {
  const account = await aUser(app.db)
  await aMembership(app.db, account, { name: 'Ramesh Joshi', expiry_date: dayFromToday(20) })
  await aMembership(app.db, account, { name: 'Sunita Joshi', expiry_date: dayFromToday(10) })
  const next = { start_date: dayFromToday(10), expiry_date: dayFromToday(375) }
  await aMembership(app.db, account, { name: 'Sunita Joshi', ...next })
  expect(await renewalOf(account)).toMatchObject({ name: 'Ramesh Joshi' })
  const names = async () => (await app.call(membershipCalls.history, {}, account)).body.data.map(({ name }) => name)
  expect(await names()).toEqual(['Sunita Joshi', 'Sunita Joshi', 'Ramesh Joshi'])
})

// MBR-3, MEM-9
test('a member is reminded though another one of the address stays for longer', async () => {
  const account = await aUser(app.db)
  const paid = { amount_paise: 1 }
  const [ending, others] = [
    await aMembership(app.db, account, { ...paid, name: 'Ramesh Joshi', expiry_date: dayFromToday(7) }),
    await aMembership(app.db, account, { ...paid, name: 'Sunita Joshi', expiry_date: dayFromToday(8) }),
  ]
  const isStillDue = (id: number) => REMINDER_RULES['membership-ends'].isStillDue(app.db, `membership ${id}`)
  expect([await isStillDue(ending), await isStillDue(others)]).toEqual([true, true])
  await aMembership(app.db, account, { ...paid, name: 'Joshi Ramesh', expiry_date: dayFromToday(372) })
  expect([await isStillDue(ending), await isStillDue(others)]).toEqual([false, true])
})
