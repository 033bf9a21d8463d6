import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { formatReference } from '@petsetu/contract/complaints/reference.ts'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { type CorrectionForm, correctionCalls } from '@petsetu/contract/people/privacy.ts'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin } from '../../../test/factories.ts'
import { aFollowToken } from '../../../test/follow.ts'
import { APPROVAL, changeSettings } from '../../../test/foundation.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { makeFeeLink } from '../../../test/pay-links.ts'
import {
  aComplaint,
  aPaidComplaint,
  aPaidDonation,
  aRegistration,
  payingApp,
  submit,
} from '../../../test/paying-app.ts'
import { refund, theAdmin } from '../../../test/payment-state.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { saveCaseDevice } from '../push/push-devices.ts'

const app = await payingApp()
const keeper = await anAdmin(app.db, ['privacy'])
const other = await anAdmin(app.db, ['privacy'])

const paramsOf = (purpose: Purpose, id: number) => ({ params: { purpose, id: String(id) } })
const read = async (purpose: Purpose, id: number) =>
  (await app.call(correctionCalls.read, paramsOf(purpose, id), keeper)).body.data

const correct = (purpose: Purpose, id: number, form: Partial<CorrectionForm>, as = keeper) =>
  app.call(correctionCalls.correct, { ...paramsOf(purpose, id), body: { version: 1, reason: 'Misspelt', ...form } }, as)

const tokenOf = (path: string) => path.split('/').at(-1)?.split('?')[0] ?? ''
const receiptOf = async (path: string) =>
  (await app.call(receiptCalls.read, { params: { token: tokenOf(path) } })).body.data
const firstOf = (path: string) => app.call(receiptCalls.readFirst, { params: { token: tokenOf(path) } })

async function textOfPdf(call: typeof receiptCalls.pdf | typeof receiptCalls.firstPdf, path: string): Promise<string> {
  const reply = await app.fetch(call.path.replace('{token}', tokenOf(path)))
  expect(reply.status).toBe(200)
  return (await readPdf(await reply.bytes())).pieces.map(({ text }) => text).join('\n')
}

/** The addresses that were told of a corrected receipt. */
async function toldOf(about: string): Promise<string[]> {
  const mails = await app.db
    .selectFrom('mails')
    .select('to_address')
    .where('kind', '=', 'receipt-corrected')
    .where('about', '=', about)
    .execute()
  return mails.map(({ to_address }) => to_address)
}

// TRU-2
test('a donor is corrected with a reason, and what was there before is kept', async () => {
  const { donationId: id } = await aPaidDonation(app, { name: 'Sunanda Joshi', email: 'sunanda@example.org' })
  const before = await read('donation', id)
  expect(before).toMatchObject({ version: 1, name: 'Sunanda Joshi', pan: 'XXXXXX234F', corrections: [] })
  const fields = { name: 'Sunanda Joshi-Rao', email: 'sunanda.rao@example.org', phone: '+91 98000 22222' }
  const changed = { ...fields, address: '4 Fort Road, Satara', pan: 'ABCPE4321K' }
  const { status, body } = await correct('donation', id, { ...changed, reason: 'Letter of 3 March' })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ ...changed, pan: 'XXXXXX321K', version: 6 })
  expect(body.data.corrections.map(({ field, before: was, after, by }) => [field, was, after, by])).toEqual([
    ['pan', 'XXXXXX234F', 'XXXXXX321K', keeper.username],
    ['address', '3 Fort Road, Satara', '4 Fort Road, Satara', keeper.username],
    ['phone', '+91 55500 67890', '+91 98000 22222', keeper.username],
    ['email', 'sunanda@example.org', 'sunanda.rao@example.org', keeper.username],
    ['name', 'Sunanda Joshi', 'Sunanda Joshi-Rao', keeper.username],
  ])
  expect(body.data.corrections.every(({ reason }) => reason === 'Letter of 3 March')).toBe(true)

  // The new PAN can be read by those who may, and both are nowhere in plain text.
  const shown = await app.call(
    donationCalls.showPan,
    { params: { id: String(id) }, body: { reason: 'To check' } },
    await theAdmin(app),
  )
  expect(shown.body.data.pan).toBe('ABCPE4321K')
  const stored = await storedText(app.pool)
  expect([stored.includes('ABCPE4321K'), stored.includes('ABCPE1234F')]).toEqual([false, false])
})

// TRU-2, DSK-4
test('the audit says who corrected what and why, and holds no value', async () => {
  const { donationId: id } = await aPaidDonation(app, { name: 'Vandana Wrong', email: 'vandana@example.org' })
  await correct('donation', id, { name: 'Vandana Right', reason: 'She called' })
  const { rows } = await app.pool.query(
    `select admin_username, before, after, personal_fields, reason from audit
     where action = 'person-corrected' and object_kind = 'donation' and object_id = $1`,
    [String(id)],
  )
  expect(rows).toEqual([
    { admin_username: keeper.username, before: {}, after: {}, personal_fields: ['name'], reason: 'She called' },
  ])
})

// TRU-2, RCP-1
test('the receipt becomes a corrected copy with its number, and the first one stays', async () => {
  const name = 'Hemlata Wrng'
  const { donationId: id, receiptPath } = await aPaidDonation(app, { name, amount: 725, email: 'hem@example.org' })
  const issued = await receiptOf(receiptPath)
  expect(issued).toMatchObject({ copy: 'only', corrected_at: null, paid_by: name })
  expect((await firstOf(receiptPath)).status).toBe(404)

  const { data } = (await correct('donation', id, { name: 'Hemlata Wrong' })).body
  expect(data.receipt).toEqual({ number: issued.number, path: receiptPath, first_path: `${receiptPath}?copy=first` })
  await correct('donation', id, { version: data.version, name: 'Hemlata Right' })
  const mails = await app.db
    .selectFrom('mails')
    .select(['to_address', 'subject', 'action_path'])
    .where('kind', '=', 'receipt-corrected')
    .where('about', '=', `donation ${id}`)
    .execute()
  const told = {
    ...{ to_address: 'hem@example.org', subject: `Your receipt ${issued.number} was corrected` },
    action_path: receiptPath,
  }
  expect(mails).toEqual([told, told])
  const corrected = await receiptOf(receiptPath)
  const { corrected_at, ...rest } = corrected
  expect(rest).toEqual({ ...rest, number: issued.number, amount: 725, copy: 'corrected', paid_by: 'Hemlata Right' })
  expect(corrected_at).not.toBeNull()
  const first = (await firstOf(receiptPath)).body.data
  expect(first).toEqual({ ...issued, copy: 'first', corrected_at })

  const pdf = await textOfPdf(receiptCalls.pdf, receiptPath)
  expect(pdf).toContain('Corrected copy')
  expect([pdf.includes('Hemlata Right'), pdf.includes(name)]).toEqual([true, false])
  const firstPdf = await textOfPdf(receiptCalls.firstPdf, receiptPath)
  expect([firstPdf.includes(name), firstPdf.includes('Hemlata Right')]).toEqual([true, false])
  expect(firstPdf).not.toContain('Corrected copy')
})

// TRU-2, RCP-2
test('a refund’s receipt is a corrected copy only if issued before the correction', async () => {
  const early = await aPaidDonation(app, { name: 'Usha Wrong', email: 'usha@example.org', amount: 610 })
  const late = await aPaidDonation(app, { name: 'Usha Wrong', email: 'usha@example.org', amount: 620 })
  const refundOf = async ({ receiptPath, checkout }: typeof early) => {
    await refund(app, checkout.razorpay_payment_id)
    await expect.poll(async () => (await receiptOf(receiptPath)).returned_by).not.toBeNull()
    return (await receiptOf(receiptPath)).returned_by?.path ?? ''
  }
  const earlyPath = await refundOf(early)
  for (const { donationId } of [early, late]) await correct('donation', donationId, { name: 'Usha Right' })
  const latePath = await refundOf(late)
  expect(await receiptOf(earlyPath)).toMatchObject({ kind: 'refund', copy: 'corrected', paid_by: 'Usha Right' })
  expect((await firstOf(earlyPath)).body.data).toMatchObject({ copy: 'first', paid_by: 'Usha Wrong' })
  expect(await receiptOf(latePath)).toMatchObject({ kind: 'refund', copy: 'only', paid_by: 'Usha Right' })
  expect((await firstOf(latePath)).status).toBe(404)
})

// TRU-2, RCP-1
test('the first copy of a refund’s receipt says who it named when it was issued', async () => {
  const { donationId: id, receiptPath, checkout } = await aPaidDonation(app, { name: 'Leela Once', pan: null })
  await correct('donation', id, { name: 'Leela Twice' })
  await refund(app, checkout.razorpay_payment_id)
  await expect.poll(async () => (await receiptOf(receiptPath)).returned_by).not.toBeNull()
  const refundPath = (await receiptOf(receiptPath)).returned_by?.path ?? ''
  const firstNames = async () => {
    const copies = await Promise.all([receiptPath, refundPath].map(firstOf))
    return copies.map(({ body }) => body.data.paid_by)
  }
  await correct('donation', id, { version: 2, pan: 'ABCPE4321K' })
  expect(await firstNames()).toEqual(['Leela Once', 'Leela Twice'])
  await correct('donation', id, { version: 3, name: 'Leela Right' })
  expect(await firstNames()).toEqual(['Leela Once', 'Leela Twice'])
  expect(await receiptOf(refundPath)).toMatchObject({ copy: 'corrected', paid_by: 'Leela Right' })
})

// TRU-2
test('of two admins who correct the same at once, one is told of the other’s', async () => {
  const { donationId: id } = await aPaidDonation(app, { name: 'Mangal Wrong', email: 'mangal@example.org' })
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('select id from donations where id = $1 for update', [id])
  const both = Promise.all([
    correct('donation', id, { name: 'Mangal One' }),
    correct('donation', id, { name: 'Mangal Two' }, other),
  ])
  // Both have begun before either can change anything.
  await expect.poll(() => lockWaits(app.pool)).toBe(2)
  await client.query('rollback')
  client.release()
  const replies = await both
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.error).toMatchObject({ code: 'changed_meanwhile', current: { version: 2 } })
  expect((await read('donation', id)).corrections).toHaveLength(1)
})

// TRU-2
test('a member is corrected, with the card and the receipt', async () => {
  const { membershipId: id, orderId } = await aRegistration(app, { email: 'arjuna@example.org' })
  const checkout = await app.sandbox.pay(orderId)
  const paid = await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: id } })
  const { status, body } = await correct('membership', id, { name: 'Arjuna Mehta', address: '9 Tank Street, Chennai' })
  expect([status, body.data.name, body.data.pan]).toEqual([200, 'Arjuna Mehta', undefined])
  expect(await receiptOf(paid.body.data.receipt_path ?? '')).toMatchObject({ paid_by: 'Arjuna Mehta' })
})

// TRU-2
test('a repeated correction whose reply was lost changes nothing, and is no conflict', async () => {
  const { donationId: id } = await aPaidDonation(app, { name: 'Shalini Wrong', email: 'shalini@example.org' })
  const form = { name: 'Shalini Right', pan: 'ABCPE4321K' }
  const [first, repeated] = [await correct('donation', id, form), await correct('donation', id, form)]
  expect(first.body.data).toMatchObject({ name: 'Shalini Right', pan: 'XXXXXX321K', version: 3 })
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
  expect(await toldOf(`donation ${id}`)).toEqual(['shalini@example.org'])
  // Another PAN with the same last characters is another correction.
  const late = await correct('donation', id, { ...form, pan: 'BBCPE4321K' })
  expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile'])
  const again = await correct('donation', id, { ...form, version: 3 })
  expect([again.status, again.error.code]).toEqual([409, 'nothing_corrected'])
})

/** The name of a member in the report of memberships, and whether its CSV and the report of payments have it. */
async function namesInReport(id: number, name: string) {
  const admin = await theAdmin(app)
  const query = { membership_id: String(id) }
  const { data } = (await app.call(reportCalls.memberships, { query }, admin)).body
  const csv = await app.call(reportCalls.membershipsCsv, { query }, admin)
  const payments = (await app.call(reportCalls.payments, { query: {} }, admin)).body.data
  return [
    data.map(({ username }) => username),
    String(csv.body).includes(name),
    payments.some(({ username }) => username === name),
  ]
}

// TRU-2, DSK-7
test('reports and the desk show the corrected name of a member without an account', async () => {
  const { membershipId: id } = await aRegistration(app, { email: 'without-account@example.org' })
  expect((await correct('membership', id, { name: 'Arjuna Mehta' })).status).toBe(200)
  expect(await namesInReport(id, 'Arjuna Mehta')).toEqual([['Arjuna Mehta'], true, true])
  const query = { purpose: 'membership', search: String(id) } as const
  const { data } = (await app.call(deskCalls.subjects, { query }, await theAdmin(app))).body
  expect(data.map(({ payer }) => payer)).toEqual(['Arjuna Mehta'])

  const user = await aConfirmedUser(app.db)
  const { membershipId: own } = await aRegistration(app, { email: user.email, as: user })
  expect((await correct('membership', own, { name: 'Arjuna Mehta' })).status).toBe(200)
  expect(await namesInReport(own, user.username)).toEqual([[user.username], true, true])
})

// TRU-2
test('earlier corrections of members without an account are repaired', async () => {
  const user = await aConfirmedUser(app.db)
  const registered = [
    await aRegistration(app, { email: 'repaired@example.org' }),
    await aRegistration(app, { email: 'uncorrected@example.org' }),
    await aRegistration(app, { email: 'erased@example.org' }),
    await aRegistration(app, { email: user.email, as: user }),
  ]
  const ids = registered.map(({ membershipId }) => membershipId)
  for (const id of ids) if (id !== ids[1]) await correct('membership', id, { name: 'Arjuna Mehta' })
  // As the previous program left them.
  await app.pool.query("update memberships set username = 'Arjun Typed' where user_id is null and id = any($1)", [ids])
  await app.pool.query("update memberships set name = 'Erased' where id = $1", [ids[2]])
  const file = path.join(import.meta.dirname, '../../../migrations/0139-names-of-members-without-account.sql')
  await app.pool.query(await readFile(file, 'utf8'))
  const { rows } = await app.pool.query('select username from memberships where id = any($1) order by id', [ids])
  expect(rows.map(({ username }) => username)).toEqual(['Arjuna Mehta', 'Arjun Typed', 'Arjun Typed', user.username])
})

// TRU-2
test('a complainant has no address and no PAN, and the same name again is refused', async () => {
  const id = await aComplaint(app, { fullname: 'Kamal Wrong', email: 'kamal@example.org' })
  const address = await correct('complaint', id, { address: 'Somewhere' })
  expect(address).toMatchObject({ status: 400, error: { code: 'correction_field_unknown' } })
  const pan = await correct('complaint', id, { pan: 'ABCPE4321K' })
  expect(pan).toMatchObject({ status: 400, error: { code: 'correction_field_unknown' } })
  const same = await correct('complaint', id, { name: 'Kamal Wrong' })
  expect(same).toMatchObject({ status: 409, error: { code: 'nothing_corrected' } })
  expect((await correct('complaint', id, { email: 'no address' })).status).toBe(400)
  expect((await correct('complaint', 999_999, { name: 'Nobody' })).status).toBe(404)
  expect((await correct('complaint', id, { name: 'Kamal Right' })).status).toBe(200)
  const { rows } = await app.pool.query('select fullname, email from complaints where id = $1', [id])
  expect(rows).toEqual([{ fullname: 'Kamal Right', email: 'kamal@example.org' }])
})

// TRU-2
test('a complaint is read with its reference, which a donation does not have', async () => {
  const id = await aComplaint(app)
  expect((await read('complaint', id)).reference).toBe(formatReference({ id, createdAt: new Date() }))
  const { donationId } = await aPaidDonation(app)
  expect(await read('donation', donationId)).not.toHaveProperty('reference')
})

// TRU-2, CASE-5
test('a withheld complainant can be corrected without being shown', async () => {
  const id = await aComplaint(app, { fullname: 'Zubeida Wrong', email: 'zubeida@example.org', withhold_name: 'true' })
  const corrected = await correct('complaint', id, { name: 'Zubeida Right' })
  expect(corrected.body.data).toMatchObject({ is_withheld: true, name: null, email: null, phone: null, receipt: null })
  expect(JSON.stringify(corrected.body)).not.toContain('Zubeida')
  const { rows } = await app.pool.query('select fullname from complaints where id = $1', [id])
  expect(rows).toEqual([{ fullname: 'Zubeida Right' }])
})

// TRU-2, CASE-5
test('a mail about a corrected receipt does not show who a withheld complainant is', async () => {
  const contact = { fullname: 'Shabana Wrong', email: 'shabana@example.org', withhold_name: 'true' }
  const { complaintId } = await aPaidComplaint(app, 100, contact)
  await correct('complaint', complaintId, { name: 'Shabana Right' })
  const mails = await app.call(mailCalls.listAll, { query: { limit: '100' } }, await theAdmin(app))
  // The newest comes first.
  const [mail] = mails.body.data.filter(({ subject }) => subject?.endsWith('was corrected'))
  expect(mail).toMatchObject({ is_address_withheld: true, to_address: '', link: null })
})

// TRU-2, CASE-5
test('only admins with the duty for cases correct a withheld complainant’s address', async () => {
  const email = 'farida@example.org'
  const contact = { fullname: 'Farida Wrong', email, withhold_name: 'true' }
  const { complaintId: id } = await aPaidComplaint(app, 100, contact)
  const form = { name: 'Farida Right', email: 'keepers-own@example.org' }
  // The address that it has is refused, too, so that nobody can guess it.
  for (const refused of [form, { email }])
    expect(await correct('complaint', id, refused)).toMatchObject({ status: 403, error: { code: 'duty_required' } })
  const stored = async () =>
    (await app.pool.query('select fullname, email from complaints where id = $1', [id])).rows[0]
  expect(await stored()).toEqual({ fullname: 'Farida Wrong', email })
  expect((await read('complaint', id)).corrections).toEqual([])

  const both = await anAdmin(app.db, ['privacy', 'cases'])
  expect((await correct('complaint', id, form, both)).status).toBe(200)
  expect(await stored()).toEqual({ fullname: form.name, email: form.email })
  // The former address may be a stranger’s.
  expect(await toldOf(`complaint ${id}`)).toEqual([form.email])
})

// TRU-2, CASE-2
test('a corrected address gets a link to the complaint, and former ones end', async () => {
  const id = await aComplaint(app, { email: 'rukhsana.typo@example.org' })
  const params = { token: await aFollowToken(app, id) }
  const status = { params: { id: String(id) }, body: { status: 'in_progress' as const } }
  await app.call(complaintCalls.setStatus, status, await theAdmin(app))
  const keys = { p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
  await saveCaseDevice(app.db, id, { endpoint: 'https://push.example.org/typo', ...keys, language: 'en' })
  const link = { purpose: 'complaint' as const, subject_id: id, sent_by: 'mail' as const }
  await app.db
    .insertInto('pay_links')
    .values({
      ...link,
      hash: Buffer.alloc(32, id),
      amount_paise: 10_000,
      sent_at: new Date(),
      expires_at: new Date('2999-01-01'),
    })
    .execute()
  const open = (path: string) => app.fetch(path)
  expect((await open(paths.followComplaint.to(params))).status).toBe(200)

  expect((await correct('complaint', id, { email: 'rukhsana@example.org' })).status).toBe(200)

  expect((await open(paths.followComplaint.to(params))).status).toBe(404)
  const devices = await app.db.selectFrom('push_devices').select('id').where('complaint_id', '=', id).execute()
  expect(devices).toEqual([])
  const links = app.db.selectFrom('pay_links').select('revoked_at').where('subject_id', '=', id)
  expect(await links.execute()).toEqual([{ revoked_at: expect.any(Date) }])
  const mails = await app.db
    .selectFrom('mails')
    .select(['to_address', 'subject', 'action_path'])
    .where('about', '=', `complaint ${id}`)
    .execute()
  const subject = `Your complaint ${id}: your new email address`
  expect(mails).toEqual([{ to_address: 'rukhsana@example.org', subject, action_path: expect.any(String) }])
  const page = await open(mails[0]?.action_path ?? '')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('In progress')
})

// TRU-2, LNK-1
test('a pay link that was mailed ends with its address, also if it was copied since', async () => {
  const id = await aComplaint(app, { email: 'mailed.typo@example.org' })
  const { link, token, admin } = await makeFeeLink(app, id)
  for (const by of ['mail', 'copy'] as const) {
    const sent = { params: { id: String(link.id) }, body: { by, token } }
    expect((await app.call(linkCalls.sendForComplaint, sent, admin)).body.data.sent_by).toBe(by)
  }
  await app.db
    .updateTable('mails')
    .set({ state: 'sent', sent_at: new Date() })
    .where('kind', '=', 'pay-link')
    .where('about', '=', `complaint ${id}`)
    .execute()

  expect((await correct('complaint', id, { email: 'mailed@example.org' })).status).toBe(200)

  const { data } = (await app.call(linkCalls.listForComplaint, { params: { id: String(id) } }, admin)).body
  expect(data).toMatchObject([{ id: link.id, state: 'revoked' }])
})

// TRU-2
test('a corrected receipt is told to the address before, or else to the new one', async () => {
  const name = 'Lata Right'
  const { donationId: moved } = await aPaidDonation(app, { name: 'Lata Wrong', email: 'lata.old@example.org' })
  await correct('donation', moved, { name, email: 'lata.new@example.org' })
  expect(await toldOf(`donation ${moved}`)).toEqual(['lata.old@example.org'])

  const { donationId: added } = await aPaidDonation(app, { name: 'Lata Wrong', email: 'lata.typed@example.org' })
  await app.pool.query("update donations set email = '' where id = $1", [added])
  await correct('donation', added, { name, email: 'lata.added@example.org' })
  expect(await toldOf(`donation ${added}`)).toEqual(['lata.added@example.org'])
})

// TRU-2
test('a complainant who sends the form again does not undo a correction', async () => {
  const key = 'key-of-a-corrected-form'
  const filed = await submit(app, { fields: { fullname: 'Nalini Wrong' }, key })
  const { complaint_id: id } = ((await filed.json()) as { data: { complaint_id: number } }).data
  await correct('complaint', id, { name: 'Nalini Right' })
  expect((await submit(app, { fields: { fullname: 'Nalini Wrng' }, key, method: 'PUT' })).status).toBe(409)
  expect((await read('complaint', id)).name).toBe('Nalini Right')
})

// TRU-2, TRU-1
test('corrections are in the person’s copy, and go with an erasure', async () => {
  const email = 'indira@example.org'
  const { donationId: id } = await aPaidDonation(app, { name: 'Indira Wrong', email })
  await correct('donation', id, { name: 'Indira Right', phone: '+91 98000 33333', reason: 'Indira wrote' })
  const copy = JSON.parse(JSON.stringify(await exportPerson(app, { email })))
  expect(copy.corrections).toMatchObject([
    { purpose: 'donation', field: 'name', value_before: 'Indira Wrong', value_after: 'Indira Right' },
    { field: 'phone', value_after: '+91 98000 33333', reason: 'Indira wrote' },
  ])
  await erasePerson(app, { email })
  const { rows } = await app.pool.query("select id from corrections where purpose = 'donation' and subject_id = $1", [
    id,
  ])
  expect(rows).toEqual([])
  // The books go on saying who paid.
  expect(await read('donation', id)).toMatchObject({ is_erased: true, name: 'Indira Right' })
  expect(await correct('donation', id, { name: 'Somebody' })).toMatchObject({
    status: 409,
    error: { code: 'correction_subject_erased' },
  })
  expect((await storedText(app.pool)).includes('98000 33333')).toBe(false)
})

// TRU-2, TRU-8
test('a PAN that is added makes the receipt a corrected copy; the first stays', async () => {
  await changeSettings(app, { ...APPROVAL, deductibleNeedsPan: true })
  const given = { name: 'Nandini Panse', email: 'no-pan@example.org', pan: null }
  const { donationId: id, receiptPath } = await aPaidDonation(app, given)
  expect(await receiptOf(receiptPath)).toMatchObject({ copy: 'only', tax_section: '' })
  const { data } = (await correct('donation', id, { pan: 'ABCPE1234F' })).body
  const same = { paid_by: 'Nandini Panse', number: data.receipt?.number }
  expect(await receiptOf(receiptPath)).toMatchObject({ ...same, copy: 'corrected', tax_section: '133' })
  expect((await firstOf(receiptPath)).body.data).toMatchObject({ ...same, copy: 'first', tax_section: '' })
  expect(await toldOf(`donation ${id}`)).toEqual(['no-pan@example.org'])

  // The receipt shows no PAN, so that another one changes nothing there.
  await correct('donation', id, { version: data.version, pan: 'ABCPE4321K' })
  expect(await toldOf(`donation ${id}`)).toEqual(['no-pan@example.org'])
  await correct('donation', id, { version: data.version + 1, pan: null })
  expect(await receiptOf(receiptPath)).toMatchObject({ ...same, copy: 'corrected', tax_section: '' })
  expect(await toldOf(`donation ${id}`)).toHaveLength(2)
})
