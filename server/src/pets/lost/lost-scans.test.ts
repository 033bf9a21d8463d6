import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { OWN_LOOK } from '@petsetu/contract/pets/own-look.ts'
import { scanCalls } from '@petsetu/contract/pets/tags.ts'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { aConfirmedUser, aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aLostPet } from '../../../test/lost.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { lostScans } from './lost-scans.ts'

// Scans are written every few seconds; this clock passes only where a test says so.
vi.useFakeTimers({ toFake: ['setInterval'] })
afterAll(() => vi.useRealTimers())
const fewSecondsPass = () => vi.advanceTimersByTimeAsync(5_000)

const app = await testApp()

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1'

const open = (petId: string, headers: Record<string, string> = { 'user-agent': PHONE }, method = 'GET') =>
  app.fetch(`/pet-detail/${petId}`, { method, headers: { accept: 'text/html', ...headers } })
const mailsOf = ({ id }: { id: number }) =>
  app.db.selectFrom('mails').selectAll().where('user_id', '=', id).where('kind', '=', 'lost-scan').execute()
const aNode = () => lostScans({ db: app.db, enqueueMail: outbox(() => app.config, { isHeld: true }) })
const minutesPass = (pet: { id: number }, minutes: number) =>
  app.db
    .updateTable('lost_pets')
    .set({ scan_mailed_at: sql`scan_mailed_at - make_interval(mins => ${minutes})` })
    .where('pet_number', '=', pet.id)
    .execute()

// FND-4
test('a scan of a lost pet mails its owner in a few seconds; another pet’s does not', async () => {
  const owner = await aConfirmedUser(app.db)
  const [lost, safe] = [await aLostPet(app.db, owner), await aPet(app.db, owner)]
  await open(safe.petId)
  await open(lost.petId)
  await fewSecondsPass()
  await expect.poll(async () => (await mailsOf(owner)).length).toBe(1)
  const [mail] = await mailsOf(owner)
  expect(mail).toMatchObject({
    to_address: owner.email,
    about: `pet ${lost.id}`,
    subject: 'Somebody opened the page of Moti',
  })
  expect(mail?.action_path).toBe(`/user/lost/${lost.petId}`)
  for (const secret of ['Android', 'Chrome', 'Mozilla']) expect(`${mail?.text} ${mail?.html}`).not.toContain(secret)
})

// FND-4
test('scans on two nodes at once, again and again, make one mail an hour', async () => {
  const owner = await aConfirmedUser(app.db)
  const lost = await aLostPet(app.db, owner)
  const nodes = Array.from({ length: 6 }, aNode)
  const scanEverywhere = async () => {
    for (const node of nodes) node.add(lost.petId)
    await Promise.all(nodes.map((node) => node.write()))
  }
  await scanEverywhere()
  await scanEverywhere()
  expect(await mailsOf(owner)).toHaveLength(1)
  await minutesPass(lost, 58)
  await scanEverywhere()
  expect(await mailsOf(owner)).toHaveLength(1)
  await minutesPass(lost, 3)
  await scanEverywhere()
  expect(await mailsOf(owner)).toHaveLength(2)
})

// FND-4
test('a preview, search engine, prefetch, HEAD or program mails nobody; phones do', async () => {
  const owner = await aConfirmedUser(app.db)
  const lost = await aLostPet(app.db, owner)
  await open(lost.petId, { 'user-agent': 'WhatsApp/2.23.20.0 A' })
  await open(lost.petId, { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' })
  await open(lost.petId, { 'user-agent': 'TelegramBot (like TwitterBot)' })
  await open(lost.petId, {
    'user-agent': `${PHONE} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  })
  await open(lost.petId, { 'user-agent': PHONE, 'sec-purpose': 'prefetch;prerender' })
  await open(lost.petId, { 'user-agent': 'curl/8.5.0' })
  await open(lost.petId, { 'user-agent': PHONE }, 'HEAD')
  const other = await aLostPet(app.db, owner)
  await open(other.petId, { 'user-agent': IPHONE })
  await fewSecondsPass()
  await expect.poll(async () => (await mailsOf(owner)).length).toBe(1)
  expect((await mailsOf(owner))[0]?.about).toBe(`pet ${other.id}`)
  // They are counted as before: a preview as well, but no HEAD.
  const count = async () => (await app.call(scanCalls.list, { params: { id: lost.petId } }, owner)).body[0]?.scans
  await expect.poll(count).toBe(6)
})

// FND-4
test('a look of the owner mails nobody, and one at an address that was passed on does', async () => {
  const owner = await aConfirmedUser(app.db)
  const [lost, other] = [await aLostPet(app.db, owner), await aLostPet(app.db, owner)]
  const look = (msAgo: number) => open(`${lost.petId}?${OWN_LOOK}=${Date.now() - msAgo}`)
  await look(1_000)
  await open(other.petId)
  await fewSecondsPass()
  await expect.poll(async () => (await mailsOf(owner)).map(({ about }) => about)).toEqual([`pet ${other.id}`])
  await look(61_000)
  await fewSecondsPass()
  await expect.poll(async () => (await mailsOf(owner)).length).toBe(2)
})

// FND-4
test('a scan with a browser that nobody knows mails the owner, too', async () => {
  const owner = await aConfirmedUser(app.db)
  const lost = await aLostPet(app.db, owner)
  await open(lost.petId, { 'user-agent': 'SomePhone/1.0' })
  await fewSecondsPass()
  await expect.poll(async () => (await mailsOf(owner)).length).toBe(1)
})

// FND-4
test('while the owner has muted the pet, and after it is home, no scan mails anybody', async () => {
  const owner = await aConfirmedUser(app.db)
  const [muted, home] = [await aLostPet(app.db, owner), await aLostPet(app.db, owner)]
  await app.call(foundCalls.report, { params: { petId: muted.petId }, body: { message: 'Here' } })
  const thread = await app.db
    .selectFrom('found_reports')
    .select('id')
    .where('pet_id', '=', muted.id)
    .executeTakeFirstOrThrow()
  await app.call(foundCalls.mute, { params: { id: String(thread.id) } }, owner)
  await app.db.deleteFrom('lost_pets').where('pet_number', '=', home.id).execute()
  const node = aNode()
  for (const { petId } of [muted, home]) node.add(petId)
  await node.write()
  expect(await mailsOf(owner)).toEqual([])
})

// FND-4
test('a mail that the database did not take is tried again, and holds up no other', async () => {
  const owner = await aConfirmedUser(app.db)
  const [first, second] = [await aLostPet(app.db, owner), await aLostPet(app.db, owner)]
  let isAway = true
  const enqueueMail = outbox(() => app.config, { isHeld: true })
  const node = lostScans({
    db: app.db,
    enqueueMail: async (transaction, mail) => {
      if (isAway && mail.about === `pet ${first.id}`) throw new Error('away')
      await enqueueMail(transaction, mail)
    },
  })
  for (const { petId } of [first, second]) node.add(petId)
  await expect(node.write()).rejects.toThrow('away')
  expect(await mailsOf(owner)).toHaveLength(1)
  isAway = false
  await node.write()
  expect(await mailsOf(owner)).toHaveLength(2)
})

// FND-4
test('scans mail nobody at an address that nobody has confirmed', async () => {
  const owner = await aUser(app.db)
  const lost = await aLostPet(app.db, owner)
  const node = aNode()
  node.add(lost.petId)
  await node.write()
  expect(await mailsOf(owner)).toEqual([])
})

// FND-4
test('scans of an owner’s lost pets make six mails an hour, with no link from a name', async () => {
  const owner = await aConfirmedUser(app.db)
  const nodes = [aNode(), aNode()]
  for (let number = 0; number < 8; number++) {
    const lost = await aLostPet(app.db, owner, {}, { petName: `WIN http://evil.example/${number}` })
    for (const node of nodes) node.add(lost.petId)
  }
  await Promise.all(nodes.map((node) => node.write()))
  const mails = await mailsOf(owner)
  expect(mails).toHaveLength(6)
  for (const { subject, text } of mails) {
    expect(subject).toMatch(/^Somebody opened the page of WIN http evil\. example\/\d$/)
    expect(text).not.toContain('evil.example')
  }
})

// FND-4
test('a mail about a scan makes no link of a web address in Devanagari, either', async () => {
  const owner = await aConfirmedUser(app.db)
  const lost = await aLostPet(app.db, owner, {}, { petName: 'जीतो http://इनाम.भारत' })
  const node = aNode()
  node.add(lost.petId)
  await node.write()
  const [mail] = await mailsOf(owner)
  expect(mail?.subject).toBe('Somebody opened the page of जीतो http इनाम. भारत')
  expect(mail?.text).not.toContain('इनाम.भारत')
})
