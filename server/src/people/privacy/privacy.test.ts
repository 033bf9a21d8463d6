import { readFile } from 'node:fs/promises'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { formatCount } from '@petsetu/languages/formats.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPdf, attachmentFiles } from '../../../test/attachments.ts'
import { anAdmin, aPet, aPlan, aUser, petForm } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { APPLICANT, COMPLAINT, initiate, payingApp, submit, verify } from '../../../test/paying-app.ts'
import { refund, theAdmin } from '../../../test/payment-state.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { DAYS_KEPT, forgetOld } from './erasing/forget-old.ts'

const app = await payingApp()

/** Personal data in unique words, so that it can be searched for. */
function anIdentity(word: string) {
  return {
    email: `${word}@example.org`,
    phone: `+91 ${String(Math.random()).slice(2, 12)}`,
    fullname: `${word} fullname`,
    name: `${word} fullname`,
    location_of_incident: `${word} street`,
    description: `${word} saw what happened.`,
    details: {
      ...{ landmark: `${word} tower`, offender: `${word} neighbour`, vehicle: `${word} van` },
      ...{
        type_of_complaint: `${word} once more`,
        witness: `${word} aunt`,
        fir_number: `${word} 42`,
        lat: '18.5',
        lon: '73.8',
        accuracy: '20',
      },
    },
    address: `${word} street`,
    why_join: `${word} wants to help.`,
  }
}

type Identity = ReturnType<typeof anIdentity>

const digitsOf = ({ phone }: Identity) => phone.replace(/\D/g, '').slice(-10)

async function aPaidComplaintOf(identity: Identity): Promise<number> {
  const { email, phone, fullname, location_of_incident, description, details } = identity
  const fields = { email: email.toUpperCase(), phone, fullname, location_of_incident, description, ...details }
  const filed = await submit(app, {
    fields,
    file: { bytes: aPdf(), name: 'proof.pdf' },
    key: `key-${email.split('@')[0]}`,
  })
  const { complaint_id: id } = ((await filed.json()) as { data: { complaint_id: number } }).data
  const body = { complaint_id: id, amount: 100, name: fullname, email, phone }
  const { data } = (await app.call(complaintCalls.initiatePayment, { body })).body
  await verify(app, id, await app.sandbox.pay(data.order_id))
  return id
}

async function aPaidMembershipOf(identity: Identity, as: { token: string } | null): Promise<number> {
  const { name, email, phone, address, why_join } = identity
  const body = { ...APPLICANT, name, email, phone, address, why_join, plan_id: (await aPlan(app.db)).id }
  const { data } = (await app.call(membershipCalls.register, { body }, as)).body
  const checkout = await app.sandbox.pay(data.order_id ?? '')
  await app.call(membershipCalls.verifyPayment, { body: { ...checkout, membership_id: data.membership_id } })
  return data.membership_id
}

const close = async (id: number, status: 'closed' | 'resolved' = 'closed') =>
  app.call(complaintCalls.setStatus, { params: { id: String(id) }, body: { status } }, await theAdmin(app))

/** Waits until all events of the provider have arrived and been processed. */
async function eventsAreIn(): Promise<void> {
  const { webhooks } = await app.sandbox.ledger()
  const sent = webhooks.map(({ event_id }) => event_id)
  const done = () =>
    app.pool.query('select 1 from webhook_inbox where processed_at is not null and event_id = any($1)', [sent])
  await expect.poll(async () => (await done()).rows.length).toBe(sent.length)
  expect(sent.length).toBeGreaterThan(0)
}

const revenue = async () => {
  const reply = await app.call(reportCalls.payments, { query: {} }, await theAdmin(app))
  return reply.body.summary.total_revenue
}

// V14.2.4
test('an export has everything on a person, by e-mail or phone, and no credentials', async () => {
  const identity = anIdentity('kalpana')
  const user = await aUser(app.db)
  const account = [identity.email, 'hi', user.id]
  await app.pool.query('update users set email = $1, email_key = $1, language = $2 where id = $3', account)
  const pet = await aPet(app.db, user, { petName: 'Kalpana-Moti' })
  const [complaintId, membershipId] = [await aPaidComplaintOf(identity), await aPaidMembershipOf(identity, user)]
  await initiate(app, await aPaidComplaintOf(anIdentity('somebody-else')))
  await eventsAreIn()

  const whole = await exportPerson(app, { email: identity.email.toUpperCase() })
  expect(whole).toMatchObject({
    account: [{ id: user.id, username: user.username, email: identity.email, language: 'hi' }],
    sessions: [{ created_at: expect.any(Date) }],
    pets: [{ pet_id: pet.petId, pet_name: 'Kalpana-Moti' }],
    complaints: [
      {
        ...{ id: complaintId, description: identity.description, file: aPdf().toString('base64') },
        ...{ ...identity.details, lat: 18.5, lon: 73.8, accuracy: 20 },
      },
    ],
    memberships: [{ id: membershipId, why_join: identity.why_join }],
    payments: [{ status: 'captured' }, { status: 'captured' }],
    receipts: [{ paid_by: expect.any(String) }, { paid_by: expect.any(String) }],
  })
  const text = JSON.stringify(whole)
  for (const secret of ['$argon2id$', 'token_hash', 'somebody-else']) expect(text).not.toContain(secret)

  const byPhone = await exportPerson(app, { phone: `0${digitsOf(identity)}` })
  expect(byPhone).toMatchObject({ account: [], complaints: [{ id: complaintId }], memberships: [{ id: membershipId }] })
  const ofNobody = await exportPerson(app, { email: 'nobody@example.org', phone: '98989898' })
  expect(Object.values(ofNobody).flat()).toEqual([])
})

// V14.2.4
test('an export has the orders, refunds and journal of payments, and what admins did', async () => {
  const identity = anIdentity('shalini')
  const complaintId = await aPaidComplaintOf(identity)
  const { payments } = (await exportPerson(app, { email: identity.email })) as {
    payments: { id: number; provider_payment_id: string }[]
  }
  const [{ id: paymentId, provider_payment_id: providerId }] = payments as [(typeof payments)[0]]
  expect((await refund(app, providerId)).status).toBe(200)
  await close(complaintId)
  const whole = await exportPerson(app, { email: identity.email })
  expect(whole).toMatchObject({
    payment_orders: [{ purpose: 'complaint', subject_id: complaintId, amount_paise: 10_000 }],
    refunds: [{ payment_id: paymentId, amount_paise: 10_000 }],
    payment_journal: expect.arrayContaining([expect.objectContaining({ payment_id: paymentId })]),
  })
  const audit = whole.audit as { action: string; object_kind: string; object_id: string }[]
  expect(audit.map(({ object_kind, object_id }) => `${object_kind} ${object_id}`)).toEqual(
    expect.arrayContaining([`payment ${paymentId}`, `complaint ${complaintId}`]),
  )
  expect(JSON.stringify(audit)).not.toContain((await theAdmin(app)).username)
})

// TRU-1, DSK-4
test('an export has what admins did to the person’s pets, and nothing of others', async () => {
  const [owner, other] = [await aUser(app.db), await aUser(app.db)]
  const [pet, another] = [await aPet(app.db, owner), await aPet(app.db, other)]
  const admin = await theAdmin(app)
  for (const { id } of [pet, another]) {
    const params = { id: String(id) }
    const { status } = await app.call(petCalls.update, { params, body: petForm({ petName: 'Sheru' }) }, admin)
    expect(status).toBe(200)
  }
  const { audit } = await exportPerson(app, { email: owner.email })
  expect(audit).toMatchObject([{ action: 'pet-changed', object_kind: 'pet', object_id: String(pet.id) }])
})

// V14.2.4
test('after an erasure no personal data is left, and the books are complete', async () => {
  const [identity, other] = [anIdentity('malati'), anIdentity('other-person')]
  const user = await aUser(app.db)
  await app.pool.query(
    "update users set username = 'malati-name', username_key = 'malati-name', email = $1, email_key = $1 where id = $2",
    [identity.email, user.id],
  )
  await aPet(app.db, user, { petName: 'Malati-Moti' })
  const complaintId = await aPaidComplaintOf(identity)
  await aPaidMembershipOf(identity, user)
  await close(complaintId)
  const [kept, openCount] = [await aPaidComplaintOf(other), (await attachmentFiles(app)).length]
  const before = await revenue()
  await eventsAreIn()
  const storedBefore = await storedText(app.pool)

  const { payments } = await erasePerson(app, { email: identity.email, phone: identity.phone })
  // A receipt goes on saying who paid (TRU-3).
  const stored = await storedText(app.pool, { except: ['receipts'] })
  // Events are stored as bytes.
  const told = Buffer.from(payments[0]?.provider_payment_id ?? '').toString('hex')
  for (const trace of ['malati', digitsOf(identity), told]) {
    expect(storedBefore.toLowerCase()).toContain(trace)
    expect(stored.toLowerCase()).not.toContain(trace)
  }
  expect(await attachmentFiles(app)).toHaveLength(openCount - 1)
  expect((await app.call(dashboardCalls.figures, {}, user)).status).toBe(401)

  expect(payments).toHaveLength(2)
  expect(await revenue()).toBe(before)
  const { body } = await app.call(complaintCalls.read, { params: { id: String(complaintId) } }, await theAdmin(app))
  expect(body.data).toMatchObject({ fullname: 'Erased', payment_status: 'paid', file_path: null })
  expect(JSON.stringify(await exportPerson(app, { email: other.email }))).toContain(`"id":${kept}`)
})

// V14.2.4
test('an erased person’s open provider event loses personal data, but keeps the money', async () => {
  const [identity, other] = [anIdentity('vasudha'), anIdentity('not-vasudha')]
  await aPaidComplaintOf(identity)
  await aPaidComplaintOf(other)
  const { rows } = await app.pool.query<{ id: string }>(
    `select provider_order_id as id from payment_orders join complaints on complaints.id = subject_id and purpose = 'complaint'
     where lower(email) = $1`,
    [identity.email],
  )
  const event = (payment: object, refund?: object) => ({
    event: 'payment.captured',
    payload: { payment: { entity: payment }, ...(refund && { refund: { entity: refund } }) },
  })
  const waiting = {
    'by-order': event({ id: 'pay_Unheard0000001', order_id: rows[0]?.id, email: 'v@bank.example', vpa: 'vasudha@upi' }),
    'by-email': event({ id: 'pay_Unheard0000002', email: identity.email.toUpperCase(), contact: '+910000000000' }),
    'by-phone': event({ id: 'pay_Unheard0000003', contact: `+91${digitsOf(identity)}` }, { id: 'rfnd_Unheard000001' }),
    'by-nobody': event({ id: 'pay_Unheard0000004', email: other.email, contact: `+91${digitsOf(other)}` }),
  }
  for (const [id, body] of Object.entries(waiting))
    await app.pool.query('insert into webhook_inbox (event_id, body) values ($1, $2)', [
      id,
      Buffer.from(JSON.stringify(body)),
    ])
  const exported = JSON.stringify(await exportPerson(app, identity))
  for (const number of [1, 2, 3]) expect(exported).toContain(`pay_Unheard000000${number}`)
  expect(exported).not.toContain('pay_Unheard0000004')

  await erasePerson(app, identity)
  const kept = await app.pool.query<{ event_id: string; body: Buffer }>(
    'select event_id, body from webhook_inbox where processed_at is null and event_id = any($1)',
    [Object.keys(waiting)],
  )
  expect(Object.fromEntries(kept.rows.map(({ event_id, body }) => [event_id, JSON.parse(body.toString())]))).toEqual({
    'by-order': event({ id: 'pay_Unheard0000001' }),
    'by-email': event({ id: 'pay_Unheard0000002' }),
    'by-phone': event({ id: 'pay_Unheard0000003' }, { id: 'rfnd_Unheard000001' }),
    'by-nobody': waiting['by-nobody'],
  })
  await app.pool.query('delete from webhook_inbox where event_id = any($1)', [Object.keys(waiting)])
})

// PRV-3, MAIL-4
test('an erasure leaves the wishes of an account whose address was typed by mistake', async () => {
  const [identity, other] = [anIdentity('mistaken'), await aUser(app.db)]
  const id = await aPaidMembershipOf(identity, null)
  await app.pool.query(
    `insert into mails (kind, about, to_address, address_key, language, message_id, state)
       values ('membership-earlier', $1, $2, $2, 'en', '<typo@example.org>', 'sent')`,
    [`membership ${id}`, other.email],
  )
  for (const key of [other.email, identity.email])
    await app.pool.query("insert into mail_wishes (address_key, kind) values ($1, 'care-due')", [key])

  await erasePerson(app, { email: identity.email })

  const { rows } = await app.pool.query('select address_key from mail_wishes where address_key = any($1)', [
    [other.email, identity.email],
  ])
  expect(rows).toEqual([{ address_key: other.email }])
  expect((await app.pool.query('select from mails where to_address = $1', [other.email])).rowCount).toBe(0)
})

// MAIL-5, TRU-3
test('a mail that is queued while its person is erased goes, too', async () => {
  const identity = anIdentity('hurried')
  const id = await aPaidMembershipOf(identity, null)
  const { erased } = await app.db.transaction().execute(async (change) => {
    await change.selectFrom('memberships').select('id').where('id', '=', id).forUpdate().execute()
    const erased = erasePerson(app, { email: identity.email })
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await sql`
      insert into mails (kind, about, to_address, address_key, language, message_id, state)
      values ('membership-earlier', ${`membership ${id}`}, ${identity.email}, ${identity.email}, 'en', '<late@example.org>', 'sent')`.execute(
      change,
    )
    return { erased }
  })
  await erased
  const { rows } = await app.pool.query('select kind from mails where to_address = $1', [identity.email])
  expect(rows).toEqual([])
})

// V14.2.4
test('an open complaint keeps its text and file until it is closed', async () => {
  const identity = anIdentity('radhika')
  const id = await aPaidComplaintOf(identity)
  await erasePerson(app, { phone: identity.phone })
  const row = async () => (await app.pool.query('select * from complaints where id = $1', [id])).rows[0]
  expect(await row()).toMatchObject({ fullname: 'Erased', email: '', phone: '', description: identity.description })
  expect(await row()).toMatchObject({
    witness: identity.details.witness,
    lat: 18.5,
    location_agreed_at: expect.any(Date),
  })
  const files = (await attachmentFiles(app)).length
  await close(id, 'resolved')
  await forgetOld(app)
  expect(await attachmentFiles(app)).toHaveLength(files)

  await close(id)
  await forgetOld(app)
  expect(await row()).toMatchObject({ description: 'Erased', location_of_incident: 'Erased', file_path: null })
  expect(await row()).toMatchObject({ lat: null, lon: null, accuracy: null, location_agreed_at: null })
  expect(await attachmentFiles(app)).toHaveLength(files - 1)
  expect(await storedText(app.pool, { except: ['receipts'] })).not.toMatch(/radhika/i)
})

// V14.2.4
test('an admin is not erased, nor any of their records', async () => {
  const admin = await anAdmin(app.db)
  const before = await storedText(app.pool)
  await expect(erasePerson(app, { email: admin.email })).rejects.toMatchObject({ status: 409 })
  expect(await storedText(app.pool)).toBe(before)
})

// V14.2.4
test('data is deleted when its retention time is over, and not before', async () => {
  const user = await aUser(app.db)
  const [fresh, old] = ['the-fresh-submission', 'the-old-submission']
  for (const key of [fresh, old]) await submit(app, { fields: COMPLAINT, key })
  const ages: [table: string, column: string, days: number, insert: string][] = [
    [
      'sessions',
      'last_used_at',
      30,
      `insert into sessions (token_hash, user_id, last_used_at) values (sha256($1), ${user.id}, $2)`,
    ],
    [
      'sessions',
      'created_at',
      180,
      `insert into sessions (token_hash, user_id, created_at) values (sha256($1), ${user.id}, $2)`,
    ],
    [
      'known_networks',
      'last_used_at',
      DAYS_KEPT.knownNetworks,
      `insert into known_networks (key, user_id, last_used_at) values (sha256($1), ${user.id}, $2)`,
    ],
    [
      'idempotency_keys',
      'created_at',
      DAYS_KEPT.createdIds,
      `insert into idempotency_keys (key_hash, user_id, request_hash, created_at) values (encode($1, 'hex'), ${user.id}, '', $2)`,
    ],
    [
      'webhook_inbox',
      'processed_at',
      DAYS_KEPT.providerEvents,
      'insert into webhook_inbox (event_id, body, processed_at) values (encode($1, $$hex$$), $1, $2)',
    ],
    [
      'webhook_inbox',
      'received_at',
      DAYS_KEPT.providerEvents,
      'insert into webhook_inbox (event_id, body, received_at) values (encode($1, $$hex$$), $1, $2)',
    ],
  ]
  for (const [table, column, days, insert] of ages) {
    const rows = async () => (await app.pool.query(`select 1 from ${table}`)).rows.length
    const start = await rows()
    const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000)
    await app.pool.query(insert, [Buffer.from(`${table} ${column} old`), daysAgo(days + 0.01)])
    await app.pool.query(insert, [Buffer.from(`${table} ${column} fresh`), daysAgo(days - 0.01)])
    await forgetOld(app)
    expect.soft(await rows(), `${table} by ${column}`).toBe(start + 1)
  }

  const [seen, forgotten] = [user, await aUser(app.db)]
  for (const [{ id }, age] of [
    [seen, '- 1 minute'],
    [forgotten, '1 minute'],
  ] as const)
    await app.pool.query(
      'update users set last_seen_at = now() - make_interval(days => $2) - $3::interval where id = $1',
      [id, DAYS_KEPT.lastSeen, age],
    )
  await forgetOld(app)
  const known = await app.pool.query('select id from users where last_seen_at is not null and id = any($1)', [
    [seen.id, forgotten.id],
  ])
  expect(known.rows).toEqual([{ id: seen.id }])

  await app.pool.query(
    'update complaints set created_at = now() - make_interval(days => $1, mins => 1) where idempotency_key = $2',
    [DAYS_KEPT.idempotencyKeys, old],
  )
  const before = (await app.pool.query('select 1 from complaints')).rows.length
  await forgetOld(app)
  const keys = await app.pool.query('select idempotency_key from complaints where idempotency_key = any($1)', [
    [fresh, old],
  ])
  expect(keys.rows).toEqual([{ idempotency_key: fresh }])
  expect((await app.pool.query('select 1 from complaints')).rows).toHaveLength(before)
})

// V14.2.4
test('retention times are those in docs/security.md', async () => {
  const text = await readFile(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const chapter = text.slice(text.indexOf('## Personal data'), text.indexOf('## Money'))
  for (const days of [30, 180, ...Object.values(DAYS_KEPT)]) expect(chapter).toContain(`${formatCount(days)} days`)
})
