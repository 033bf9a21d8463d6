import { randomUUID } from 'node:crypto'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { REPORT } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet } from '../../../test/lost.ts'
import { holdClocks } from '../../../test/paying-app.ts'
import { startPushCatcher } from '../../../test/push-catcher.ts'
import { sendDigests } from '../../pets/found/mail-owner.ts'
import { lostScans } from '../../pets/lost/lost-scans.ts'
import { outbox } from '../../platform/mail/outbox.ts'

const catcher = await startPushCatcher()
// The mail server is away, so that mails wait.
const app = await testApp({ PUSH_SERVICES: catcher.origin }, undefined, { smtpUrl: 'smtp://127.0.0.1:9' })
// The work of every minute would mail owners whose address nobody has confirmed.
await holdClocks(app)

type Owner = { id: number; token: string }

async function switchOn(owner: Owner) {
  const browser = await catcher.newBrowser()
  const { status } = await app.call(pushCalls.save, { body: { ...browser, kinds: ['found', 'lost-scan'] } }, owner)
  expect(status).toBe(204)
  return browser
}

const report = (petId: string) => app.call(foundCalls.report, { params: { petId }, body: REPORT })

const mailsOf = ({ id }: Owner) =>
  app.db.selectFrom('mails').select(['id', 'kind', 'state']).where('user_id', '=', id).execute()

/** In how many seconds the mail is tried for the first time. */
async function waitOf(mailId: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker.jobs where key = ${`mail ${mailId}`}`.execute(
    app.db,
  )
  return rows[0]?.seconds ?? 0
}

// PSH-1
test('a finder’s message about a lost pet is on the device at once, without its words', async () => {
  const owner = await aConfirmedUser(app.db)
  const browser = await switchOn(owner)
  const pet = await aLostPet(app.db, owner)
  await report(pet.petId)
  await expect.poll(() => catcher.notices(browser)).toHaveLength(1)
  const [notice] = await catcher.notices(browser)
  expect(notice?.payload).toMatchObject({ title: 'Somebody has written about Moti' })
  expect(notice?.payload.path).toMatch(/^\/user\/found\/\d+$/)
  const told = JSON.stringify(notice)
  for (const secret of [...Object.values(REPORT), pet.petId]) expect(told).not.toContain(secret)
})

// PSH-1
test('whoever opens the notice within five minutes gets no mail about the same message', async () => {
  const owner = await aConfirmedUser(app.db)
  const browser = await switchOn(owner)
  await report((await aLostPet(app.db, owner)).petId)
  const [mail] = await mailsOf(owner)
  expect(mail).toMatchObject({ kind: 'pet-found', state: 'waiting' })
  const seconds = await waitOf(mail?.id ?? 0)
  expect(seconds).toBeGreaterThan(200)
  expect(seconds).toBeLessThanOrEqual(300)
  await expect.poll(() => catcher.notices(browser)).toHaveLength(1)
  const [notice] = await catcher.notices(browser)
  expect((await app.call(pushCalls.read, { body: { token: String(notice?.payload.read) } })).status).toBe(204)
  expect(await mailsOf(owner)).toEqual([])
})

async function aScan({ petId }: { petId: string }): Promise<void> {
  const node = lostScans({ db: app.db, enqueueMail: outbox(() => app.config, { isHeld: false }) })
  node.add(petId)
  await node.write()
}

const kindsOf = async (owner: Owner) => (await mailsOf(owner)).map(({ kind }) => kind).sort()

/** The owner of two lost pets, each found and scanned; all mails about them wait. */
async function aTwiceToldOwner() {
  const owner = await aConfirmedUser(app.db)
  await switchOn(owner)
  const [pet, other] = [await aLostPet(app.db, owner), await aLostPet(app.db, owner)]
  for (const each of [pet, other]) {
    await report(each.petId)
    await aScan(each)
  }
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'lost-scan', 'pet-found', 'pet-found'])
  const threads = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  const params = { id: String(threads.find(({ pet_id }) => pet_id === pet.petId)?.id) }
  return { owner, pet, other, params }
}

const minutePasses = ({ id }: Owner) =>
  app.db
    .updateTable('mails')
    .set({ created_at: sql`created_at - interval '1 minute'` })
    .where('user_id', '=', id)
    .execute()

// FND-4
test('no mail about a scan goes out once the pet is home', async () => {
  const { owner, pet, other } = await aTwiceToldOwner()
  await app.call(lostCalls.end, { params: { id: pet.petId } }, owner)
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'pet-found', 'pet-found'])
  const left = await app.db.selectFrom('mails').select('about').where('user_id', '=', owner.id).execute()
  expect(left.map(({ about }) => about)).toContain(`pet ${other.id}`)
})

// FND-3, FND-4
test('"Home again" in a conversation drops what still waits to be mailed about it', async () => {
  const { owner, params } = await aTwiceToldOwner()
  await app.call(foundCalls.close, { params }, owner)
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'pet-found'])
})

// FND-3
test('whoever has read a conversation gets no mail about it, unless it has just come', async () => {
  const { owner, params } = await aTwiceToldOwner()
  await app.call(foundCalls.markRead, { params }, owner)
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'lost-scan', 'pet-found', 'pet-found'])
  await minutePasses(owner)
  await app.call(foundCalls.markRead, { params }, owner)
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'lost-scan', 'pet-found'])
})

// FND-3, FND-4
test('a mute drops the mails about the pet, and a digest tells of the rest later', async () => {
  const { owner, pet, params } = await aTwiceToldOwner()
  await app.call(foundCalls.mute, { params }, owner)
  expect(await kindsOf(owner)).toEqual(['lost-scan', 'pet-found'])
  await app.db.updateTable('found_mutes').set({ muted_until: sql`now()` }).where('pet_id', '=', pet.id).execute()
  await sendDigests({ db: app.db, enqueueMail: outbox(() => app.config, { isHeld: false }) })
  expect(await kindsOf(owner)).toEqual(['found-digest', 'lost-scan', 'pet-found'])
  const [digest] = await app.db
    .selectFrom('mails')
    .select('subject')
    .where('user_id', '=', owner.id)
    .where('kind', '=', 'found-digest')
    .execute()
  expect(digest?.subject).toBe('1 new message about your pets')
})

// PSH-1
test('without a device, or with the kind switched off, the mail goes at once', async () => {
  const owner = await aConfirmedUser(app.db)
  await report((await aLostPet(app.db, owner)).petId)
  const [mail] = await mailsOf(owner)
  expect(await waitOf(mail?.id ?? 0)).toBeLessThan(100)
})

// PSH-1
test('a notice that is not known says nothing and drops nothing', async () => {
  const owner = await aConfirmedUser(app.db)
  await switchOn(owner)
  await report((await aLostPet(app.db, owner)).petId)
  expect((await app.call(pushCalls.read, { body: { token: randomUUID() } })).status).toBe(204)
  expect((await app.call(pushCalls.read, { body: { token: 'x' } })).status).toBe(400)
  expect(await mailsOf(owner)).toHaveLength(1)
})

// PSH-1
test('a device is the account’s own: it is told although nobody confirmed the address', async () => {
  const owner = await aUser(app.db)
  const browser = await switchOn(owner)
  const pet = await aLostPet(app.db, owner)
  await report(pet.petId)
  const node = lostScans({ db: app.db, enqueueMail: outbox(() => app.config, { isHeld: true }) })
  node.add(pet.petId)
  await node.write()
  await node.write()
  await expect
    .poll(async () => (await catcher.notices(browser)).map(({ payload }) => payload.title).sort())
    .toEqual(['Somebody has written about Moti', 'Somebody is looking at Moti’s tag'])
  expect(await mailsOf(owner)).toEqual([])
})

// PSH-1, JRN-1
test('a message of the foundation is told on the owner’s device, and is unread', async () => {
  const owner = await aConfirmedUser(app.db)
  const browser = await switchOn(owner)
  await report((await aLostPet(app.db, owner)).petId)
  await expect.poll(() => catcher.notices(browser)).toHaveLength(1)
  const listOwn = async () => (await app.call(foundCalls.listOwn, {}, owner)).body.data
  const params = { id: String((await listOwn())[0]?.id) }
  await app.call(foundCalls.markRead, { params }, owner)
  await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
  const admin = await anAdmin(app.db)
  await app.call(foundCalls.openReported, { params, body: { reason: 'The report' } }, admin)
  await app.call(foundCalls.answer, { params, body: { message: 'Please do not pay' } }, admin)
  await expect.poll(() => catcher.notices(browser)).toHaveLength(2)
  expect(JSON.stringify(await catcher.notices(browser))).not.toContain('do not pay')
  expect(await listOwn()).toMatchObject([{ unread: 1, is_new: true }])
})

// PSH-2, JRN-1
test('what the owner has read by night is not told in the morning', async () => {
  const owner = await aConfirmedUser(app.db)
  await switchOn(owner)
  const [read, unread] = [await aPet(app.db, owner), await aPet(app.db, owner)]
  for (const { petId } of [read, unread]) await report(petId)
  const devices = app.db.selectFrom('push_devices').select('id').where('user_id', '=', owner.id)
  const told = async (state: 'waiting' | 'held') => {
    const notices = app.db.selectFrom('push_notices').select('about').where('device_id', 'in', devices)
    return (await notices.where('state', '=', state).execute()).map(({ about }) => about)
  }
  await expect.poll(() => told('waiting')).toEqual([])
  await app.db
    .updateTable('push_notices')
    .set({ state: 'held', created_at: sql`now() - interval '1 hour'` })
    .where('device_id', 'in', devices)
    .execute()
  const threads = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  const idOf = ({ petId }: typeof read) => String(threads.find(({ pet_id }) => pet_id === petId)?.id)
  await app.call(foundCalls.markRead, { params: { id: idOf(read) } }, owner)
  expect(await told('held')).toEqual([`found ${idOf(unread)}`])
})

// PSH-2
test('while the owner has muted the pet, no device is told', async () => {
  const owner = await aConfirmedUser(app.db)
  await switchOn(owner)
  const pet = await aPet(app.db, owner)
  await app.db
    .insertInto('found_mutes')
    .values({ pet_id: pet.id, muted_until: sql`now() + interval '1 day'` })
    .execute()
  await report(pet.petId)
  const notices = await app.db
    .selectFrom('push_notices')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select('push_notices.id')
    .where('user_id', '=', owner.id)
    .execute()
  expect(notices).toEqual([])
})

// PSH-1
test('a message about a pet that is not lost may wait for the morning', async () => {
  const owner = await aConfirmedUser(app.db)
  await switchOn(owner)
  await report((await aPet(app.db, owner)).petId)
  const [notice] = await app.db
    .selectFrom('push_notices')
    .innerJoin('push_devices', 'push_devices.id', 'device_id')
    .select('at_night')
    .where('user_id', '=', owner.id)
    .execute()
  expect(notice).toEqual({ at_night: false })
})
