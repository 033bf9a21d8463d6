import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { aCheque, takeAtDesk } from '../../test/desk.ts'
import { aConfirmedUser, anAdmin, aUser } from '../../test/factories.ts'
import { aFollowToken } from '../../test/follow.ts'
import { aComplaint, aPaidComplaint, holdClocks, initiate, payingApp, submit, verify } from '../../test/paying-app.ts'
import { mailUnpaid } from './unpaid-complaint.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
// The tests themselves do the work that the server does every minute.
await holdClocks(app)

let count = 0
const anAddress = () => `complainant${++count}@example.org`

const readUnpaid = (body: object, as: { token: string } | null = null) =>
  app.call(complaintCalls.readUnpaid, { body }, as)

const payUnpaid = (body: object, as: { token: string } | null = null) =>
  app.call(complaintCalls.payUnpaid, { body: { ...body, amount: 100 } }, as)

/** The complaints were filed this many minutes earlier. */
const letPass = (minutes: number) =>
  app.pool.query('update complaints set created_at = created_at - make_interval(mins => $1)', [minutes])

const services = {
  db: app.db,
  enqueueMail: async (...[transaction, mail]: Parameters<Parameters<typeof mailUnpaid>[0]['enqueueMail']>) => {
    const { outbox } = await import('../platform/mail/outbox.ts')
    const sender = { publicUrl: app.config.publicUrl, foundationName: 'Karuna', legalAddress: '' }
    await outbox(() => sender, { isHeld: false })(transaction, mail)
  },
}

const subjectsTo = async (email: string) => (await app.mailsTo(email)).map(({ subject }) => subject)

// CMP-5, CASE-5
test('a link to an unpaid complaint pays its fee, and names nobody', async () => {
  const complaintId = await aComplaint(app)
  const token = await aFollowToken(app, complaintId)
  const { order_id: first } = (await initiate(app, complaintId)).body.data
  expect((await readUnpaid({ token })).body.data).toEqual({
    complaint_id: complaintId,
    reference: expect.stringMatching(/^PS-/),
    order_id: first,
  })
  const { order_id } = (await payUnpaid({ token })).body.data
  expect(order_id).toBe(first)
  expect((await verify(app, complaintId, await app.sandbox.pay(order_id))).status).toBe(200)
  for (const reply of [await readUnpaid({ token }), await payUnpaid({ token })])
    expect(reply).toMatchObject({ status: 409, error: { code: 'nothing_to_pay' } })
  expect((await readUnpaid({ token: 'A'.repeat(43) })).status).toBe(404)
})

// CMP-5, JRN-3
test('whoever pays a complaint of their own gets the link to its page', async () => {
  const owner = await aUser(app.db)
  const complaint_id = await aComplaint(app, { email: owner.email })
  await app.db.updateTable('users').set({ email_confirmed_at: new Date() }).where('id', '=', owner.id).execute()
  const { follow_path = '' } = (await readUnpaid({ complaint_id }, owner)).body.data
  expect(follow_path).toMatch(/^\/complaint\/follow\/[\w-]{43}$/)
  const token = follow_path.slice(-43)
  expect((await readUnpaid({ token })).body.data).not.toHaveProperty('follow_path')
  expect((await readUnpaid({ token })).body.data.complaint_id).toBe(complaint_id)
})

// CMP-5, AUTH-10
test('an account pays the complaints of its confirmed address, and no others', async () => {
  const [owner, stranger] = [await aUser(app.db), await aUser(app.db)]
  const complaint_id = await aComplaint(app, { email: owner.email })
  expect((await readUnpaid({ complaint_id })).status).toBe(401)
  expect((await readUnpaid({ complaint_id }, owner)).status).toBe(404)
  await app.pool.query('update users set email_confirmed_at = now()')
  expect((await readUnpaid({ complaint_id }, stranger)).status).toBe(404)
  const mine = async () => (await app.call(complaintCalls.listOwn, { query: {} }, owner)).body.data
  expect(await mine()).toMatchObject([{ id: complaint_id, is_payable: true }])
  const { order_id } = (await payUnpaid({ complaint_id }, owner)).body.data
  await verify(app, complaint_id, await app.sandbox.pay(order_id))
  expect(await mine()).toMatchObject([{ id: complaint_id, is_payable: false }])
})

// MAIL-1, CMP-5
test('ten minutes after filing, one mail brings the link to pay the fee', async () => {
  const email = anAddress()
  const complaintId = await aComplaint(app, { email })
  await mailUnpaid(services)
  expect(await subjectsTo(email)).toEqual([])
  await letPass(11)
  await mailUnpaid(services)
  await mailUnpaid(services)
  await expect
    .poll(() => subjectsTo(email))
    .toEqual([`Your complaint ${complaintId} is saved, and its fee is not paid`])
  const [mail] = await app.mailsTo(email)
  const [, token = ''] = /\/complaint\/pay#([\w-]{43})/.exec(mail?.text ?? '') ?? []
  expect((await readUnpaid({ token })).body.data.complaint_id).toBe(complaintId)
})

/** The token of the link to pay in the only mail to this address. */
async function mailedTokenTo(email: string): Promise<string> {
  await expect.poll(() => subjectsTo(email)).toHaveLength(1)
  const [mail] = await app.mailsTo(email)
  return /\/complaint\/pay#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}

// CASE-2, CMP-4, MAIL-1
test('a complainant who corrects the address takes the link from the former one', async () => {
  const [former, email, key] = [anAddress(), anAddress(), 'key-of-a-mistyped-address']
  const { data } = (await (await submit(app, { fields: { email: former }, key })).json()) as {
    data: { complaint_id: number; follow_path: string }
  }
  const tokenOfBrowser = data.follow_path.split('/').at(-1)
  await letPass(11)
  await mailUnpaid(services)
  const tokenOfFormer = await mailedTokenTo(former)
  expect((await readUnpaid({ token: tokenOfFormer })).status).toBe(200)

  expect((await submit(app, { fields: { email }, key, method: 'PUT' })).status).toBe(200)

  expect((await readUnpaid({ token: tokenOfFormer })).status).toBe(404)
  expect((await readUnpaid({ token: tokenOfBrowser })).status).toBe(200)
  for (let turn = 0; turn < 2; turn++) await mailUnpaid(services)
  expect((await readUnpaid({ token: await mailedTokenTo(email) })).body.data.complaint_id).toBe(data.complaint_id)
})

// MAIL-1, CASE-2, ACC-3
test('nobody is asked to pay the fee of a case that has ended, until it is open again', async () => {
  const [admin, owner] = [await anAdmin(app.db), await aConfirmedUser(app.db)]
  const id = await aComplaint(app, { email: owner.email })
  const setStatus = (status: 'closed' | 'pending') =>
    app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, admin)
  const mine = async () => (await app.call(complaintCalls.listOwn, { query: {} }, owner)).body.data
  const page = async () => (await app.fetch(paths.followComplaint.to({ token: await aFollowToken(app, id) }))).text()
  const mails = async () => (await subjectsTo(owner.email)).filter((subject) => subject.includes('is not paid'))
  await setStatus('closed')
  await letPass(11)
  await mailUnpaid(services)
  expect(await mine()).toMatchObject([{ id, is_payable: false }])
  expect(await page()).toContain('>Status: Closed</p>')
  expect(await page()).not.toContain('/complaint/pay#')
  await setStatus('pending')
  expect(await mine()).toMatchObject([{ id, is_payable: true }])
  expect(await page()).toContain('/complaint/pay#')
  await mailUnpaid(services)
  await expect.poll(mails).toHaveLength(1)
})

// MAIL-1, RCP-2
test('who has paid, or has brought a cheque, gets no mail about an unpaid fee', async () => {
  const email = anAddress()
  const paid = await aPaidComplaint(app)
  await app.db.updateTable('complaints').set({ email }).where('id', '=', paid.complaintId).execute()
  const subject_id = await aComplaint(app, { email })
  await takeAtDesk(app, { purpose: 'complaint', subject_id, ...aCheque() })
  await letPass(11)
  await mailUnpaid(services)
  const { rows } = await app.pool.query("select from mails where kind = 'complaint-unpaid' and to_address = $1", [
    email,
  ])
  expect(rows).toHaveLength(0)
})

// MAIL-1
test('unpaid complaints of one mailbox keep nobody else’s mail back', async () => {
  await app.pool.query(`
    insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description)
    select 'Many', 'many+' || number || '@example.org', '1', 'Cruelty', 'Pune', '2026-01-01', 'A dog'
    from generate_series(1, 104) number`)
  const email = anAddress()
  await aComplaint(app, { email })
  await letPass(11)
  for (let turn = 0; turn < 2; turn++) await mailUnpaid(services)
  await expect.poll(() => subjectsTo(email)).toHaveLength(1)
  const { rows } = await app.pool.query("select from mails where to_address like 'many+%'")
  expect(rows).toHaveLength(3)
})

// MAIL-1
test('a mail about an unpaid fee that cannot be made stops no other', async () => {
  const [first, second] = [anAddress(), anAddress()]
  for (const email of [first, second]) await aComplaint(app, { email })
  await letPass(11)
  const broken: typeof services = {
    ...services,
    enqueueMail: async (transaction, mail) => {
      if (mail.to === first) throw new Error('broken')
      await services.enqueueMail(transaction, mail)
    },
  }
  await expect(mailUnpaid(broken)).rejects.toThrow('1 mails about unpaid fees failed')
  await expect.poll(() => subjectsTo(second)).toHaveLength(1)
})

// MAIL-1
test('an address gets at most three mails about unpaid fees in a day', async () => {
  const email = anAddress()
  for (let index = 0; index < 5; index++) await aComplaint(app, { email })
  await letPass(11)
  for (let turn = 0; turn < 2; turn++) await mailUnpaid(services)
  const { rows } = await app.pool.query("select from mails where kind = 'complaint-unpaid' and to_address = $1", [
    email,
  ])
  expect(rows).toHaveLength(3)
})
