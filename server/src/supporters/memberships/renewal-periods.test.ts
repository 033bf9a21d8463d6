import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { addMonths } from '@petsetu/contract/platform/calendar.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { anAdmin, aPlan, aUser } from '../../../test/factories.ts'
import { importedFile, undoImport } from '../../../test/imports.ts'
import { dayFromToday } from '../../../test/memberships.ts'
import { aRegistration, payingApp } from '../../../test/paying-app.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
const admin = await anAdmin(app.db)

type Person = Awaited<ReturnType<typeof aUser>>
type Purchase = { as?: Person | null; price?: number; months?: number }

let count = 0
const anAddress = () => `renewer${++count}@example.org`

/** Buys a membership; returns its id. */
async function buy(email: string, { as = null, price = 500, months = 12 }: Purchase = {}): Promise<number> {
  const plan = { price, duration_months: months }
  const { membershipId, orderId } = await aRegistration(app, { plan, as, email })
  if (price === 0) return membershipId
  const checkout = await app.sandbox.pay(orderId)
  const reply = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(reply.status).toBe(200)
  return membershipId
}

const periodOf = (id: number) =>
  app.db
    .selectFrom('memberships')
    .select(['start_date as from', 'expiry_date as to'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A membership that was bought 335 days ago: it runs for thirty more days. */
async function anEndingMembership(email: string, purchase: Purchase = {}): Promise<string> {
  const id = await buy(email, purchase)
  const to = dayFromToday(30)
  const dates = { start_date: dayFromToday(-335), expiry_date: to }
  await app.db.updateTable('memberships').set(dates).where('id', '=', id).execute()
  return to
}

const confirm = ({ id }: Person) => app.pool.query('update users set email_confirmed_at = now() where id = $1', [id])

const refund = async (membershipId: number) => {
  const { id } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('purpose', '=', 'membership')
    .where('subject_id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const { status } = await app.call(paymentCalls.refund, { params: { id: String(id) } }, admin)
  expect(status).toBe(200)
}

// MEM-9
test('a visitor’s renewal starts when the membership with the same address ends', async () => {
  const email = anAddress()
  const ends = await anEndingMembership(email)
  const renewal = await buy(email.toUpperCase())
  expect(await periodOf(renewal)).toEqual({ from: ends, to: addMonths(ends, 12) })
})

// MEM-9, MEM-10
test('a renewal continues a visitor’s membership with the account’s confirmed address', async () => {
  const member = await aUser(app.db)
  await confirm(member)
  const ends = await anEndingMembership(member.email)
  const renewal = await buy(anAddress(), { as: member })
  expect(await periodOf(renewal)).toMatchObject({ from: ends })
})

// MEM-9
test('a member who renews without logging in continues the membership of the account', async () => {
  const member = await aUser(app.db)
  await confirm(member)
  const ends = await anEndingMembership(anAddress(), { as: member })
  expect(await periodOf(await buy(member.email))).toMatchObject({ from: ends })
})

// MEM-9, DSK-6
test('the renewal of an imported member starts when the imported membership ends', async () => {
  const email = anAddress()
  const { name } = await aPlan(app.db, { name: 'Imported guardian', duration_months: 12 })
  const began = addMonths(dayFromToday(30), -12)
  const done = await importedFile(
    app,
    'members',
    `Name,E-mail,Phone,Plan,Start date\nAsha Rao,${email},98765 43210,${name},${began}`,
    admin,
  )
  expect(done).toMatchObject({ state: 'done', new_rows: 1 })
  expect(await periodOf(await buy(email))).toMatchObject({ from: addMonths(began, 12) })
})

// MEM-9, DSK-6
test('a long imported membership is continued after its import was deleted', async () => {
  const email = anAddress()
  const { name } = await aPlan(app.db, { name: 'Imported patron', duration_months: 60 })
  const began = addMonths(dayFromToday(30), -60)
  const file = `Name,E-mail,Phone,Plan,Start date\nAsha Rao,${email},98765 43210,${name},${began}`
  expect(await importedFile(app, 'members', file, admin)).toMatchObject({ state: 'done', new_rows: 1 })
  await app.pool.query('delete from imports')
  expect(await periodOf(await buy(email))).toMatchObject({ from: addMonths(began, 60) })
})

// MEM-9, DSK-6
test('an import is not undone while a membership that it met unpaid waits for its end', async () => {
  const email = anAddress()
  const { membershipId, orderId } = await aRegistration(app, { plan: { price: 500, duration_months: 12 }, email })
  const { name } = await aPlan(app.db, { name: 'Imported friend', duration_months: 12 })
  const began = addMonths(dayFromToday(30), -12)
  const file = `Name,E-mail,Phone,Plan,Start date\nAsha Rao,${email},98765 43210,${name},${began}`
  const done = await importedFile(app, 'members', file, admin)
  const checkout = await app.sandbox.pay(orderId)
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: membershipId } })
  expect(await periodOf(membershipId)).toMatchObject({ from: addMonths(began, 12) })
  expect((await undoImport(app, done, admin)).error.code).toBe('import_changed')
  // One that starts at once does not need it.
  await app.call(membershipCalls.cancel, { params: { id: String(membershipId) } }, admin)
  expect((await undoImport(app, done, admin)).status).toBe(200)
})

// LNK-1, DSK-6
test('an import is not undone while a member has a link that renews from it', async () => {
  const { name } = await aPlan(app.db, { name: 'Imported supporter', price: 700, duration_months: 12 })
  const began = addMonths(dayFromToday(30), -12)
  const file = `Name,E-mail,Phone,Plan,Start date\nAsha Rao,${anAddress()},98765 43210,${name},${began}`
  const done = await importedFile(app, 'members', file, admin)
  const { rows } = await app.pool.query('select record_id as id from import_records where import_id = $1', [done.id])
  const params = { id: String(rows[0].id) }
  const made = (await app.call(linkCalls.makeForMembership, { params, body: { is_renewal: true } }, admin)).body.data
  const link = { id: String(made.link.id) }
  const handed = { by: 'whatsapp' as const, token: made.url.split('/').at(-1) ?? '' }
  expect((await app.call(linkCalls.sendForMembership, { params: link, body: handed }, admin)).status).toBe(200)
  expect((await undoImport(app, done, admin)).error.code).toBe('import_changed')
  // Nobody pays by a link that was withdrawn.
  await app.call(linkCalls.revokeForMembership, { params: link }, admin)
  expect((await undoImport(app, done, admin)).status).toBe(200)
})

// MEM-9
test('two renewals of a visitor that are paid at the same time follow each other', async () => {
  const email = anAddress()
  const ids = await Promise.all([buy(email), buy(email)])
  const starts = (await Promise.all(ids.map(periodOf))).map(({ from }) => from).toSorted()
  expect(starts).toEqual([dayFromToday(0), addMonths(dayFromToday(0), 12)])
})

// MEM-9
test('nobody delays another’s membership with free ones, or with one of an account', async () => {
  const [email, member, other] = [anAddress(), await aUser(app.db), await aUser(app.db)]
  await buy(email, { price: 0 })
  await buy(email, { as: other })
  expect(await periodOf(await buy(email, { as: member }))).toMatchObject({ from: dayFromToday(0) })
})

// MEM-10, MBR-2
test('a stranger’s form with a member’s address changes neither card nor renewal', async () => {
  const member = await aUser(app.db)
  await confirm(member)
  const paid = await buy(member.email, { as: member, months: 1 })
  await buy(member.email, { price: 0, months: 24 })
  await aRegistration(app, { plan: { price: 700 }, as: null, email: member.email })
  const { plan_id } = await app.db
    .selectFrom('memberships')
    .select('plan_id')
    .where('id', '=', paid)
    .executeTakeFirstOrThrow()
  expect((await app.call(membershipCalls.active, {}, member)).body.data).toMatchObject({ id: paid })
  expect((await app.call(membershipCalls.card, {}, member)).body.data).toMatchObject({ number: paid })
  const renewal = await app.call(membershipCalls.renewal, { query: { category: 'regular' } }, member)
  expect(renewal.body.data).toMatchObject({ plan_id })
})

// MEM-9, PAY-9, MAIL-1
test('the refund of the first of three memberships lets the others start earlier', async () => {
  const member = await aUser(app.db)
  const [first, second, third] = [
    await buy(member.email, { as: member, months: 12 }),
    await buy(member.email, { as: member, months: 6 }),
    await buy(member.email, { as: member, months: 1 }),
  ]
  await refund(first)
  const ends = addMonths(dayFromToday(0), 6)
  expect(await periodOf(second)).toEqual({ from: dayFromToday(0), to: ends })
  expect(await periodOf(third)).toEqual({ from: ends, to: addMonths(ends, 1) })
  const active = await app.call(membershipCalls.active, {}, member)
  expect(active.body.data).toMatchObject({ id: second, status: 'active' })
  const subjects = async () => (await app.mailsTo(member.email)).map(({ subject }) => subject)
  await expect
    .poll(async () => (await subjects()).filter((subject) => subject.includes('starts earlier')))
    .toEqual(Array(2).fill('Your membership starts earlier: Friend of animals'))
})

// MEM-9, PAY-9
test('after the refund of one, a renewal waits for another membership that runs longer', async () => {
  const member = await aUser(app.db)
  const ends = await anEndingMembership(member.email, { as: member })
  const first = await buy(member.email, { as: member })
  const second = await buy(member.email, { as: member })
  await refund(first)
  expect(await periodOf(second)).toMatchObject({ from: ends })
})

// MEM-8, MEM-9
test('a membership that an admin cancels lets the visitor’s next one start at once', async () => {
  const email = anAddress()
  const [first, second] = [await buy(email), await buy(email)]
  await app.call(membershipCalls.cancel, { params: { id: String(first) } }, admin)
  expect(await periodOf(second)).toEqual({ from: dayFromToday(0), to: addMonths(dayFromToday(0), 12) })
  // Cancelling the same one again changes nothing.
  const again = await app.call(membershipCalls.cancel, { params: { id: String(first) } }, admin)
  expect(again).toMatchObject({ status: 200, body: { data: { status: 'cancelled' } } })
  expect(await periodOf(second)).toMatchObject({ from: dayFromToday(0) })
})
