import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { correctionCalls, privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aCheque, clearAtDesk, takeAtDesk } from '../../../test/desk.ts'
import { aConfirmedUser, aLink, anAdmin, aPlan, aUser, PASSWORD } from '../../../test/factories.ts'
import { aMembership, dayFromToday } from '../../../test/memberships.ts'
import { aComplaint, aPaidDonation, aRegistration, payingApp } from '../../../test/paying-app.ts'
import { readZip } from '../../../test/read-zip.ts'
import { storedText } from '../../../test/stored.ts'
import { preferencesToken } from '../../platform/mail/mail-queries.ts'
import { REMINDER_RULES } from '../../reminders.ts'
import { donationPurpose } from '../../supporters/donations/donation-purpose.ts'
import { membershipPaymentMails } from '../../supporters/memberships/membership-mails.ts'
import { createCode } from '../users/mailed-code.ts'

const app = await payingApp()
const keeper = await anAdmin(app.db, ['privacy'])

type Account = Awaited<ReturnType<typeof aUser>>

/** A paid membership that a visitor has bought with the address of an account. */
function aPaidMembership(user: Account, fields: Parameters<typeof aMembership>[2] = {}): Promise<number> {
  const paid = { price_paise: 50_000, amount_paise: 50_000, razorpay_payment_id: `pay_of_${user.username}` }
  return aVisitorsMembership(user, { ...paid, ...fields })
}

/** A membership that a visitor took with the address of an account, of a free plan unless the fields say otherwise. */
async function aVisitorsMembership(user: Account, fields: Parameters<typeof aMembership>[2]): Promise<number> {
  const id = await aMembership(app.db, user, fields)
  await app.pool.query('update memberships set user_id = null where id = $1', [id])
  return id
}

/** Gives an account another address, by the link that was mailed there. */
async function move<User extends Account>(user: User, email: string): Promise<User> {
  const token = await aLink(app.db, { ...user, email }, 'change-email')
  expect((await app.call(recoveryCalls.confirmEmail, { body: { token } })).status).toBe(200)
  return { ...user, email }
}

const activeOf = async (user: Account) => (await app.call(membershipCalls.active, {}, user)).body.data?.id ?? null

const complaintsOf = async (user: Account) =>
  (await app.call(complaintCalls.listOwn, { query: {} }, user)).body.data.map(({ id }) => id)

/** The data that the account downloads. */
async function exportedOf({ token }: Account): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await app.fetch(accountCalls.downloadData.path, { method: 'POST', headers })
  const { 'data.json': data } = await readZip(new Uint8Array(await reply.arrayBuffer()))
  return String(data)
}

// ACC-3, ACC-5, MEM-9, MBR-2
test('what was bought or filed with the address before stays with the account', async () => {
  const user = await aConfirmedUser(app.db)
  const membershipId = await aPaidMembership(user)
  const complaintId = await aComplaint(app, { email: user.email })
  await aPaidDonation(app, { email: user.email, name: 'Giver of the former address' })
  const { path } = (await app.call(membershipCalls.card, {}, user)).body.data ?? {}
  const moved = await move(user, `moved-${user.email}`)

  expect([await activeOf(moved), await complaintsOf(moved)]).toEqual([membershipId, [complaintId]])
  expect((await app.call(membershipCalls.card, {}, moved)).body.data?.path).toBe(path)
  expect((await app.fetch(path ?? '')).status).toBe(200)
  const params = { id: String(complaintId) }
  expect((await app.call(complaintCalls.followOwn, { params }, moved)).status).toBe(200)
  expect(await exportedOf(moved)).toContain('Giver of the former address')
  expect(await exportedOf(moved)).toContain('Kavita Rao')

  expect((await app.call(accountCalls.delete, { body: { password: PASSWORD } }, moved)).status).toBe(204)
  expect(await storedText(app.pool)).not.toContain(user.email)
})

// ACC-3, ACC-5, MEM-10
test('a membership whose payment is under way moves with the account', async () => {
  const user = await aConfirmedUser(app.db)
  const { membershipId } = await aRegistration(app, { email: user.email, plan: { price: 700 } })
  const form = { purpose: 'membership', subject_id: membershipId, amount: 700, ...aCheque() } as const
  const cheque = (await takeAtDesk(app, form)).body.data
  const moved = await move(user, `moved-${user.email}`)
  await clearAtDesk(app, cheque.id)
  expect(await activeOf(moved)).toBe(membershipId)

  const again = await aConfirmedUser(app.db)
  const { membershipId: other, orderId } = await aRegistration(app, { email: again.email, plan: { price: 700 } })
  const movedAgain = await move(again, `moved-${again.email}`)
  const body = { ...(await app.sandbox.pay(orderId)), membership_id: other }
  expect((await app.call(membershipCalls.verifyPayment, { body })).status).toBe(200)
  expect(await activeOf(movedAgain)).toBe(other)
  expect((await app.call(accountCalls.delete, { body: { password: PASSWORD } }, movedAgain)).status).toBe(204)
  expect(await storedText(app.pool)).not.toContain(again.email)
})

// ACC-3, MEM-9
test('an account keeps nothing of an unconfirmed address, and no free membership', async () => {
  const [unconfirmed, confirmed] = [await aUser(app.db), await aConfirmedUser(app.db)]
  await aPaidMembership(unconfirmed)
  await aComplaint(app, { email: unconfirmed.email })
  await aVisitorsMembership(confirmed, {})
  for (const user of [unconfirmed, confirmed]) {
    const moved = await move(user, `moved-${user.email}`)
    expect([await activeOf(moved), await complaintsOf(moved)]).toEqual([null, []])
  }
})

// ACC-3, ACC-5, TRU-2
test('a complaint goes to another account that confirms its address later', async () => {
  const user = await aConfirmedUser(app.db)
  const before = await aComplaint(app, { email: user.email })
  const moved = await move(user, `moved-${user.email}`)
  const since = await aComplaint(app, { email: user.email })
  expect(await complaintsOf(moved)).toEqual([before])
  // As long as a change can be undone, nobody else gets the address.
  await app.db.deleteFrom('email_undos').execute()
  const later = await move(await aConfirmedUser(app.db), user.email)
  expect([await complaintsOf(moved), await complaintsOf(later)]).toEqual([[], [since, before]])
  expect(await exportedOf(moved)).not.toContain('Kavita Rao')
  const params = { id: String(before) }
  expect((await app.call(complaintCalls.followOwn, { params }, moved)).status).toBe(404)
})

// ACC-5, TRU-2
test('an address that an account has left copies and erases none of its records', async () => {
  const user = await aConfirmedUser(app.db)
  const membershipId = await aMembership(app.db, user, { amount_paise: 1, category: 'premium' })
  const { donationId } = await aPaidDonation(app, { email: user.email }, user)
  const work = `work-${user.email}`
  await aMembership(app.db, { ...user, email: work }, { amount_paise: 1 })
  await aPaidDonation(app, { email: user.email })
  const moved = await move(user, `moved-${user.email}`)
  // As long as a change can be undone, nobody else gets the address.
  await app.db.deleteFrom('email_undos').execute()
  await aVisitorsMembership(user, { email: user.email })

  const held = async (email: string) => (await readHeld(email)).held
  expect(await held(user.email)).toMatchObject({ account: null, total: 1 })
  expect(await held(work)).toMatchObject({ account: null, total: 1 })
  const { id } = await readHeld(user.email)
  const body = { reason: 'Asked with a code' }
  expect((await app.call(privacyCalls.erase, { params: { id }, body }, keeper)).status).toBe(200)
  expect(await activeOf(moved)).toBe(membershipId)
  const stored = (table: 'memberships' | 'donations', row: number) =>
    app.db.selectFrom(table).select('email').where('id', '=', row).executeTakeFirstOrThrow()
  for (const row of [await stored('memberships', membershipId), await stored('donations', donationId)])
    expect(row).toEqual({ email: user.email })
  expect(await held(moved.email)).toMatchObject({ account: { id: user.id }, total: 4 })
})

/** A request with a code that was mailed to the address, as an admin sees it. */
async function readHeld(email: string) {
  const body = { email, kind: 'erase', code: await createCode(app, app.db, email) } as const
  const id = String((await app.call(privacyCalls.requestByCode, { body })).body.data.id)
  return { id, held: (await app.call(privacyCalls.read, { params: { id } }, keeper)).body.data.held }
}

const mailedTo = async (membershipId: number) => {
  const due = await REMINDER_RULES['membership-ends'].findDue(app.db, new Date(), 100)
  const payer = await membershipPaymentMails.findPayer(app.db, membershipId)
  return [due.find(({ about }) => about === `membership ${membershipId}`)?.to, payer?.to]
}

// ACC-5, MBR-3
test('mails about a membership follow its account to a new address', async () => {
  const user = await aConfirmedUser(app.db)
  const ending = { expiry_date: dayFromToday(7) }
  const [own, bought, others] = [
    await aMembership(app.db, user, { ...ending, category: 'premium' }),
    await aPaidMembership(user, ending),
    await aMembership(app.db, { ...user, email: `work-${user.email}` }, { ...ending, amount_paise: 1 }),
  ]
  const moved = await move(user, `moved-${user.email}`)
  for (const id of [own, bought]) expect(await mailedTo(id)).toEqual([moved.email, moved.email])
  expect(await mailedTo(others)).toEqual([`work-${user.email}`, `work-${user.email}`])

  const admin = await anAdmin(app.db)
  const params = { purpose: 'membership', id: String(bought) } as const
  const body = { version: 1, reason: 'They called', email: `called-${user.email}` }
  expect((await app.call(correctionCalls.correct, { params, body }, admin)).status).toBe(200)
  expect(await mailedTo(bought)).toEqual([`called-${user.email}`, `called-${user.email}`])
})

// MBR-3, PRV-3
test('reminders of a membership heed what its account wishes at the new address', async () => {
  const user = await aConfirmedUser(app.db)
  const id = await aMembership(app.db, user, { expiry_date: dayFromToday(7), amount_paise: 1 })
  const moved = await move(user, `moved-${user.email}`)
  expect((await mailedTo(id))[0]).toBe(moved.email)
  await preferencesToken(app.db, moved.email)
  await app.db.insertInto('mail_wishes').values({ address_key: moved.email, kind: 'membership-ends' }).execute()
  expect((await mailedTo(id))[0]).toBeUndefined()
  expect(await REMINDER_RULES['membership-ends'].isStillDue(app.db, `membership ${id}`)).toBe(false)
})

/** An account that has paid for a plan that ends in a week and a donation, and has another address since. */
async function aMovedMember() {
  const user = await aConfirmedUser(app.db)
  const plan = await aPlan(app.db, { price: 500 })
  const { donationId } = await aPaidDonation(app, { email: user.email }, user)
  const membershipId = await aMembership(app.db, user, { expiry_date: dayFromToday(7), amount_paise: 50_000 })
  await app.db.updateTable('memberships').set({ plan_id: plan.id }).where('id', '=', membershipId).execute()
  return { user, donationId, membershipId, moved: await move(user, `moved-${user.email}`) }
}

const mailsOf = async (kind: string, about: string) => {
  const mails = app.db.selectFrom('mails').select('to_address').where('kind', '=', kind).where('about', '=', about)
  return (await mails.execute()).map(({ to_address }) => to_address)
}

// ACC-5, MBR-3, LNK-1
test('a link to renew, and the mails that follow, go to the account’s new address', async () => {
  const { membershipId, moved } = await aMovedMember()
  const [params, admin] = [{ id: String(membershipId) }, await anAdmin(app.db)]
  const body = { is_renewal: true }
  const { url, link } = (await app.call(linkCalls.makeForMembership, { params, body }, admin)).body.data
  const token = url.split('/').at(-1) ?? ''
  const send = { params: { id: String(link.id) }, body: { by: 'mail' as const, token } }
  expect((await app.call(linkCalls.sendForMembership, send, admin)).status).toBe(200)
  expect(await mailsOf('pay-link', `membership ${membershipId}`)).toEqual([moved.email])

  const { order_id } = (await app.call(linkCalls.openOrder, { body: { token } })).body.data
  const paid = await app.sandbox.pay(order_id)
  const verified = await app.call(linkCalls.verifyPayment, { body: { token, ...paid } })
  expect(verified.body.data.receipt_path).toMatch(/^\/receipt\//)
  const renewals = app.db.selectFrom('memberships').select('id').where('user_id', '=', moved.id)
  const { id } = await renewals.where('id', '<>', membershipId).executeTakeFirstOrThrow()
  expect(await mailsOf('membership-active', `membership ${id}`)).toEqual([moved.email])
  const later = await move(moved, `later-${moved.email}`)
  expect((await mailedTo(id))[1]).toBe(later.email)
})

// ACC-5, MBR-3
test('the form of a renewal has the account’s new address', async () => {
  const { moved } = await aMovedMember()
  const query = { category: 'regular' } as const
  expect((await app.call(membershipCalls.renewal, { query }, moved)).body.data?.email).toBe(moved.email)
})

// ACC-5, DON-1
test('mails about a donation follow its account, until its address is corrected', async () => {
  const { donationId, moved } = await aMovedMember()
  const payer = async () => (await donationPurpose.findPayer(app.db, donationId))?.to
  expect(await payer()).toBe(moved.email)
  const params = { purpose: 'donation', id: String(donationId) } as const
  const body = { version: 1, reason: 'They called', email: `called-${moved.email}` }
  expect((await app.call(correctionCalls.correct, { params, body }, await anAdmin(app.db))).status).toBe(200)
  expect(await payer()).toBe(body.email)
})
