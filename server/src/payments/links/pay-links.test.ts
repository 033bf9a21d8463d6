import { caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { correctionCalls } from '@petsetu/contract/people/privacy.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { formatLongDay } from '@petsetu/languages/formats.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { beforeEach, expect, test } from 'vitest'
import { takeAtDesk } from '../../../test/desk.ts'
import { anAdmin, aPlan, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits, withTableLocked } from '../../../test/lock-waits.ts'
import { aMembership, dayFromToday } from '../../../test/memberships.ts'
import { ASKED, aDonationLink, aFeeLink, aMembershipLink, anOrderByLink, makeFeeLink } from '../../../test/pay-links.ts'
import { APPLICANT, aComplaint, COMPLAINT, payingApp } from '../../../test/paying-app.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import { createPayLink, PAY_LINK_DAYS, PAY_LINK_KEPT_DAYS } from '../pay-links.ts'

const app = await payingApp()
const { db, pool, call, sandbox } = app

const PERSON = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
}
const pageOf = (token: string, headers: Record<string, string> = {}) =>
  app.fetch(paths.pay.to({ token }), { headers: { accept: 'text/html', 'accept-language': 'en', ...headers } })
const textOf = async (token: string, headers?: Record<string, string>) => (await pageOf(token, headers)).text()
const order = (token: string) => call(linkCalls.openOrder, { body: { token } })
const verify = (token: string, answer: Awaited<ReturnType<typeof sandbox.pay>>) =>
  call(linkCalls.verifyPayment, { body: { token, ...answer } })
const admin = await anAdmin(db)

beforeEach(() => pool.query('delete from throttles'))

// LNK-1
test('the page of a link says payee, item, amount and terms before any script runs', async () => {
  const { token, subjectId } = await aFeeLink(app)
  const reply = await pageOf(token)
  const html = await reply.text()
  expect(reply.status).toBe(200)
  for (const shown of [`Filing fee for complaint ${subjectId}`, '₹100', 'Pay ₹100', '/terms', '/refunds', '/privacy'])
    expect(html).toContain(shown)
  expect(html).toMatch(new RegExp(`<dt>Reference</dt><dd>PS-\\d{4}-0*${subjectId}-[A-Z]</dd>`))
  expect(html).toContain('<noscript>')
})

// LNK-1
test('the page is kept by nobody, searched by nobody, and names itself to nobody', async () => {
  const { token } = await aFeeLink(app)
  const { headers } = await pageOf(token)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-security-policy')).toContain(new URL(app.provider.checkoutUrl).origin)
})

// LNK-1
test('the provider’s script is not in the page of a link', async () => {
  const { token } = await aFeeLink(app)
  expect(await textOf(token)).not.toContain(`src="${app.provider.checkoutUrl}`)
})

// LNK-1
test('the page of a link speaks the language of its reader', async () => {
  const { token } = await aFeeLink(app)
  expect(await textOf(token, { 'accept-language': 'hi' })).toContain('₹100 का भुगतान करें')
  expect(await textOf(token, { 'accept-language': 'mr' })).toContain('₹100 भरा')
})

// LNK-1
test('the page of a link names neither the complainant nor a way to reach them', async () => {
  const { token } = await aFeeLink(app)
  const html = await textOf(token)
  for (const own of [COMPLAINT.fullname, COMPLAINT.email, COMPLAINT.phone]) expect(html).not.toContain(own)
})

for (const [what, make] of [
  ['a complaint', aFeeLink],
  ['a pending membership', aMembershipLink],
  ['a donation', aDonationLink],
] as const) {
  // LNK-1, JRN-3
  test(`a link pays ${what} and then shows the receipt`, async () => {
    const { token, orderId } = await anOrderByLink(app, await make(app))
    const paid = await verify(token, await sandbox.pay(orderId))
    expect(paid.body.data.receipt_path).toMatch(/^\/receipt\//)
    const html = await textOf(token)
    expect(html).toContain(`href="${paid.body.data.receipt_path}"`)
    expect(html).toContain('This is paid.')
    expect(html.includes('href="/complaint/track?reference=')).toBe(what === 'a complaint')
  })
}

// LNK-1
test('whoever opens a link gets the same order as everybody who has it', async () => {
  const { token } = await aFeeLink(app)
  const replies = await Promise.all([order(token), order(token), order(token)])
  expect(new Set(replies.map(({ body }) => body.data.order_id)).size).toBe(1)
})

// LNK-1
test('what was paid without a word to us is not offered again', async () => {
  const { token, orderId } = await anOrderByLink(app)
  await sandbox.injectFault({ webhooks: 'lost' })
  await sandbox.pay(orderId)
  const reply = await order(token)
  expect(reply).toMatchObject({ status: 409, error: { code: 'pay_link_paid' } })
})

// LNK-1
test('what was paid at the desk meanwhile shows as paid and opens no order', async () => {
  const { token, subjectId } = await aFeeLink(app)
  await takeAtDesk(app, { purpose: 'complaint', subject_id: subjectId })
  expect(await textOf(token)).toContain('This is paid.')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_paid' } })
})

// LNK-1
test('a cheque that waits for the bank is not paid a second time by a link', async () => {
  const { token, subjectId } = await aFeeLink(app)
  const cheque = { mode: 'cheque', reference: '770001', bank: 'Bank of Test' } as const
  await takeAtDesk(app, { purpose: 'complaint', subject_id: subjectId, ...cheque })
  expect(await textOf(token)).toContain('Please do not pay again.')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_waiting' } })
})

// LNK-1, TRU-7
test('a link takes money from India while other money waits to go back abroad', async () => {
  const { token, orderId } = await anOrderByLink(app)
  const abroad = await sandbox.pay(orderId, 'authorized', { international: true })
  expect(await verify(token, abroad)).toMatchObject({ status: 409, error: { code: 'payment_from_abroad' } })
  expect(await textOf(token)).toContain('>Pay ')
  const again = await order(token)
  expect(again.body.data.order_id).not.toBe(orderId)
  expect((await verify(token, await sandbox.pay(again.body.data.order_id))).status).toBe(200)
})

// LNK-1
test('a revoked link says so, and whom to call, and opens no order', async () => {
  const { id, token } = await aFeeLink(app)
  await call(linkCalls.revokeForComplaint, { params: { id: String(id) } }, admin)
  const html = await textOf(token)
  expect(html).toContain('We have withdrawn this link.')
  expect(html).toMatch(/href="(tel:|\/contact")/)
  expect(html).not.toContain('Filing fee')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_revoked' } })
})

// LNK-1
test('a link that was revoked while somebody paid still tells them that it is paid', async () => {
  const { id, token, orderId } = await anOrderByLink(app)
  await call(linkCalls.revokeForComplaint, { params: { id: String(id) } }, admin)
  expect((await verify(token, await sandbox.pay(orderId))).status).toBe(200)
  const html = await textOf(token)
  expect(html).toContain('This is paid.')
  // Whoever revoked it did not want its holder to read more.
  expect(html).not.toContain('/receipt/')
})

// LNK-1
test('a link works for 14 days and then says that it has expired', async () => {
  const { id, token } = await aFeeLink(app)
  const { rows } = await pool.query(
    'select expires_at - created_at = $2::interval as is_right from pay_links where id = $1',
    [id, `${PAY_LINK_DAYS} days`],
  )
  expect(rows).toEqual([{ is_right: true }])
  await pool.query('update pay_links set expires_at = now() where id = $1', [id])
  expect(await textOf(token)).toContain('This link has expired')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_expired' } })
})

// LNK-1
test('an unknown link is told from none that works, in words and with 404', async () => {
  const reply = await pageOf('x'.repeat(43))
  expect(reply.status).toBe(404)
  const html = await reply.text()
  for (const shown of ['This link does not work', '/drawing-link.svg']) expect(html).toContain(shown)
})

// LNK-1, V6.3.1
test('guessed links are answered with 404, and after twenty in a minute with 429', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' }, app)
  const statuses = []
  for (let number = 0; number < 22; number++)
    statuses.push((await limited.fetch(paths.pay.to({ token: 'g'.repeat(43) }))).status)
  expect(statuses).toEqual([...Array(20).fill(404), 429, 429])
})

// LNK-1, V6.3.1
test('one link opens thirty orders an hour, and five mails a day go out for one thing', async () => {
  const limited = await testApp({ RATE_LIMITS: 'on' }, app, { provider: app.provider })
  const { token, link } = await makeFeeLink(app, await aComplaint(app))
  const orders = []
  for (let number = 0; number < 31; number++)
    orders.push((await limited.call(linkCalls.openOrder, { body: { token } })).status)
  expect(orders).toEqual([...Array(30).fill(200), 429])
  const input = { params: { id: String(link.id) }, body: { by: 'mail' as const, token } }
  const mails = []
  for (let number = 0; number < 6; number++)
    mails.push((await limited.call(linkCalls.sendForComplaint, input, admin)).status)
  expect(mails).toEqual([...Array(5).fill(200), 429])
})

// LNK-1
test('the database holds no token with which a link could be opened', async () => {
  const { token } = await makeFeeLink(app, await aComplaint(app))
  const { rows } = await pool.query<{ row: string }>('select pay_links::text as row from pay_links')
  expect(JSON.stringify(rows)).not.toContain(token)
})

/** A membership five days before its end, whose plan costs ₹900 now. */
async function anEndingMembership() {
  const member = await aUser(db)
  const id = await aMembership(db, member, { expiry_date: dayFromToday(5) })
  const { rows } = await pool.query<{ id: number }>(
    'update plans set price_paise = 90000 where id = (select plan_id from memberships where id = $1) returning id',
    [id],
  )
  return { member, id, planId: rows[0]?.id ?? 0 }
}

/** A link with which a member renews. */
async function aRenewalLink() {
  const ending = await anEndingMembership()
  const made = (
    await call(linkCalls.makeForMembership, { params: { id: String(ending.id) }, body: { is_renewal: true } }, admin)
  ).body.data
  return { ...ending, made, token: made.url.split('/').at(-1) ?? '' }
}

// LNK-1, PRV-3
test('a membership that was paid today is renewed by a link today, with its notice', async () => {
  const { id: planId } = await aPlan(db, { price: 900 })
  const form = { ...APPLICANT, email: 'renews-at-once@example.org', plan_id: planId }
  const { membership_id, order_id } = (await call(membershipCalls.register, { body: form })).body.data
  const body = { membership_id, ...(await sandbox.pay(order_id ?? '')) }
  expect((await call(membershipCalls.verifyPayment, { body })).status).toBe(200)
  const params = { id: String(membership_id) }
  const made = (await call(linkCalls.makeForMembership, { params, body: { is_renewal: true } }, admin)).body.data
  const token = made.url.split('/').at(-1) ?? ''
  expect(await textOf(token, { 'accept-language': 'hi' })).toContain('कारण सदस्यों के रजिस्टर के लिए रखते हैं')
  const renewed = await call(linkCalls.openOrder, { body: { token } }, null, { 'accept-language': 'hi' })
  expect(renewed.status).toBe(200)
  expect((await verify(token, await sandbox.pay(renewed.body.data.order_id))).status).toBe(200)

  const { rows } = await pool.query(
    "select notice_version, language from consents where purpose = 'membership' and subject_id > $1",
    [membership_id],
  )
  expect(rows).toEqual([{ notice_version: NOTICE_VERSION, language: 'hi' }])
  const { token: other } = await aFeeLink(app)
  expect(await textOf(other)).not.toContain('register of members')
})

// LNK-1
test('a link to renew registers the membership only when somebody presses the button', async () => {
  const { member, id, made, token } = await aRenewalLink()
  expect(made.link).toMatchObject({ is_renewal: true, subject_id: null, amount: 900, state: 'open' })
  expect(await textOf(token)).toContain('Pay ₹900')
  const after = () =>
    db
      .selectFrom('memberships')
      .select(['status', 'start_date'])
      .where('user_id', '=', member.id)
      .where('id', '>', id)
      .execute()
  expect(await after()).toEqual([])
  const [one, other] = await Promise.all([order(token), order(token)])
  expect(one.body.data.order_id).toBe(other.body.data.order_id)
  expect(await after()).toEqual([{ status: 'pending', start_date: null }])
  await verify(token, await sandbox.pay(one.body.data.order_id))
  expect(await after()).toEqual([{ status: 'active', start_date: dayFromToday(5) }])
})

// LNK-1, PAY-8
test('a link to renew names the months of the plan on offer, and sells no other ones', async () => {
  const { id, planId, token } = await aRenewalLink()
  const last = (months: number) => pool.query('update plans set duration_months = $2 where id = $1', [planId, months])
  const open = (months: number) => call(linkCalls.openOrder, { body: { token, months } })
  await last(6)
  expect(await textOf(token)).toContain('Guardian, 6 months')
  await last(1)
  expect(await open(6)).toMatchObject({ status: 409, error: { code: 'plan_changed' } })
  expect((await pool.query('select from memberships where plan_id = $1 and id > $2', [planId, id])).rowCount).toBe(0)
  expect(await textOf(token)).toContain('Guardian, 1 month')
  expect((await open(1)).body.data.checkout_data.description).toBe('Membership: Guardian, 1 month')
  // The membership is registered now, and keeps its months.
  await last(24)
  expect(await textOf(token)).toContain('Guardian, 1 month')
  expect((await open(1)).status).toBe(200)
})

// LNK-1
test('a membership that was renewed at the desk shows as paid behind its link', async () => {
  const { member, planId, token } = await aRenewalLink()
  const form = { ...APPLICANT, email: member.email, plan_id: planId, language: 'en', agreed: true } as const
  const entered = (await call(deskCalls.enterMember, { body: form }, admin)).body.data
  await takeAtDesk(app, { purpose: 'membership', subject_id: entered.subject_id, amount: 900 })
  expect(await textOf(token)).toContain('This is paid.')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_paid' } })
})

// LNK-1
test('a link that was pressed shows as paid once the member has renewed in another way', async () => {
  const { member, id, planId, token } = await aRenewalLink()
  expect((await order(token)).status).toBe(200)
  // Another address makes it another membership than the one of the link, which nobody has paid.
  const form = { ...APPLICANT, email: member.email, plan_id: planId, language: 'en', agreed: true } as const
  const entered = (await call(deskCalls.enterMember, { body: form }, admin)).body.data
  await takeAtDesk(app, { purpose: 'membership', subject_id: entered.subject_id, amount: 900 })
  expect(await textOf(token)).toContain('This is paid.')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_paid' } })
  const { data } = (await call(linkCalls.listForMembership, { params: { id: String(id) } }, admin)).body
  expect(data).toMatchObject([{ is_renewal: true, state: 'paid', amount: 900 }])
})

// LNK-1
test.each(['not opened', 'pressed'])('a link to renew that was %s ends with its cancelled membership', async (way) => {
  const { id, token } = await aRenewalLink()
  if (way === 'pressed') expect((await order(token)).status).toBe(200)
  const params = { id: String(id) }
  expect((await call(membershipCalls.cancel, { params }, admin)).status).toBe(200)
  expect(await textOf(token)).toContain('There is nothing to pay')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_over' } })
  const { data } = (await call(linkCalls.listForMembership, { params }, admin)).body
  expect(data).toMatchObject([{ is_renewal: true, state: 'over' }])
})

// LNK-1
test('a link for a complaint that was merged since pays nothing, and none is made', async () => {
  const { token, subjectId } = await aFeeLink(app)
  const into = await aComplaint(app, { description: 'The same dog, seen from the other side of the road.' })
  await call(caseCalls.merge, { params: { id: String(subjectId) }, body: { into } }, admin)
  expect(await textOf(token)).toContain('There is nothing to pay')
  expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_over' } })
  const again = { params: { id: String(subjectId) }, body: { amount: 100 } }
  expect(await call(linkCalls.makeForComplaint, again, admin)).toMatchObject({
    status: 409,
    error: { code: 'complaint_is_duplicate' },
  })
})

// LNK-1
test('a membership that waits for its link is not cancelled after a week', async () => {
  const { token, subjectId } = await aMembershipLink(app)
  await pool.query("update memberships set created_at = now() - interval '10 days' where id = $1", [subjectId])
  await pool.query("update payment_orders set created_at = now() - interval '10 days' where purpose = 'membership'")
  await forgetOld(app)
  expect(await textOf(token)).toContain('>Pay ')
})

// LNK-1
test('an admin asks for a donation with a name and an address, and gets its link', async () => {
  const { email: _, phone: __, ...form } = ASKED
  const made = (await call(linkCalls.askDonation, { body: form }, admin)).body.data
  const link = { amount: 750, payer: 'Meera Kale', state: 'open', can_mail: false }
  expect(made).toMatchObject({ phone: '', link })
  expect(made.text).toContain(made.url)
  const list = (await call(linkCalls.listForDonations, {}, admin)).body.data
  expect(list[0]).toMatchObject({ id: made.link.id, sent_at: null, opened_at: null })
})

// LNK-1
test('the open link of a donation is handed over again, until it has ended', async () => {
  const made = (await call(linkCalls.askDonation, { body: { ...ASKED, name: 'Asked Again' } }, admin)).body.data
  const params = { id: String(made.link.id) }
  const again = () => call(linkCalls.getDonationLink, { params }, admin)
  expect((await again()).body.data).toEqual(made)
  await pool.query("update pay_links set expires_at = now() + interval '1 hour' where id = $1", [params.id])
  const next = (await again()).body.data
  expect(next.url).not.toBe(made.url)
  expect(next.link).toMatchObject({ state: 'open', subject_id: made.link.subject_id, can_mail: true })
  expect(await again()).toMatchObject({ status: 409, error: { code: 'pay_link_revoked' } })
  const { id } = await aFeeLink(app)
  const other = { params: { id: String(id) } }
  expect((await call(linkCalls.getDonationLink, other, admin)).status).toBe(404)
})

// LNK-1
test('however many links were made since, an open one of a donation is in the list', async () => {
  const { link } = (await call(linkCalls.askDonation, { body: { ...ASKED, name: 'Asked Long Ago' } }, admin)).body.data
  await pool.query(
    `insert into pay_links (hash, purpose, subject_id, revoked_at)
     select sha256(convert_to('ended ' || number, 'UTF8')), 'donation', $1, now() from generate_series(1, 400) number`,
    [(await aDonationLink(app)).subjectId],
  )
  const listed = (await call(linkCalls.listForDonations, {}, admin)).body.data
  expect(listed).toHaveLength(300)
  expect(listed.filter(({ id }) => id === link.id)).toMatchObject([{ state: 'open', payer: 'Asked Long Ago' }])
  await pool.query(
    "delete from pay_links where hash = any (select sha256(convert_to('ended ' || number, 'UTF8')) from generate_series(1, 400) number)",
  )
})

// LNK-1
test('the mail brings the link in the language of the person, once', async () => {
  const asked = { ...ASKED, email: 'hindi@example.org', language: 'hi' as const }
  const made = (await call(linkCalls.askDonation, { body: asked }, admin)).body.data
  const token = made.url.split('/').at(-1) ?? ''
  const send = () =>
    call(linkCalls.sendForDonation, { params: { id: String(made.link.id) }, body: { by: 'mail', token } }, admin)
  expect((await send()).body.data).toMatchObject({ sent_by: 'mail' })
  await send()
  const mails = await db.selectFrom('mails').selectAll().where('to_address', '=', asked.email).execute()
  expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([['pay-link', '₹750 के भुगतान के लिए आपका लिंक']])
  expect(mails[0]?.text).toContain(made.url)
})

// LNK-1
test('a link that was mailed and asked for once more goes out once more', async () => {
  const email = 'never-arrived@example.org'
  const { link, token, admin: maker } = await makeFeeLink(app, await aComplaint(app, { email }))
  const input = { params: { id: String(link.id) }, body: { by: 'mail' as const, token } }
  const mails = db.selectFrom('mails').select('id').where('to_address', '=', email).where('kind', '=', 'pay-link')
  for (const due of [1, 2, 3]) {
    for (let pressed = 0; pressed < 2; pressed++)
      expect((await call(linkCalls.sendForComplaint, input, maker)).status).toBe(200)
    expect(await mails.execute()).toHaveLength(due)
    await pool.query("update mails set state = 'sent' where to_address = $1", [email])
  }
})

// LNK-1, TRU-2
test('a corrected address gets the mail with the link on the same day, too, once', async () => {
  const [wrong, email] = ['misheard-link@example.org', 'right-link@example.org']
  const asked = { ...ASKED, name: 'Misheard Asked', email: wrong }
  const { url, link } = (await call(linkCalls.askDonation, { body: asked }, admin)).body.data
  const body = { by: 'mail' as const, token: url.split('/').at(-1) ?? '' }
  const send = () => call(linkCalls.sendForDonation, { params: { id: String(link.id) }, body }, admin)
  const mailedTo = async () => {
    const mails = db.selectFrom('mails').select('to_address').where('to_address', 'in', [wrong, email])
    const rows = await mails.where('kind', '=', 'pay-link').orderBy('id').execute()
    return rows.map(({ to_address }) => to_address)
  }
  await send()
  const params = { purpose: 'donation' as const, id: String(link.subject_id) }
  const correction = { version: 1, reason: 'Misheard on the phone', email }
  expect((await call(correctionCalls.correct, { params, body: correction }, admin)).status).toBe(200)
  for (let number = 0; number < 2; number++) expect((await send()).status).toBe(200)
  expect(await mailedTo()).toEqual([wrong, email])
  await pool.query("update mails set state = 'failed' where to_address = $1", [email])
  for (let number = 0; number < 2; number++) await send()
  expect(await mailedTo()).toEqual([wrong, email, email])
})

// LNK-1, TRU-2
test('a link that was mailed to a former address leads nobody to the receipt', async () => {
  const [wrong, email] = ['typo-link@example.org', 'payers-link@example.org']
  const asked = { ...ASKED, name: 'Mistyped Asked', email: wrong }
  const { url, link } = (await call(linkCalls.askDonation, { body: asked }, admin)).body.data
  const token = url.split('/').at(-1) ?? ''
  const send = () =>
    call(linkCalls.sendForDonation, { params: { id: String(link.id) }, body: { by: 'mail', token } }, admin)
  await send()
  const params = { purpose: 'donation' as const, id: String(link.subject_id) }
  await call(correctionCalls.correct, { params, body: { version: 1, reason: 'Mistyped', email } }, admin)
  await send()

  const paid = await verify(token, await sandbox.pay((await order(token)).body.data.order_id))

  expect([paid.status, paid.body.data.receipt_path]).toEqual([200, null])
  const html = await textOf(token)
  expect(html).toContain('This is paid.')
  expect(html).not.toContain('/receipt/')
  const mails = db.selectFrom('mails').select('to_address').where('kind', '=', 'donation-paid')
  expect(await mails.where('about', '=', `donation ${link.subject_id}`).execute()).toEqual([{ to_address: email }])
})

// LNK-1, PAY-6
test('an order that a former address has opened leads nobody to the receipt', async () => {
  const asked = { ...ASKED, name: 'Sent Astray', email: 'astray@example.org' }
  const { url, link } = (await call(linkCalls.askDonation, { body: asked }, admin)).body.data
  const { order_id } = (await order(url.split('/').at(-1) ?? '')).body.data
  const state = async () => (await call(paymentCalls.orderState, { body: { order_id } })).body.data
  expect(await state()).toEqual({ is_paid: false, receipt_path: null })
  const params = { purpose: 'donation' as const, id: String(link.subject_id) }
  const body = { version: 1, reason: 'Mistyped', email: 'right@example.org' }
  expect((await call(correctionCalls.correct, { params, body }, admin)).status).toBe(200)
  await sandbox.pay(order_id)
  expect(await state()).toEqual({ is_paid: true, receipt_path: null })
})

// LNK-1
test('a mail that brings a link late says the day until which it still works', async () => {
  const complaintId = await aComplaint(app, { email: 'late-link@example.org' })
  const { link, token, admin: maker } = await makeFeeLink(app, complaintId)
  await pool.query("update pay_links set expires_at = now() + interval '2 days' where id = $1", [link.id])
  const sent = { params: { id: String(link.id) }, body: { by: 'mail' as const, token } }
  expect((await call(linkCalls.sendForComplaint, sent, maker)).status).toBe(200)
  const mail = db.selectFrom('mails').select('text').where('to_address', '=', 'late-link@example.org')
  const { text } = await mail.where('kind', '=', 'pay-link').executeTakeFirstOrThrow()
  expect(text).toContain(`The link works until ${formatLongDay(dayFromToday(2), 'en')};`)
})

// LNK-1
test('a mail goes out with no token but that of the link', async () => {
  const { link, admin: maker } = await makeFeeLink(app, await aComplaint(app))
  const wrong = { params: { id: String(link.id) }, body: { by: 'mail' as const, token: 'y'.repeat(43) } }
  expect((await call(linkCalls.sendForComplaint, wrong, maker)).status).toBe(404)
})

// LNK-2
test('the case shows that a link was sent, opened and paid', async () => {
  const complaintId = await aComplaint(app)
  const { link, token, admin: maker } = await makeFeeLink(app, complaintId)
  const shown = async () =>
    (await call(linkCalls.listForComplaint, { params: { id: String(complaintId) } }, maker)).body.data[0]
  expect(await shown()).toMatchObject({ sent_at: null, opened_at: null, paid_at: null, state: 'open' })
  const handed = { params: { id: String(link.id) }, body: { by: 'whatsapp' as const, token } }
  await call(linkCalls.sendForComplaint, handed, maker)
  expect(await shown()).toMatchObject({ sent_by: 'whatsapp', opened_at: null })
  await pageOf(token, PERSON)
  expect(await shown()).toMatchObject({ opened_at: expect.any(String), state: 'open' })
  const { orderId } = await anOrderByLink(app, { id: link.id, token, subjectId: complaintId })
  await verify(token, await sandbox.pay(orderId))
  expect(await shown()).toMatchObject({ paid_at: expect.any(String), state: 'paid' })
  const read = await call(complaintCalls.read, { params: { id: String(complaintId) } }, maker)
  expect(read.body.data.payment_status).toBe('paid')
})

// LNK-2
test('the preview that a chat makes of a link does not count as opened', async () => {
  const { id, token } = await aFeeLink(app)
  await pageOf(token, { 'user-agent': 'WhatsApp/2.23.20.0' })
  // Programs that look whether a mail is harmful ask so in the name of a browser.
  await app.fetch(paths.pay.to({ token }), { method: 'HEAD', headers: { accept: 'text/html', ...PERSON } })
  const { rows } = await pool.query('select opened_at from pay_links where id = $1', [id])
  expect(rows).toEqual([{ opened_at: null }])
})

const makeFee = (id: number, amount = 100) =>
  call(linkCalls.makeForComplaint, { params: { id: String(id) }, body: { amount } }, admin)

const makeRenewal = (id: number, is_renewal = true) =>
  call(linkCalls.makeForMembership, { params: { id: String(id) }, body: { is_renewal } }, admin)

// LNK-1
test('making a link again gives the open one back, also to two who click at once', async () => {
  const complaintId = await aComplaint(app)
  const pending = (await aMembershipLink(app)).subjectId
  const active = (await anEndingMembership()).id
  const asked = { ...ASKED, name: 'Twice Asked', email: 'twice-asked@example.org' }
  for (const make of [
    () => makeFee(complaintId),
    () => makeRenewal(pending, false),
    () => makeRenewal(active),
    () => call(linkCalls.askDonation, { body: asked }, admin),
  ]) {
    const made = [...(await Promise.all([make(), make()])), await make()].map(({ body }) => body.data)
    expect(new Set(made.map(({ link }) => link.id)).size).toBe(1)
    expect(new Set(made.map(({ url }) => url)).size).toBe(1)
    expect(await textOf(made[0]?.url.split('/').at(-1) ?? '')).toContain('>Pay ')
  }
  const { rows } = await pool.query(
    "select count(*)::int as made from audit where action = 'pay-link-made' and object_kind = 'complaint' and object_id = $1",
    [String(complaintId)],
  )
  expect(rows).toEqual([{ made: 1 }])
})

/** The events about pay links that the log holds by now. */
const linkEvents = () =>
  app
    .logged()
    .split('\n')
    .filter((line) => line.includes('"event":"pay-link-'))
    .map((line) => JSON.parse(line) as { event: string; linkId: number; actorId: number })

// LNK-1, V16.3.3
test('only a link that was really made or ended is an event of the log', async () => {
  const eventsOf = async (work: () => Promise<unknown>) => {
    const before = linkEvents().length
    await work()
    return linkEvents()
      .slice(before)
      .map(({ event, linkId }) => [event, linkId])
  }
  const complaintId = await aComplaint(app)
  const made: { link: { id: number } }[] = []
  const make = async (amount: number) => void made.push((await makeFee(complaintId, amount)).body.data)
  const idOf = (number: number) => made[number]?.link.id
  expect(await eventsOf(() => make(100))).toEqual([['pay-link-made', idOf(0)]])
  expect(await eventsOf(() => make(100))).toEqual([])
  expect(await eventsOf(() => make(150))).toEqual([
    ['pay-link-revoked', idOf(0)],
    ['pay-link-made', idOf(2)],
  ])
  const end = () => call(linkCalls.revokeForComplaint, { params: { id: String(idOf(2)) } }, admin)
  expect(await eventsOf(end)).toEqual([['pay-link-revoked', idOf(2)]])
  expect(await eventsOf(end)).toEqual([])
  await takeAtDesk(app, { purpose: 'complaint', subject_id: complaintId })
  expect(await eventsOf(() => makeFee(complaintId))).toEqual([])
  expect(await eventsOf(() => makeRenewal(999_999))).toEqual([])
})

// LNK-1
test('another fee ends the earlier link, and an ended one is not given back', async () => {
  const complaintId = await aComplaint(app)
  const first = (await makeFee(complaintId)).body.data
  const second = (await makeFee(complaintId, 150)).body.data
  expect(await textOf(first.url.split('/').at(-1) ?? '')).toContain('We have withdrawn this link.')
  await call(linkCalls.revokeForComplaint, { params: { id: String(second.link.id) } }, admin)
  const third = (await makeFee(complaintId, 150)).body.data
  await pool.query('update pay_links set expires_at = now() where id = $1', [third.link.id])
  const fourth = (await makeFee(complaintId, 150)).body.data
  expect(new Set([first, second, third, fourth].map(({ url }) => url)).size).toBe(4)
  const { data } = (await call(linkCalls.listForComplaint, { params: { id: String(complaintId) } }, admin)).body
  expect(data.map(({ state, amount }) => [state, amount])).toEqual([
    ['open', 150],
    ['expired', 150],
    ['revoked', 150],
    ['revoked', 100],
  ])
})

/** Lets a link end in as many hours. */
const endIn = (hours: number, { id }: { id: number }) =>
  pool.query('update pay_links set expires_at = now() + make_interval(hours => $2) where id = $1', [id, hours])

// LNK-1
test('a link that another admin has ended meanwhile is not handed over from its row', async () => {
  const complaintId = await aComplaint(app)
  const seen = (await makeFee(complaintId)).body.data
  const next = (await makeFee(complaintId, 150)).body.data
  const ofFee = (link_id: number) =>
    call(linkCalls.makeForComplaint, { params: { id: String(complaintId) }, body: { amount: 100, link_id } }, admin)
  expect((await ofFee(seen.link.id)).error).toMatchObject({ code: 'pay_link_revoked' })
  expect(await textOf(next.url.split('/').at(-1) ?? '')).toContain('>Pay ₹150<')

  const { subjectId } = await aMembershipLink(app)
  const made = (await makeRenewal(subjectId, false)).body.data
  const ofMembership = (link_id: number) =>
    call(
      linkCalls.makeForMembership,
      { params: { id: String(subjectId) }, body: { is_renewal: false, link_id } },
      admin,
    )
  expect((await ofMembership(made.link.id)).body.data.url).toBe(made.url)
  expect((await ofMembership(next.link.id)).status).toBe(404)
  const { orderId } = await anOrderByLink(app, { ...made.link, token: made.url.split('/').at(-1) ?? '', subjectId })
  await verify(made.url.split('/').at(-1) ?? '', await sandbox.pay(orderId))
  expect((await ofMembership(made.link.id)).error).toMatchObject({ code: 'pay_link_paid' })
})

// LNK-1
test('a link that is made again on its last day is replaced by a new one', async () => {
  const complaintId = await aComplaint(app)
  const active = (await anEndingMembership()).id
  for (const make of [() => makeFee(complaintId), () => makeRenewal(active)]) {
    const first = (await make()).body.data
    await endIn(25, first.link)
    expect((await make()).body.data.url).toBe(first.url)
    await endIn(23, first.link)
    const second = (await make()).body.data
    expect(second.link.id).not.toBe(first.link.id)
    const token = first.url.split('/').at(-1) ?? ''
    expect(await textOf(token)).toContain('We have withdrawn this link.')
    expect(await order(token)).toMatchObject({ status: 409, error: { code: 'pay_link_revoked' } })
    expect((await make()).body.data.url).toBe(second.url)
    expect(await textOf(second.url.split('/').at(-1) ?? '')).toContain('>Pay ')
  }
})

// LNK-1
test('a renewal that was begun keeps its link on the last day', async () => {
  const { id, made, token } = await aRenewalLink()
  expect((await order(token)).status).toBe(200)
  await endIn(23, made.link)
  expect((await makeRenewal(id)).body.data.url).toBe(made.url)
})

// LNK-1
test('the link of a reminder stays open beside the one that an admin makes', async () => {
  const { id } = await anEndingMembership()
  const reminder = await createPayLink(db, { purpose: 'membership', renewsId: id }, { madeBy: null, sentBy: 'mail' })
  expect((await makeRenewal(id)).body.data.link.id).not.toBe(reminder.id)
  expect(await textOf(reminder.path.split('/').at(-1) ?? '')).toContain('>Pay ')
})

// LNK-1
test('no link is made for what is paid, merged or cancelled', async () => {
  const { subjectId } = await aFeeLink(app)
  await takeAtDesk(app, { purpose: 'complaint', subject_id: subjectId })
  const input = { params: { id: String(subjectId) }, body: { amount: 100 } }
  expect((await call(linkCalls.makeForComplaint, input, admin)).status).toBe(409)
  const cancelled = await aMembership(db, await aUser(db), { status: 'cancelled' })
  const ofIt = { params: { id: String(cancelled) }, body: { is_renewal: true } }
  expect((await call(linkCalls.makeForMembership, ofIt, admin)).status).toBe(409)
})

// LNK-1
test('no link asks for the next term of a membership that was paid meanwhile', async () => {
  const { token, subjectId } = await aMembershipLink(app)
  const make = (is_renewal: boolean) =>
    call(linkCalls.makeForMembership, { params: { id: String(subjectId) }, body: { is_renewal } }, admin)
  expect((await make(true)).error).toMatchObject({ code: 'changed_meanwhile' })
  expect((await make(false)).body.data.link).toMatchObject({ subject_id: subjectId, is_renewal: false })
  const { orderId } = await anOrderByLink(app, { id: 0, token, subjectId })
  await verify(token, await sandbox.pay(orderId))
  expect((await make(false)).error).toMatchObject({ code: 'pay_link_paid' })
  expect((await make(true)).body.data.link).toMatchObject({ is_renewal: true, state: 'open' })
})

// LNK-1
test('the links of an erased person are gone, and lead nowhere', async () => {
  const email = 'erased-by-link@example.org'
  const { token } = await aFeeLink(app, { email })
  await erasePerson(app, { email })
  expect((await pageOf(token)).status).toBe(404)
  expect((await order(token)).status).toBe(404)
})

// LNK-1, TRU-2
test('an erasure waits for a renewal that a link begins, and erases it, too', async () => {
  const email = 'renews-while-erased@example.org'
  const { id, token } = await aRenewalLink()
  await pool.query('update memberships set user_id = null, email = $2 where id = $1', [id, email])
  const doing: Promise<unknown>[] = []
  await withTableLocked(pool, 'memberships', async () => {
    doing.push(order(token))
    await expect.poll(() => lockWaits(pool)).toBe(1)
    doing.push(erasePerson(app, { email }))
    await expect.poll(() => lockWaits(pool)).toBe(2)
  })
  await Promise.all(doing)
  const { rows } = await pool.query('select name, email from memberships where id >= $1 order by id', [id])
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ name: 'Erased', email: '' })
})

// LNK-1, TRU-2
test('an erasure waits for a link that is being mailed, and leaves no mail', async () => {
  const email = 'mailed-while-erased@example.org'
  const { link, token, admin: maker } = await makeFeeLink(app, await aComplaint(app, { email }))
  const doing: Promise<unknown>[] = []
  await withTableLocked(pool, 'mails', async () => {
    const input = { params: { id: String(link.id) }, body: { by: 'mail' as const, token } }
    doing.push(call(linkCalls.sendForComplaint, input, maker))
    await expect.poll(() => lockWaits(pool)).toBe(1)
    doing.push(erasePerson(app, { email }))
    await expect.poll(() => lockWaits(pool)).toBe(2)
  })
  const [sent] = await Promise.all(doing)
  expect(sent).toMatchObject({ status: 200 })
  const { rows } = await pool.query('select kind from mails where to_address = $1', [email])
  expect(rows).toEqual([])
})

// LNK-1
test('a person’s data holds their links without what opens them', async () => {
  const email = 'exported-by-link@example.org'
  const { subjectId } = await aFeeLink(app, { email })
  const { pay_links } = await exportPerson(app, { email })
  expect(pay_links).toEqual([expect.objectContaining({ purpose: 'complaint', subject_id: subjectId })])
  expect(JSON.stringify(pay_links)).not.toContain('hash')
})

// LNK-1
test('a link is forgotten some months after its end', async () => {
  const [old, kept] = [await aFeeLink(app), await aFeeLink(app)]
  const ended = 'update pay_links set expires_at = now() - make_interval(days => $2) where id = $1'
  await pool.query(ended, [old.id, PAY_LINK_KEPT_DAYS + 1])
  await pool.query(ended, [kept.id, PAY_LINK_KEPT_DAYS - 1])
  await forgetOld(app)
  const { rows } = await pool.query('select id from pay_links where id = any($1)', [[old.id, kept.id]])
  expect(rows).toEqual([{ id: kept.id }])
})
