import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { plainPost, plainRequest } from '../../../test/plain-request.ts'
import { summaryOf } from '../../../test/wrong-fields.ts'
import { LIMITS } from '../../limits.ts'
import { createThrottles, isOver } from '../../platform/http/limits/throttles.ts'
import { outbox } from '../../platform/mail/outbox.ts'
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

// FND-3
test('above ten reports of a network an hour a finder must call', async () => {
  const owner = await aUser(app.db)
  const from = newNetwork()
  const replies = []
  for (let sent = 0; sent < 11; sent++)
    replies.push(await report((await aPet(app.db, owner)).petId, `Pet ${sent}`, from))
  expect(replies.map(({ status }) => status)).toEqual([...Array(10).fill(201), 429])
  expect(JSON.parse(replies.at(-1)?.text ?? '')).toMatchObject({
    code: 'too_many_reports',
    message: expect.stringContaining('call the owner'),
  })
})

// FND-3
test('many reports of a tag from some networks silence no finder in another', async () => {
  const owner = await aConfirmedUser(app.db)
  const { petId } = await aPet(app.db, owner)
  for (const from of [newNetwork(), newNetwork()])
    for (let sent = 0; sent < 7; sent++) expect((await report(petId, `Nr ${sent} from ${from}`, from)).status).toBe(201)
  await later()
  const mailed = (await mailsOf(owner)).length
  expect((await report(petId, 'Moti sits at my shop', newNetwork())).status).toBe(201)
  expect((await mailsOf(owner)).slice(mailed).map(({ kind }) => kind)).toEqual(['pet-found'])
})

// FND-3
test('from the seventh report of a tag from one network on, a digest tells of them', async () => {
  const owner = await aConfirmedUser(app.db)
  const { petId } = await aPet(app.db, owner)
  const from = newNetwork()
  for (let sent = 0; sent < 6; sent++) await report(petId, `Nr ${sent}`, from)
  await later()
  await sendDigests({ db: app.db, enqueueMail })
  await later()
  const before = (await mailsOf(owner)).length
  expect((await report(petId, 'Nr 7', from)).status).toBe(201)
  expect(await mailsOf(owner)).toHaveLength(before)
  await sendDigests({ db: app.db, enqueueMail })
  expect((await mailsOf(owner)).slice(before).map(({ kind }) => kind)).toEqual(['found-digest'])
})

// FND-3
test('above 600 reports an hour in all, a digest tells of them; none is lost', async () => {
  const throttles = createThrottles(app.pool, LIMITS, true)
  for (let counted = 0; counted < LIMITS.foundOfAll.points; counted++)
    await isOver(() => throttles.foundOfAll.count('all'))
  const owner = await aConfirmedUser(app.db)
  const { petId } = await aPet(app.db, owner)
  expect((await report(petId, 'Moti sits at my shop', newNetwork())).status).toBe(201)
  expect(await mailsOf(owner)).toEqual([])
  await sendDigests({ db: app.db, enqueueMail })
  expect((await mailsOf(owner)).map(({ kind }) => kind)).toEqual(['found-digest'])
  await throttles.foundOfAll.forget('all')
})

// FND-3
test('above 3,000 reports an hour in all a finder must call', async () => {
  const throttles = createThrottles(app.pool, LIMITS, true)
  await throttles.foundStoredOfAll.pause('all', 3_600)
  const { petId } = await aPet(app.db, await aConfirmedUser(app.db))
  const { status, text } = await report(petId, 'Moti sits at my shop', newNetwork())
  expect([status, JSON.parse(text).code]).toEqual([429, 'too_many_reports'])
  await throttles.foundStoredOfAll.forget('all')
})

// LIT-2, FND-3
test('a message above the limit stays in the composer, with the reason above it', async () => {
  const { id, path } = await aFoundReport(unlimited, await aUser(app.db))
  await createThrottles(app.pool, LIMITS, true).foundMessages.pause(`finder ${id} 0`, 3_600)
  const { status, text: html } = await plainRequest(app.url, {
    method: 'POST',
    path,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ message: 'Are you on your way?' }).toString(),
    from: newNetwork(),
  })
  const [composer = ''] = /<form[^>]*multipart.*?<\/form>/s.exec(html) ?? []
  expect([status, summaryOf(composer)]).toEqual([429, 'Too many attempts. Please try again later.'])
  expect(composer).toContain('Are you on your way?</textarea>')
})

// FND-3
test('guessed links are answered with 404, and after twenty in a minute with 429', async () => {
  const from = newNetwork()
  const guess = () => plainRequest(app.url, { path: `/found/${'x'.repeat(43)}`, from })
  const statuses: number[] = []
  for (let tried = 0; tried < 22; tried++) statuses.push((await guess()).status)
  expect(statuses).toEqual([...Array(20).fill(404), 429, 429])
})

// FND-3
test('the owner gets a mail at once, at most four an hour, and one digest for the rest', async () => {
  const owner = await aConfirmedUser(app.db)
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

// FND-3
test('a digest leaves out what the owner has read, and threads that have ended', async () => {
  const owner = await aConfirmedUser(app.db)
  const [read, ended] = [await aFoundReport(unlimited, owner), await aFoundReport(unlimited, owner)]
  const tell = ({ pet }: typeof read, message: string) =>
    unlimited.call(foundCalls.report, { params: { petId: pet.petId }, body: { message } })
  for (const message of ['Near the temple', 'Now at the river']) await tell(read, message)
  for (const message of ['Here', 'Still here']) await tell(ended, message)
  await tell(read, 'It eats')
  await unlimited.call(foundCalls.markRead, { params: { id: String(read.id) } }, owner)
  await unlimited.call(foundCalls.close, { params: { id: String(ended.id) } }, owner)
  await later()
  await sendDigests({ db: app.db, enqueueMail })
  expect(await mailsOf(owner)).toHaveLength(4)

  await app.db.updateTable('mails').set({ created_at: sql`now()` }).where('user_id', '=', owner.id).execute()
  await tell(read, 'It sleeps')
  await later()
  await sendDigests({ db: app.db, enqueueMail })
  expect((await mailsOf(owner)).slice(4)).toEqual([{ kind: 'found-digest', subject: '1 new message about your pets' }])
})

// FND-3
test('a muted pet sends no mails for 24 hours; what came meanwhile is told afterwards', async () => {
  const owner = await aConfirmedUser(app.db)
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

// FND-3
test('an unconfirmed address is told once a day that messages wait, and no more', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner, { petName: 'WIN 50000 http://evil.example' })
  const tell = (message: string) =>
    unlimited.call(foundCalls.report, { params: { petId: pet.petId }, body: { message } })
  await tell('Nr 1')
  expect(await mailsOf(owner)).toEqual([])
  await sendDigests({ db: app.db, enqueueMail })
  await tell('Nr 2')
  await later()
  await sendDigests({ db: app.db, enqueueMail })
  expect(await mailsOf(owner)).toEqual([{ kind: 'found-digest', subject: '1 new message about your pets' }])
  await app.db.updateTable('mails').set({ created_at: sql`created_at - interval '1 day'` }).execute()
  await sendDigests({ db: app.db, enqueueMail })
  expect(await mailsOf(owner)).toHaveLength(2)
})
