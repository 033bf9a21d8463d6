import { authCalls } from '@petsetu/contract/people/auth.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { anAdmin, PET_FORM } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { plainRequest } from '../../../../test/plain-request.ts'

const app = await testApp({ RATE_LIMITS: 'on' })

type Line = Record<string, unknown> & { level: number; time: string; msg: string; reqId?: string }
const lines = (): Line[] =>
  app
    .logged()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

// API-3, V16.2.5, V14.2.1
test('after a whole session the log has no secret, personal data or text from people', async () => {
  const admin = await anAdmin(app.db)
  const account = { username: 'canary-username', email: 'canary@example.org', password: 'canary-password' }
  await app.call(authCalls.signup, { body: account })
  await app.call(authCalls.signup, { body: account })
  await app.call(authCalls.signin, { body: { ...account, password: 'canary-wrong' } })
  const { body: user } = await app.call(authCalls.signin, { body: account })
  const token = { token: user.accessToken }
  const [petId = ''] = (await app.call(tagCalls.generate, { query: { numberOfIds: '1' } }, admin)).body
  const texts = {
    petName: 'canary-pet',
    address: 'canary-address',
    contactDetails: '+91 55501 23456',
    ownerName: 'canary-owner',
  }
  const form = { ...PET_FORM, ...texts }
  const { body: pet } = await app.call(petCalls.create, { body: { ...form, petId } }, token)
  await app.call(petCalls.create, { body: { ...form, petId } }, token)
  await app.call(petCalls.create, { body: { ...form, petAge: '' } }, token)
  const byId = { params: { id: String(pet.id) } }
  await app.call(petCalls.update, { ...byId, body: form }, token)
  await app.call(petCalls.listAll, { query: { search: 'canary-pet' } }, admin)
  await app.call(petCalls.listAll, { query: {} }, token)
  for (const path of [
    `/pets/${petId}`,
    `/pet-detail/${petId}`,
    `/find-tag?id=${petId}`,
    `/canary-path?token=${user.accessToken}`,
  ])
    await app.fetch(path)
  await plainRequest(app.url, { path: `/pets/${petId}`, from: '127.0.77.2' })
  await app.pool.query('alter table pets rename column doctor_name to doctor')
  for (const ask of [
    () => app.call(petCalls.update, { ...byId, body: form }, token),
    () => app.fetch(`/pet-detail/${petId}`),
  ])
    expect((await ask()).status).toBe(500)
  await app.pool.query('alter table pets rename column doctor to doctor_name')
  await app.call(petCalls.delete, byId, token)
  await app.call(authCalls.signout, {}, token)
  await app.call(userCalls.delete, { params: { id: String(user.id) } }, admin)

  await expect.poll(() => lines().at(-1)).toMatchObject({ method: 'DELETE', route: '/admin/users/:id', status: 204 })
  const log = app.logged()
  const secrets = [
    'canary',
    '55501',
    petId,
    petId.toLowerCase(),
    user.accessToken,
    admin.token,
    admin.username,
    '127.0.77.2',
    '$argon2id$',
  ]
  for (const secret of secrets) expect.soft(log, secret).not.toContain(secret)
  const events = lines()
    .map((line) => line.event)
    .filter(Boolean)
  for (const event of ['signup', 'signin', 'signin-failed', 'signout', 'tags-generated', 'user-deleted'])
    expect.soft(events).toContain(event)
})

// API-3, V16.2.1, V16.2.2, V16.2.4
test('each request logs one line of JSON with its id, route, status and a UTC time', async () => {
  const reply = await app.fetch('/pets/22222222222A')
  const id = reply.headers.get('x-request-id')
  const ofThis = () => lines().filter((line) => line.reqId === id)
  await expect.poll(ofThis).toHaveLength(1)
  const own = ofThis()
  expect(own[0]).toMatchObject({ level: 30, method: 'GET', route: '/pets/:id', status: 404, msg: 'answered' })
  expect(own[0]?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

// API-3, V16.4.1
test('no input can create a log line of its own', async () => {
  const answered = () => lines().filter((line) => line.msg === 'answered').length
  const [before, linesBefore] = [answered(), lines().length]
  const forged = 'x\r\n{"level":50,"msg":"forged"}\n\u001b[31m'
  const replies = [
    await app.call(authCalls.signin, { body: { username: forged, password: forged } }),
    await app.call(authCalls.signup, { body: { username: forged, email: forged, password: forged } }),
    await app.fetch(`/api/${encodeURIComponent(forged)}`, { headers: { 'user-agent': 'x {"msg":"forged"}' } }),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([400, 400, 404])
  await expect.poll(answered).toBe(before + replies.length)
  expect(lines()).toHaveLength(linesBefore + replies.length)
  expect(app.logged()).not.toContain('forged')
})

// API-3
test('the request id never comes from the caller', async () => {
  const reply = await app.fetch('/healthz', { headers: { 'request-id': 'made-up', 'x-request-id': 'made-up' } })
  expect(reply.headers.get('x-request-id')).not.toContain('made-up')
})
