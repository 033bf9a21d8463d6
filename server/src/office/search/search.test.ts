import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { SEARCH_GROUP_MAX, type SearchKind, type SearchResult, searchCalls } from '@petsetu/contract/office/search.ts'
import { groupPetId } from '@petsetu/contract/pets/pet-id.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aStreetAnimal } from '../../../test/community.ts'
import { aCheque, aDeskFee, bounceAtDesk } from '../../../test/desk.ts'
import { aBlankTag, anAdmin, aPet, aUser, manyPets } from '../../../test/factories.ts'
import {
  aComplaint,
  aPaidComplaint,
  aPaidDonation,
  aRegistration,
  payingApp,
  verify,
} from '../../../test/paying-app.ts'
import { refund } from '../../../test/payment-state.ts'
import { writtenRefundNumber } from '../../payments/receipts/receipt-numbers.ts'

const app = await payingApp()
await app.sandbox.injectFault({ webhooks: 'lost' })
const admin = await anAdmin(app.db)
const owner = await aUser(app.db)
await app.pool.query("update users set phone = '+91 90000 77777' where id = $1", [owner.id])
const pet = await aPet(app.db, owner, {
  petName: 'Sultan',
  ownerName: 'Farida Khan',
  contactDetails: 'Call 098111-22233',
})
const mitra = await aPet(app.db, owner, { petName: 'मित्रा', ownerName: 'श्याम कुलकर्णी' })
const odd = await aPet(app.db, owner, { petName: '100%_Tiger' })
const blankTag = await aBlankTag(app.db)

// COMPLAINT, APPLICANT and DONATION say who they are.
const { complaintId, checkout } = await aPaidComplaint(app)
const reference = formatReference({ id: complaintId, createdAt: new Date() })
const { membershipId, orderId } = await aRegistration(app, { as: owner })
const membershipCheckout = await app.sandbox.pay(orderId)
await app.call(membershipCalls.verifyPayment, { body: { ...membershipCheckout, membership_id: membershipId } })
const gift = await aPaidDonation(app)

const ask = async (q: string, by: { token: string } = admin) =>
  (await app.call(searchCalls.find, { query: { q } }, by)).body.data
const keysOf = (results: SearchResult[]) => results.map(({ kind, id }) => `${kind} ${id}`)
const exactly = async (q: string) => keysOf((await ask(q)).exact)
const partly = async (q: string, by?: { token: string }) =>
  (await ask(q, by)).groups.flatMap(({ results }) => keysOf(results))

async function paymentOf(providerId: string): Promise<{ id: number; receipt: string }> {
  const row = await app.db
    .selectFrom('payments')
    .innerJoin('receipts', 'payment_id', 'payments.id')
    .select(['payments.id', 'number', 'year'])
    .where('provider_payment_id', '=', providerId)
    .executeTakeFirstOrThrow()
  const year = row.year ?? 0
  return { id: row.id, receipt: `R-TEST-${year}-${String(year + 1).slice(2)}-${String(row.number).padStart(6, '0')}` }
}
const payment = await paymentOf(checkout.razorpay_payment_id)

// DSK-2
test('an id that is typed in any spelling comes first', async () => {
  for (const typed of [pet.petId, groupPetId(pet.petId), groupPetId(pet.petId).toLowerCase(), ` ${pet.petId} `])
    expect(await exactly(typed), typed).toEqual([`pet ${pet.petId}`, `tag ${pet.petId}`])
  expect(await exactly(blankTag)).toEqual([`tag ${blankTag}`])
  for (const typed of [reference, reference.toLowerCase(), reference.replaceAll('-', ' ')])
    expect(await exactly(typed), typed).toEqual([`complaint ${complaintId}`])
  for (const typed of [payment.receipt, payment.receipt.toLowerCase()])
    expect(await exactly(typed), typed).toEqual([`receipt ${payment.id}`])
  expect(await exactly(checkout.razorpay_payment_id)).toEqual([`payment ${payment.id}`])
  expect(await exactly(checkout.razorpay_order_id)).toEqual([`payment ${payment.id}`])
  expect(await exactly(owner.email.toUpperCase())).toEqual([`user ${owner.id}`])
  expect(await exactly(owner.username)).toEqual([`user ${owner.id}`])
})

// DSK-2, COM-1
test('an animal of the street is found by name and tag, and leads to its own page', async () => {
  const { petId } = await aStreetAnimal(app.db, null, { petName: 'Zebunissa' })
  for (const typed of ['zebunissa', petId]) {
    const { exact, groups } = await ask(typed)
    const pets = [...exact, ...groups.flatMap(({ results }) => results)].filter(({ kind }) => kind === 'pet')
    expect(pets, typed).toMatchObject([{ id: petId, title: 'Zebunissa', path: `/user/community/${petId}` }])
  }
})

// DSK-2
test('a number is the id of every kind that has it, and is looked for as nothing else', async () => {
  const found = await ask(String(complaintId))
  expect(keysOf(found.exact)).toContain(`complaint ${complaintId}`)
  expect(keysOf(found.exact)).toContain(`user ${complaintId}`)
  expect(found.groups).toEqual([])
  expect(found.is_too_short).toBe(false)
})

// DSK-2
test('each kind is found by name, phone and e-mail', async () => {
  const [complaintPayment, membershipPayment, giftPayment] = [
    payment,
    await paymentOf(membershipCheckout.razorpay_payment_id),
    await paymentOf(gift.checkout.razorpay_payment_id),
  ]
  const ofComplaint = [`complaint ${complaintId}`, `payment ${complaintPayment.id}`, `receipt ${complaintPayment.id}`]
  const ofMembership = [
    `membership ${membershipId}`,
    `payment ${membershipPayment.id}`,
    `receipt ${membershipPayment.id}`,
  ]
  const ofGift = [`donation ${gift.donationId}`, `payment ${giftPayment.id}`, `receipt ${giftPayment.id}`]
  for (const [typed, found] of [
    ['sultan', [`pet ${pet.petId}`]],
    ['farida', [`pet ${pet.petId}`]],
    ['98111 22233', [`pet ${pet.petId}`]],
    ['+91 98111-22233', [`pet ${pet.petId}`]],
    ['kavita', ofComplaint],
    ['KAVITA rao', ofComplaint],
    ['kavita@example', ofComplaint],
    ['55500 12345', ofComplaint],
    ['arjun mehta', ofMembership],
    ['arjun@example.org', ofMembership],
    ['+91 5550054321', ofMembership],
    ['lalita', ofGift],
    ['lalita@example.org', ofGift],
    ['055500-67890', ofGift],
    ['5550067', ofGift],
  ] as [string, string[]][])
    expect(await partly(typed), typed).toEqual(found)
  // An owner's pets are found with the account.
  const account = await partly('90000 77777')
  expect(account).toEqual([`pet ${odd.petId}`, `pet ${mitra.petId}`, `pet ${pet.petId}`, `user ${owner.id}`])
})

// DSK-2
test('names in other scripts are found by how their words begin', async () => {
  for (const typed of ['मित्रा', 'मित्र', 'कुलक', 'श्याम मित्रा'])
    expect(await partly(typed), typed).toEqual([`pet ${mitra.petId}`])
  expect(await partly('कुलकर्णी sultan')).toEqual([])
})

// DSK-2
test('a search is no pattern, and no query language: signs are found as they are', async () => {
  expect(await partly('100%_tig')).toEqual([`pet ${odd.petId}`])
  for (const typed of [
    's%ltan',
    'sult_n',
    'sultan\\',
    "sultan' or 1=1 --",
    '%%%',
    '___',
    'मित्रा:* | sul',
    "राम' | 'मित्रा",
  ])
    expect(await partly(typed), typed).toEqual([])
})

// DSK-2
test('fewer than three letters find ids alone, and the answer says so', async () => {
  for (const typed of ['s', 'su', 'fa kh', 'मी', '. . .']) {
    expect(await ask(typed), typed).toEqual({ exact: [], groups: [], is_too_short: true })
  }
  expect((await ask('zzz')).is_too_short).toBe(false)
})

// DSK-2
test('of each kind at most five are shown, the newest first', async () => {
  await manyPets(app.pool, pet, 30)
  const { rows } = await app.pool.query<{ pet_id: string }>('select pet_id from pets order by id desc limit 5')
  const [group] = (await ask('sultan')).groups
  expect(group?.results.map(({ id }) => id)).toEqual(rows.map((row) => row.pet_id))
  expect(group?.results).toHaveLength(SEARCH_GROUP_MAX)
})

// DSK-2
test('a name that is withheld is neither found nor shown, with its payment', async () => {
  const hidden = await aComplaint(app, { withhold_name: 'true', fullname: 'Zarina Begum', phone: '98765 00011' })
  const order = await app.call(complaintCalls.initiatePayment, {
    body: {
      complaint_id: hidden,
      amount: 100,
      name: 'Zarina Begum',
      email: 'kavita@example.org',
      phone: '98765 00011',
    },
  })
  const paid = await app.sandbox.pay(order.body.data.order_id)
  await verify(app, hidden, paid)
  for (const typed of ['zarina', 'begum', '9876500011']) expect(await partly(typed), typed).toEqual([])
  const { exact } = await ask(paid.razorpay_payment_id)
  expect(exact).toMatchObject([{ kind: 'payment', detail: '₹100' }])
  const [complaint] = (await ask(formatReference({ id: hidden, createdAt: new Date() }))).exact
  expect(complaint?.detail).not.toContain('Zarina')
})

// DSK-2
test('each result leads to a page that shows it alone', async () => {
  const pathOf = async (q: string, kind: SearchKind) => {
    const { exact, groups } = await ask(q)
    const found = [...exact, ...groups.flatMap(({ results }) => results)].find((result) => result.kind === kind)
    const { pathname, searchParams } = new URL(found?.path ?? '', 'http://x')
    return { pathname, query: Object.fromEntries(searchParams) }
  }
  const membership = await pathOf('arjun@example.org', 'membership')
  const report = await app.call(reportCalls.memberships, { query: membership.query }, admin)
  expect(report.body.data).toMatchObject([{ id: membershipId }])
  expect(report.body.summary.total_memberships).toBe(1)
  for (const kind of ['payment', 'receipt'] as const) {
    const { query } = await pathOf(kind === 'payment' ? checkout.razorpay_payment_id : payment.receipt, kind)
    const payments = await app.call(reportCalls.payments, { query }, admin)
    expect(payments.body.data).toMatchObject([{ payment: payment.id }])
    expect(payments.body.summary.total_transactions).toBe(1)
  }
  const { query: tag } = await pathOf(blankTag, 'tag')
  const tags = await app.call(tagCalls.list, { query: { ...tag, page: '1' } }, admin)
  expect(tags.body).toMatchObject([{ petId: blankTag }])
  expect((await pathOf(reference, 'complaint')).pathname).toBe(`/admin/complaints/${complaintId}`)
  expect(await pathOf(owner.username, 'user')).toEqual({ pathname: `/admin/users/${owner.id}`, query: {} })
  expect(await pathOf('farida', 'pet')).toMatchObject({ pathname: '/admin/pets' })
})

// DSK-2, DSK-5
test('an admin finds the kinds that the duties show', async () => {
  const ofCases = await anAdmin(app.db, ['cases'])
  expect(await partly('kavita', ofCases)).toEqual([`complaint ${complaintId}`])
  expect((await ask(pet.petId, ofCases)).exact).toEqual([])
  const ofMoney = await anAdmin(app.db, ['money'])
  expect(await partly('kavita', ofMoney)).toEqual([`payment ${payment.id}`, `receipt ${payment.id}`])
})

// DSK-2
test('what somebody searched for is in no line of the log', async () => {
  for (const typed of ['farida', '98111 22233', 'lalita@example.org']) {
    await ask(typed)
    expect(app.logged()).not.toContain(typed)
  }
})

// DSK-2
test('a username typed in full is found, however many newer ones begin with it', async () => {
  const { id, username } = await aUser(app.db)
  const newer = await Promise.all(Array.from({ length: SEARCH_GROUP_MAX }, () => aUser(app.db)))
  for (const user of newer) {
    const longer = `${username}-${user.id}`
    await app.pool.query('update users set username = $2, username_key = $2 where id = $1', [user.id, longer])
  }
  const { exact, groups } = await ask(username)
  expect(keysOf(exact)).toEqual([`user ${id}`])
  // It is one of the five that are shown.
  expect(groups.flatMap(({ results }) => keysOf(results))).toHaveLength(SEARCH_GROUP_MAX - 1)
})

// DSK-2
test('a member’s number, a cheque and a UPI reference are found as people hold them', async () => {
  const number = memberNumber({ number: membershipId, start_date: today() })
  for (const typed of [number, number.toLowerCase(), number.replaceAll('-', ' ')])
    expect(await exactly(typed), typed).toEqual([`membership ${membershipId}`])

  const cheque = await aDeskFee(app, { ...aCheque(), reference: '719344' })
  expect(await exactly('719344')).toEqual([`payment ${cheque.id}`])
  await bounceAtDesk(app, cheque.id)
  expect(await exactly('719344')).toEqual([`payment ${cheque.id}`])
  const upi = await aDeskFee(app, { mode: 'upi', reference: 'AXIS99887766' })
  expect(await exactly('axis99887766')).toEqual([`payment ${upi.id}`])
})

// DSK-2, RCP-1
test('the receipt of a refund is found by its number, and shown under it', async () => {
  const giver = { name: 'Kirtikar Gupte', email: 'kirtikar@example.org', phone: '+91 90000 11122' }
  const { razorpay_payment_id } = (await aPaidDonation(app, giver)).checkout
  expect((await refund(app, razorpay_payment_id)).body.data.status).toBe('refunded')
  const { id, year, number } = await app.db
    .selectFrom('refund_receipts')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['payments.id', 'year', 'number'])
    .where('provider_payment_id', '=', razorpay_payment_id)
    .executeTakeFirstOrThrow()
  const written = writtenRefundNumber({ year, number, isTest: true })
  expect((await ask(written)).exact).toMatchObject([{ kind: 'receipt', id: String(id), title: written }])
})

// DSK-2
test('names and phones are found whichever keyboard wrote their letters and digits', async () => {
  // The letter with its dot, as one character and as two.
  const [one, two] = ['लकि\u095cया', 'लकि\u0921\u093cया']
  const pets = [
    await aPet(app.db, owner, { petName: one, contactDetails: '९९८७६ ५४३२१' }),
    await aPet(app.db, owner, { petName: two, contactDetails: '99876 54321' }),
  ]
  for (const typed of [one, two, '9987654321', '९९८७६५४३२१', '९९८७६ ५४३२१'])
    expect.soft((await partly(typed)).toSorted(), typed).toEqual(pets.map(({ petId }) => `pet ${petId}`).toSorted())
})
