import { foundCalls } from '@petsetu/contract/found.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../test/factories.ts'
import { aFoundReport } from '../../test/found.ts'
import { testApp } from '../../test/harness.ts'
import { plainPost, plainRequest } from '../../test/plain-request.ts'
import { outbox } from '../mail/outbox.ts'
import { sendDigests } from './mail-owner.ts'

const app = await testApp({ RATE_LIMITS: 'on' })
const unlimited = await testApp({}, app)
const enqueueMail = outbox(() => app.config, { isHeld: true })

const mailsOf = (user: { id: number }) =>
  app.db.selectFrom('mails').select(['kind', 'subject']).where('user_id', '=', user.id).orderBy('id').execute()
const later = () => app.db.updateTable('mails').set({ created_at: sql`created_at - interval '61 minutes'` }).execute()

let network = 0
const newNetwork = () => `127.2.${++network}.2`
const report = (petId: string, message: string, from: string) =>
  plainPost(app.url, `/pet-detail/${petId}/found`, { message }, from)

test('FND-3 six reports of a tag a day, ten of a network an hour; above it the finder is told to call', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  for (let sent = 0; sent < 6; sent++) expect((await report(pet.petId, `Nr ${sent}`, newNetwork())).status).toBe(201)
  const refused = await report(pet.petId, 'Nr 7', newNetwork())
  expect(refused.status).toBe(429)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'too_many_reports',
    message: expect.stringContaining('call the owner'),
  })

  const from = newNetwork()
  const statuses: number[] = []
  for (let sent = 0; sent < 11; sent++)
    statuses.push((await report((await aPet(app.db, owner)).petId, `Pet ${sent}`, from)).status)
  expect(statuses).toEqual([...Array(10).fill(201), 429])
})

test('FND-3 guessed links are answered with 404, and after twenty in a minute with 429', async () => {
  const from = newNetwork()
  const guess = () => plainRequest(app.url, { path: `/found/${'x'.repeat(43)}`, from })
  const statuses: number[] = []
  for (let tried = 0; tried < 22; tried++) statuses.push((await guess()).status)
  expect(statuses).toEqual([...Array(20).fill(404), 429, 429])
})

test('FND-3 the owner gets a mail at once, at most four an hour, and one digest for the rest; no report is lost', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  for (let sent = 0; sent < 6; sent++)
    await unlimited.call(foundCalls.report, { params: { petId: pet.petId }, body: { message: `Nr ${sent}` } })
  const kinds = async () => (await mailsOf(owner)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['pet-found', 'found-message', 'found-message', 'found-message'])
  await sendDigests({ db: app.db, enqueueMail })
  expect(await kinds()).toHaveLength(4)
  await later()
  await sendDigests({ db: app.db, enqueueMail })
  await sendDigests({ db: app.db, enqueueMail })
  expect((await mailsOf(owner)).slice(4)).toEqual([{ kind: 'found-digest', subject: '2 new messages about your pets' }])
  const stored = await app.db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'report_id')
    .select('mailed_at')
    .where('pet_id', '=', pet.id)
    .execute()
  expect(stored).toHaveLength(6)
})

test('FND-3 a muted pet sends no mails for 24 hours; what came meanwhile is told afterwards', async () => {
  const owner = await aUser(app.db)
  const { pet, id } = await aFoundReport(unlimited, owner)
  const muted = await unlimited.call(foundCalls.mute, { params: { id: String(id) } }, owner)
  const hours = (Date.parse(muted.body.data.muted_until ?? '') - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  await unlimited.call(foundCalls.report, { params: { petId: pet.petId }, body: { message: 'Again' } })
  await sendDigests({ db: app.db, enqueueMail })
  expect(await mailsOf(owner)).toHaveLength(1)
  await app.db.updateTable('found_mutes').set({ muted_until: sql`now()` }).where('pet_id', '=', pet.id).execute()
  await sendDigests({ db: app.db, enqueueMail })
  expect(await mailsOf(owner)).toHaveLength(2)
})
