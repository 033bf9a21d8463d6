import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import type { Reply } from '@petsetu/contract/platform/call.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { aPhoto } from '../test/a-photo.ts'
import { aPdf, complaintParts, filePart, sendForm } from '../test/attachments.ts'
import { PASSWORD, PET_FORM, PLAN } from '../test/factories.ts'
import { FOUNDATION } from '../test/foundation.ts'
import { emptyDatabase } from '../test/harness.ts'
import { objectStoreServer } from '../test/object-store.ts'
import { APPLICANT, COMPLAINT } from '../test/paying-app.ts'
import { sendEvent } from '../test/payment-state.ts'
import { startSandbox } from '../test/sandbox.ts'
import { type ServerProcess, serverProcess } from '../test/server-process.ts'
import { wireTo } from '../test/wire.ts'

// Two nodes, each a process with a data folder of its own, started at the same time on one empty database and one object
// store.
const database = await emptyDatabase()
const store = await objectStoreServer()
const { provider, sandbox } = await startSandbox('http://127.0.0.1:9/')
await sandbox.injectFault({ webhooks: 'lost' })
const wire = await wireTo(provider.apiUrl)
const ADMIN = { ADMIN_USERNAME: 'sunita', ADMIN_EMAIL: 'sunita@example.org', ADMIN_PASSWORD: 'a long password' }
const start = () => serverProcess(database.url, wire.url, { ...store.env, ...ADMIN, RATE_LIMITS: 'on' })
const [first, second] = await Promise.all([start(), start()])

const signIn = (node: ServerProcess, username: string, password: string) =>
  node.call(authCalls.signin, { body: { username, password } })

const signUp = (node: ServerProcess, username: string) =>
  node.call(authCalls.signup, { body: { username, email: `${username}@example.org`, password: PASSWORD } })

const admin = { token: (await signIn(first, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)).body.accessToken }

// CFG-1, AUTH-11
test('two nodes that start at once migrate once and create one first admin', async () => {
  const files = (await readdir(path.join(import.meta.dirname, '../migrations'))).filter((file) => file.endsWith('.sql'))
  const ran = await database.pool.query<{ name: string }>('select name from kysely_migration order by name')
  expect(ran.rows.map(({ name }) => `${name}.sql`)).toEqual(files.toSorted())
  const written = first.written() + second.written()
  expect(written.match(/"migrated":/g)).toHaveLength(1)
  expect(written.match(/First admin: sunita/g)).toHaveLength(1)
  const users = await second.call(userCalls.listAll, { query: {} }, admin)
  expect(users.body).toMatchObject([{ username: 'sunita', role: 'admin' }])
})

// AUTH-12, V7.4.1
test('a sign-in or sign-out at one node holds at the other', async () => {
  expect((await signUp(first, 'meera')).status).toBe(201)
  const { accessToken } = (await signIn(second, 'meera', PASSWORD)).body
  const ownPets = (node: ServerProcess) => node.call(petCalls.listOwn, { query: {} }, { token: accessToken })
  for (const node of [first, second]) expect((await ownPets(node)).status).toBe(200)
  expect((await second.call(authCalls.signout, {}, { token: accessToken })).status).toBe(204)
  for (const node of [first, second]) expect((await ownPets(node)).status).toBe(401)
})

// AUTH-13, V6.3.1
test('failed sign-ins are counted over both nodes: after five, both throttle', async () => {
  await signUp(first, 'guessed')
  for (let guess = 0; guess < 5; guess++) {
    expect((await signIn(guess % 2 ? first : second, 'guessed', `wrong-${guess}`)).status).toBe(401)
  }
  for (const node of [first, second]) {
    const { status, headers } = await signIn(node, 'guessed', PASSWORD)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

// CMP-18
test('a file sent to one node is served by both, and one’s link opens at the other', async () => {
  const bytes = aPdf(300_000)
  const { body } = await sendForm(first, [...complaintParts(), filePart(bytes)])
  const params = { id: String(body.data.complaint_id) }
  for (const [asked, opened] of [
    [first, second],
    [second, first],
  ] as const) {
    const link = (await asked.call(complaintCalls.read, { params }, admin)).body.data.file_url ?? ''
    const file = await opened.fetch(link)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

// PET-13, PET-16
test('a tag page at one node shows at once what was saved or deleted at the other', async () => {
  await signUp(second, 'ravi')
  const { accessToken } = (await signIn(first, 'ravi', PASSWORD)).body
  const [petId = ''] = (await first.call(tagCalls.generate, { query: { numberOfIds: '1' } }, admin)).body
  const pageAt = async (node: ServerProcess) => {
    const reply = await node.fetch(`/pet-detail/${petId}`, { headers: { accept: 'text/html' } })
    return { status: reply.status, html: await reply.text() }
  }
  // Both have served it as blank, so anything that a node had cached would be outdated now.
  for (const node of [first, second]) expect((await pageAt(node)).html).not.toContain('Moti')

  const { body: pet } = await first.call(petCalls.create, { body: { ...PET_FORM, petId } }, { token: accessToken })
  for (const node of [second, first]) expect((await pageAt(node)).html).toContain('Moti')
  const params = { id: String(pet.id) }
  await second.call(petCalls.update, { params, body: { ...PET_FORM, petName: 'Sheru' } }, { token: accessToken })
  for (const node of [first, second]) expect((await pageAt(node)).html).toContain('Sheru')
  await first.call(petCalls.delete, { params }, { token: accessToken })
  for (const node of [second, first]) expect((await pageAt(node)).status).toBe(404)
})

// DSK-8
test('what an admin saves at one node shows at both, also after they were cut off', async () => {
  const save = (node: ServerProcess, helplinePhone: string) =>
    node.call(foundationCalls.update, { body: { ...FOUNDATION, helplinePhone } }, admin)
  const homeAt = async (node: ServerProcess) => (await node.fetch('/', { headers: { accept: 'text/html' } })).text()
  const listeners = () =>
    database.pool
      .query(
        "select pid from pg_stat_activity where datname = current_database() and query = 'listen foundation_settings'",
      )
      .then(({ rows }) => rows.map(({ pid }) => Number(pid)))

  expect((await save(first, '+91 20 5550 0001')).status).toBe(200)
  expect(await homeAt(first)).toContain('+91 20 5550 0001')
  await expect.poll(() => homeAt(second)).toContain('+91 20 5550 0001')

  const before = await listeners()
  expect(before).toHaveLength(2)
  await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [before])
  await expect.poll(listeners).not.toEqual(expect.arrayContaining([before[0]]))
  expect((await save(second, '+91 20 5550 0002')).status).toBe(200)
  expect(await homeAt(second)).toContain('+91 20 5550 0002')
  await expect.poll(() => homeAt(first)).toContain('+91 20 5550 0002')
  await expect.poll(async () => (await listeners()).length).toBe(2)
})

// DSK-8
test('a setting saved at one node shows at the other on what it makes next', async () => {
  expect((await first.call(foundationCalls.update, { body: FOUNDATION }, admin)).status).toBe(200)
  const form = new FormData()
  form.append('logo', new Blob([await aPhoto()]))
  const headers = { authorization: `Bearer ${admin.token}` }
  const { path, method } = foundationCalls.setLogo
  const sent = (await (await first.fetch(path, { method, headers, body: form })).json()) as Reply<
    typeof foundationCalls.setLogo
  >
  const logoUrl = sent.data.logo?.url ?? ''
  const pageAt = async (page: string) => (await second.fetch(page, { headers: { accept: 'text/html' } })).text()
  await expect.poll(() => pageAt('/')).toContain(logoUrl)
  expect((await second.fetch(logoUrl)).headers.get('cache-control')).toContain('immutable')

  const { foundationName, legalName, legalAddress, contactEmail, helplinePhone, donationLink } = FOUNDATION
  const { registrationNumber, foundationPan, grievanceOfficerName, grievanceOfficerEmail } = FOUNDATION
  const shown: Record<string, (string | null)[]> = {
    '/': [foundationName, legalName, legalAddress, contactEmail, helplinePhone, donationLink],
    '/contact': [registrationNumber, foundationPan, grievanceOfficerName, grievanceOfficerEmail],
    '/complaint': [...FOUNDATION.emergencyNumbers.map(({ phone }) => phone), FOUNDATION.feeTexts.en],
  }
  for (const [page, values] of Object.entries(shown)) {
    const html = await pageAt(page)
    for (const value of values) expect(html, page).toContain(value)
  }

  await signUp(second, 'kavita')
  const mail = await database.pool.query("select html from mails where to_address = 'kavita@example.org'")
  for (const value of [foundationName, legalAddress, FOUNDATION.mailSignature, logoUrl])
    expect(mail.rows[0].html).toContain(value)

  const complaint = new FormData()
  for (const [name, value] of Object.entries(COMPLAINT)) complaint.append(name, String(value))
  complaint.set('type_of_complaint', 'Cruelty')
  const submit = complaintCalls.submit
  expect((await second.fetch(submit.path, { method: submit.method, body: complaint })).status).toBe(201)
  const { rows } = await database.pool.query(
    "select due_on - (created_at at time zone 'Asia/Kolkata')::date as days from complaints order by id desc limit 1",
  )
  expect(rows[0].days).toBe(FOUNDATION.complaintDueDays.cruelty)
})

// PAY-4, PAY-5
test('an event sent to both nodes is processed once', async () => {
  const plan = (await first.call(planCalls.create, { body: PLAN }, admin)).body.data.plan
  const payments: string[] = []
  for (let index = 0; index < 10; index++) {
    const body = { ...APPLICANT, email: `member${index}@example.org`, plan_id: plan.id }
    const { order_id } = (await (index % 2 ? first : second).call(membershipCalls.register, { body })).body.data
    const checkout = await sandbox.pay(order_id ?? '')
    payments.push(checkout.razorpay_payment_id)
    const { webhooks } = await sandbox.ledger(order_id ?? '')
    const event = webhooks.find(({ event }) => event === 'payment.captured')
    const replies = await Promise.all(
      [first, second].map((node) => sendEvent(node, event?.body ?? '', { eventId: event?.event_id ?? '' })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  }
  const open = () =>
    database.pool.query('select event_id from webhook_inbox where processed_at is null').then(({ rows }) => rows)
  await expect.poll(open).toEqual([])
  const asked = payments.map((id) => wire.seen.filter((request) => request.path.endsWith(`/payments/${id}`)).length)
  expect(asked, 'how often the provider was asked about each payment').toEqual(Array(10).fill(1))
  const active = await database.pool.query("select count(*) from memberships where status = 'active'")
  expect(active.rows).toEqual([{ count: 10 }])
})
