import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import type { Duty } from '@petsetu/contract/people/duties.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { aDeskFee } from '../../../test/desk.ts'
import { anAdmin, aPet, aUser, PLAN } from '../../../test/factories.ts'
import { importedFile, petFile } from '../../../test/imports.ts'
import { aMembership } from '../../../test/memberships.ts'
import { anOrder, aPaidComplaint, aRegistration, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { checkPayment, moneyOf } from '../../../test/payment-state.ts'
import { expirePending } from '../../supporters/memberships/membership-purpose.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const NO_RECORD = { sort: null, place: null, object_kind: null, object_id: null }

const events = async (by = admin) => (await app.call(dashboardCalls.events, {}, by)).body.data

// DSK-1
test('the last ten events say who did what and when, with the page of each record', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const { complaintId } = await aPaidComplaint(app)
  await aMembership(app.db, owner)
  await app.call(petCalls.deleteAny, { params: { id: String((await aPet(app.db, owner)).id) } }, admin)
  const latest = await events()
  expect(latest.map(({ at }) => at)).toEqual(
    latest
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  const plain = latest.map(({ id: _, at: __, ...event }) => event)
  // The provider tells the second of a payment, so that its place among the others differs.
  const expected = [
    {
      ...{ kind: 'admin-action', who: admin.username, what: 'pet-deleted', amount: null },
      ...{ sort: null, place: null, object_kind: 'pet', object_id: expect.stringMatching(/^\d+$/) },
      path: expect.stringMatching(/^\/admin\/audit\?object_kind=pet&object_id=\d+$/),
    },
    {
      ...{ kind: 'membership-begun', who: owner.username, what: 'Guardian', amount: null, ...NO_RECORD },
      path: '/admin/memberships/reports/membership',
    },
    {
      ...{ kind: 'payment-received', who: COMPLAINT.fullname, what: 'complaint', amount: 100, ...NO_RECORD },
      path: expect.stringMatching(/^\/admin\/memberships\/reports\/payment\?payment_id=\d+$/),
    },
    {
      ...{ kind: 'complaint-filed', who: null, what: expect.stringMatching(/^PS-/), amount: null, ...NO_RECORD },
      ...{ sort: COMPLAINT.type_of_complaint, place: COMPLAINT.location_of_incident },
      path: `/admin/complaints/${complaintId}`,
    },
    {
      ...{ kind: 'pet-registered', who: owner.username, what: pet.petName, amount: null, ...NO_RECORD },
      path: `/pet-detail/${pet.petId}`,
    },
  ]
  expect(plain).toEqual(expect.arrayContaining(expected))
  expect(plain).toContainEqual({
    ...{ kind: 'account-created', who: owner.username, what: null, amount: null, ...NO_RECORD },
    path: `/admin/users?search=${owner.username}`,
  })
})

test.each<[Duty, string[]]>([
  ['pets', ['pet-registered']],
  ['cases', ['complaint-filed']],
  ['money', ['payment-received']],
  ['members', ['account-created', 'membership-begun']],
  ['settings', ['admin-action']],
  ['privacy', []],
  // DSK-1, DSK-5
])("an admin with the duty '%s' sees only what it covers", async (duty, kinds) => {
  const seen = await events(await anAdmin(app.db, [duty]))
  expect(new Set(seen.map(({ kind }) => kind))).toEqual(new Set(kinds))
})

// DSK-1
test('there are never more than ten, and an import is one of them', async () => {
  await importedFile(app, 'pets', petFile(20), admin)
  for (let more = 0; more < 9; more++) await app.call(planCalls.create, { body: PLAN }, admin)
  const latest = await events()
  expect(latest).toHaveLength(10)
  const pets = await events(await anAdmin(app.db, ['pets']))
  expect(pets.map(({ what }) => what)).toEqual(['Pet 20'])
})

// DSK-1, RCP-2
test('money of the desk is one event, and an act for those who do not see the money', async () => {
  const { id } = await aDeskFee(app)
  const act = { what: 'desk-payment-taken', object_kind: 'payment', object_id: String(id) }
  const seen = await events()
  expect(seen).toContainEqual(expect.objectContaining({ kind: 'payment-received', id, what: 'complaint' }))
  expect(seen.map(({ what }) => what)).not.toContain('desk-payment-taken')
  expect(await events(await anAdmin(app.db, ['settings']))).toContainEqual(expect.objectContaining(act))
})

// DSK-1, CASE-5
test('the payment of a complainant whose name is withheld names nobody', async () => {
  const { complaintId } = await aPaidComplaint(app, 150, { withhold_name: 'true', fullname: 'Zarina Begum' })
  const filed = await events(await anAdmin(app.db, ['cases']))
  const received = await events(await anAdmin(app.db, ['money']))
  expect(filed).toContainEqual(expect.objectContaining({ kind: 'complaint-filed', id: complaintId, who: null }))
  expect(received).toContainEqual(expect.objectContaining({ kind: 'payment-received', amount: 150, who: null }))
  expect(JSON.stringify([filed, received])).not.toContain('Zarina')
})

// DSK-1, PAY-6
test('a payment that was sent back uncaptured is no event', async () => {
  const { complaintId, orderId } = await anOrder(app)
  const late = await app.sandbox.pay(orderId, 'failed')
  await app.sandbox.pay(orderId)
  await app.sandbox.authorizeLate(late.razorpay_payment_id)
  const money = await anAdmin(app.db, ['money'])
  await checkPayment(app, complaintId)
  expect(await moneyOf(app, complaintId)).toContain('refunded/none')
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', late.razorpay_payment_id)
    .executeTakeFirstOrThrow()
  expect((await events(money)).map((event) => event.id)).not.toContain(id)
})

// DSK-1, MEM-8
test('a registration that nobody paid is no event once it was given up', async () => {
  const members = await anAdmin(app.db, ['members'])
  const begun = async () => (await events(members)).flatMap(({ kind, id }) => (kind === 'membership-begun' ? id : []))
  const { membershipId } = await aRegistration(app)
  expect(await begun()).toContain(membershipId)
  const weekAgo = "created_at = now() - interval '8 days'"
  await app.pool.query(`update memberships set ${weekAgo} where id = $1`, [membershipId])
  await app.pool.query(`update payment_orders set ${weekAgo} where purpose = 'membership' and subject_id = $1`, [
    membershipId,
  ])
  await expirePending(app.db)
  await app.pool.query('update memberships set created_at = now() where id = $1', [membershipId])
  expect(await begun()).not.toContain(membershipId)
})
