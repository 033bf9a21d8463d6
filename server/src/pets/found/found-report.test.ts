import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport, REPORT } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { summaryOf, wrongFieldsOf } from '../../../test/wrong-fields.ts'

const app = await testApp()

const report = (petId: string, body: object) => app.call(foundCalls.report, { params: { petId }, body })
const messages = () =>
  app.db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'report_id')
    .selectAll('found_messages')
    .select('pet_id')
    .execute()
const messagesOf = async (pet: { id: number }) => (await messages()).filter(({ pet_id }) => pet_id === pet.id)

const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

// FND-2
test('a report answers the path of a thread; the owner reads what the finder typed', async () => {
  const owner = await aUser(app.db)
  const { id, path } = await aFoundReport(app, owner)
  expect(path).toMatch(/^\/found\/[\w-]{43}$/)
  const { body } = await app.call(foundCalls.read, { params: { id: String(id) } }, owner)
  expect(body.data.messages).toMatchObject([{ by: 'finder', ...REPORT, lat: null, lon: null }])
  const list = async () => (await app.call(foundCalls.listOwn, {}, owner)).body.data
  expect(await list()).toMatchObject([{ id, is_new: true, pet_name: 'Moti', closed_at: null }])
  expect((await app.call(foundCalls.markRead, { params: { id: String(id) } }, owner)).status).toBe(204)
  expect(await list()).toMatchObject([{ id, is_new: false }])
})

// FND-2
test('the finder’s form folds what few fill in, and opens it where it was refused', async () => {
  const { petId } = await aPet(app.db, await aUser(app.db))
  const path = `/pet-detail/${petId}/found`
  const fold = (html: string) => /<details[^>]*>/.exec(html.slice(html.indexOf('name="place"')))?.[0]
  const fresh = await (await app.fetch(path, { headers: { accept: 'text/html' } })).text()
  expect(fold(fresh)).toMatch(/^<details(?! open)/)
  const refused = await form(path, { name: 'Salma' })
  expect(refused.status).toBe(400)
  expect(fold(await refused.text())).toMatch(/^<details open/)
})

// FND-2
test('the finder’s form has its button before the warning about scams', async () => {
  const { petId } = await aPet(app.db, await aUser(app.db))
  const html = await (await app.fetch(`/pet-detail/${petId}/found`)).text()
  const button = html.indexOf('>Send to the owner</button>')
  expect(button).toBeGreaterThan(0)
  expect(html.indexOf('We never ask for money')).toBeGreaterThan(button)
})

// JRN-1
test('the list of threads counts what is unseen, and has the pet’s photo', async () => {
  const owner = await aUser(app.db)
  const { pet, id, path } = await aFoundReport(app, owner)
  const photo = { pet_id: pet.id, name: 'a'.repeat(32), width: 600, height: 800, color: '#888888', position: 1 }
  await app.db.insertInto('photos').values(photo).execute()
  await form(path, { message: 'We wait here' })
  const list = async () => (await app.call(foundCalls.listOwn, {}, owner)).body.data
  expect(await list()).toMatchObject([
    { id, unread: 2, pet_photo: { width: 600, urls: { small: expect.stringContaining(photo.name) } } },
  ])
  await app.call(foundCalls.markRead, { params: { id: String(id) } }, owner)
  expect(await list()).toMatchObject([{ id, unread: 0, is_new: false }])
})

// FND-2
test('a finder sees the photo of the pet, on the form and in the thread', async () => {
  const pet = await aPet(app.db, await aUser(app.db), { petName: 'Moti' })
  const address = `/pet-detail/${pet.petId}/found`
  const htmlOf = async (path: string) => (await app.fetch(path, { headers: { accept: 'text/html' } })).text()
  expect(await htmlOf(address)).toContain('src="/drawing-find.svg"')
  const photo = { pet_id: pet.id, name: 'c'.repeat(32), width: 600, height: 400, color: '#112233', position: 1 }
  await app.db.insertInto('photos').values(photo).execute()
  const sent = await report(pet.petId, { message: 'Moti is here' })
  for (const path of [address, sent.body.thread_path]) {
    const picture = /<header[^>]*><h1[^>]*>[^<]*Moti<\/h1>(<img[^>]*>)/.exec(await htmlOf(path))?.[1]
    expect(picture, path).toContain(`src="/photos/${photo.name}-small.webp"`)
    expect(picture, path).toContain('alt="Photo of Moti"')
  }
})

// JRN-1
test('a finder’s page can ask for new messages, and for how the thread ended', async () => {
  const owner = await aUser(app.db)
  const { id, path } = await aFoundReport(app, owner)
  const seen = async (token: string) => app.call(foundCalls.readAsFinder, { params: { token } })
  const token = path.split('/').at(-1) ?? ''
  await app.call(foundCalls.answer, { params: { id: String(id) }, body: { message: 'I am coming' } }, owner)
  const open = await seen(token)
  expect(open.headers.get('cache-control')).toMatch(/no-store/)
  expect(open.body.data).toMatchObject({
    messages: [
      { by: 'finder', shared: ['contact'] },
      { by: 'owner', message: 'I am coming' },
    ],
    outcome: null,
  })
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  expect((await seen(token)).body.data.outcome).toBe('home')
  expect((await seen('x'.repeat(43))).status).toBe(404)
})

// FND-2
test('something has to be told, and a location is whole and on the Earth', async () => {
  const { petId } = await aPet(app.db, await aUser(app.db))
  const refused = [
    {},
    { name: 'Asha' },
    { message: ' \n ' },
    { message: 'x'.repeat(501) },
    { lat: 18.5 },
    { lat: 91, lon: 73 },
    { lat: 'north', lon: 73 },
    { lat: 18.5, lon: 73, accuracy: -1 },
    { message: 'x', accuracy: 25 },
  ]
  for (const body of refused)
    expect(`${JSON.stringify(body).slice(0, 40)} ${(await report(petId, body)).status}`).toMatch(/ 400$/)
  for (const body of [
    { message: 'x'.repeat(500) },
    { place: 'Pune' },
    { contact: 'a@example.org' },
    { lat: 18.52, lon: 73.85 },
  ])
    expect((await report(petId, body)).status).toBe(201)
})

// FND-2
test('a location is stored with the time of the consent, and the owner sees it', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  await report(pet.petId, { lat: '18.5204', lon: '73.8567', accuracy: '25' })
  const [stored] = await messagesOf(pet)
  expect(stored).toMatchObject({ lat: 18.5204, lon: 73.8567, accuracy: 25, location_agreed_at: expect.any(Date) })
  await report((await aPet(app.db, owner)).petId, { message: 'without' })
  const without = (await messages()).find(({ message }) => message === 'without')
  expect(without).toMatchObject({ lat: null, accuracy: null, location_agreed_at: null })
})

// FND-2
test('a blank or unknown tag has no form and takes no report', async () => {
  for (const petId of [await aBlankTag(app.db), 'ABCDEFGHJKLM', 'nonsense']) {
    expect((await report(petId, REPORT)).status).toBe(petId === 'nonsense' ? 400 : 404)
    const page = await app.fetch(`/pet-detail/${petId}/found`)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('There is no pet on this tag')
    expect((await form(`/pet-detail/${petId}/found`, { message: 'x' })).status).toBe(petId === 'nonsense' ? 400 : 404)
  }
})

// FND-2
test('form, thread and answer work as plain forms, without JavaScript', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const address = `/pet-detail/${pet.petId}/found`
  expect(await (await app.fetch(address)).text()).toContain('<form')

  const sent = await form(address, { message: 'Line one\r\nline two', place: '', name: '', contact: '' })
  expect(sent.status).toBe(303)
  const thread = sent.headers.get('location') ?? ''
  expect(thread).toMatch(/^\/found\/[\w-]{43}$/)
  expect((await messagesOf(pet))[0]).toMatchObject({ message: 'Line one\nline two', place: null })

  const [{ id } = { id: 0 }] = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  await app.call(foundCalls.answer, { params: { id: String(id) }, body: { message: 'I am coming' } }, owner)
  const written = await form(thread, { message: 'We wait here' })
  expect([written.status, written.headers.get('location')]).toEqual([303, thread])
  const page = await (await app.fetch(thread)).text()
  for (const text of ['Line one', 'I am coming', 'We wait here', 'The owner', 'We never ask for money'])
    expect(page).toContain(text)
})

// FND-2
test('a plain form is read, and what is wrong is said beside what was typed', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const parts = new FormData()
  parts.set('place', 'Pune')
  const sent = await app.fetch(`/pet-detail/${pet.petId}/found`, { method: 'POST', body: parts })
  expect(sent.status).toBe(303)

  const refused = await form(`/pet-detail/${pet.petId}/found?lang=hi`, { name: 'Asha <b>' })
  expect(refused.status).toBe(400)
  const page = await refused.text()
  expect(page).toContain('कृपया संदेश')
  expect(page).toContain('value="Asha &lt;b&gt;"')
})

// FND-2
test('a form that was refused still has the location, and says that it will be sent', async () => {
  const path = `/pet-detail/${(await aPet(app.db, await aUser(app.db))).petId}/found`
  const place = { lat: '18.520400', lon: '73.856700', accuracy: '20' }
  const html = await (await form(path, { ...place, contact: 'z'.repeat(201) })).text()
  for (const [name, value] of Object.entries(place)) expect.soft(html).toContain(`name="${name}" value="${value}"`)
  expect(html).toContain('Your location will be sent, accurate to about 20 m.')
  expect(await (await form(path, { contact: 'z'.repeat(201) })).text()).not.toContain('name="lat"')
})

// LIT-2
test('each wrong field of a report is marked, in view and linked from the summary', async () => {
  const path = `/pet-detail/${(await aPet(app.db, await aUser(app.db))).petId}/found`
  const typed = { message: 'x'.repeat(501), place: 'Pune', name: 'y'.repeat(101), contact: 'z'.repeat(201) }
  const refused = await form(path, { ...typed, lat: '91', lon: '73' })
  const html = await refused.text()
  expect(refused.status).toBe(400)
  expect(wrongFieldsOf(html)).toEqual({
    message: 'Message must be at most 500 characters long',
    name: 'Name must be at most 100 characters long',
    contact: 'Contact must be at most 200 characters long',
  })
  // No field shows the location.
  expect(summaryOf(html)).toMatch(/^\S.*90/)
  expect(html).toContain('value="Pune"')
  const empty = await (await form(path, {})).text()
  expect(wrongFieldsOf(empty)).toEqual({ message: expect.stringContaining('Please') })
  expect(wrongFieldsOf(await (await app.fetch(path)).text())).toEqual({})
})

// LIT-2
test('a wrong message of a conversation is marked and linked from the summary', async () => {
  const owner = await aUser(app.db)
  const { id, path } = await aFoundReport(app, owner)
  const refused = await form(path, { message: 'x'.repeat(501) })
  const html = await refused.text()
  expect([refused.status, summaryOf(html)]).toEqual([400, ''])
  expect(wrongFieldsOf(html)).toEqual({ message: 'Message must be at most 500 characters long' })
  expect(html).toContain(`${'x'.repeat(501)}</textarea>`)
  expect(wrongFieldsOf(await (await app.fetch(path)).text())).toEqual({})
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  const closed = await (await form(path, { message: 'x' })).text()
  expect(wrongFieldsOf(closed)).toEqual({})
  expect(summaryOf(closed)).not.toBe('')
})

// FND-2
test('a program that sends a form and asks for JSON gets JSON, also when rejected', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const send = async (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const headers = { accept: 'application/json' }
    const reply = await app.fetch(`/pet-detail/${pet.petId}/found`, { method: 'POST', headers, body })
    return { status: reply.status, body: await reply.json() }
  }
  expect(await send({ place: 'Pune' })).toEqual({
    status: 201,
    body: { thread_path: expect.stringMatching(/^\/found\//) },
  })
  expect(await send({ name: 'Asha' })).toMatchObject({ status: 400, body: { status: 'error', code: 'invalid_fields' } })
})

// FND-2
test('another site cannot send the form for its visitors', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const sent = await form(`/pet-detail/${pet.petId}/found`, REPORT, { 'sec-fetch-site': 'cross-site' })
  expect(sent.status).toBe(403)
  expect(await messagesOf(pet)).toEqual([])
})

// FND-2
test('a report of a pet deleted at the same moment is answered as of an unknown tag', async () => {
  const owner = await aUser(app.db)
  const pet = await aPet(app.db, owner)
  const deleting = await app.pool.connect()
  try {
    await deleting.query('begin')
    await deleting.query('select from users where id = $1 for no key update', [owner.id])
    const replies = Promise.all([report(pet.petId, REPORT), form(`/pet-detail/${pet.petId}/found`, REPORT)])
    await expect.poll(() => lockWaits(app.pool)).toBe(2)
    await deleting.query('delete from pets where id = $1', [pet.id])
    await deleting.query('commit')
    const [call, page] = await replies
    expect(call.body).toMatchObject({ code: 'pet_not_found' })
    expect([call.status, page.status]).toEqual([404, 404])
    expect(await page.text()).toContain('There is no pet on this tag')
  } finally {
    deleting.release()
  }
})

// FND-3
test('the same report within ten minutes adds nothing, and other content is added', async () => {
  const pet = await aPet(app.db, await aUser(app.db))
  const replies = await Promise.all(Array.from({ length: 8 }, () => report(pet.petId, REPORT)))
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.thread_path}`)).size).toBe(1)
  expect(await messagesOf(pet)).toHaveLength(1)

  const further = await report(pet.petId, { message: 'It is still here' })
  // It may be somebody else's, so its finder has a page of their own (found-finders.test.ts).
  expect(further.body).not.toEqual(replies[0]?.body)
  expect(await messagesOf(pet)).toHaveLength(2)
  expect(new Set((await messagesOf(pet)).map(({ report_id }) => report_id)).size).toBe(1)

  await app.db
    .updateTable('found_messages')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  await report(pet.petId, REPORT)
  expect(await messagesOf(pet)).toHaveLength(3)
})

// FND-3
test('a finder from another network gets an own thread, which the first cannot read', async () => {
  const owner = await aUser(app.db)
  const { pet, path } = await aFoundReport(app, owner)
  await app.db
    .updateTable('found_reports')
    .set({ network_key: Buffer.from('another') })
    .execute()
  const other = await report(pet.petId, { message: 'Seen at the river' })
  expect(other.body.thread_path).not.toBe(path)
  expect(await (await app.fetch(path)).text()).not.toContain('Seen at the river')
})

// FND-2
test('another owner gets 404 for a thread, whatever the call', async () => {
  const { id } = await aFoundReport(app, await aUser(app.db))
  const [stranger, params] = [await aUser(app.db), { id: String(id) }]
  for (const call of [foundCalls.read, foundCalls.close, foundCalls.mute])
    expect((await app.call(call, { params }, stranger)).status).toBe(404)
  for (const call of [foundCalls.answer, foundCalls.reportAbuse])
    expect((await app.call(call, { params, body: { message: 'x', reason: 'x' } }, stranger)).status).toBe(404)
  expect((await app.call(foundCalls.listOwn, {}, stranger)).body.data).toEqual([])
})

// FND-3
test('Home again closes a thread for both; the finder’s next report begins another', async () => {
  const owner = await aUser(app.db)
  const { pet, id, path } = await aFoundReport(app, owner)
  const closed = await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  expect(closed.body.data).toMatchObject({ outcome: 'home', closed_at: expect.any(String) })
  expect((await form(path, { message: 'x' })).status).toBe(409)
  expect(await (await app.fetch(path)).text()).toContain('home again')
  const answer = { params: { id: String(id) }, body: { message: 'x' } }
  expect((await app.call(foundCalls.answer, answer, owner)).error.code).toBe('found_closed')
  expect((await report(pet.petId, { message: 'Again' })).body.thread_path).not.toBe(path)
})

// FND-3
test('the same words after a thread has ended reach the owner in another one', async () => {
  const owner = await aUser(app.db)
  const { pet, id, path } = await aFoundReport(app, owner)
  expect((await report(pet.petId, REPORT)).body.thread_path).toBe(path)
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  const again = (await report(pet.petId, REPORT)).body.thread_path
  expect(again).not.toBe(path)
  expect(await (await app.fetch(again)).text()).not.toContain('home again')
  const threads = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  expect(threads).toMatchObject([{ closed_at: null, unread: 1 }, { id }])
})

// FND-2, FND-3
test('a conversation that has ended leads back to the page of the pet, too', async () => {
  const owner = await aUser(app.db)
  const { pet, id, path } = await aFoundReport(app, owner)
  await app.call(foundCalls.close, { params: { id: String(id) } }, owner)
  const [main = ''] = /<main\b.*<\/main>/s.exec(await (await app.fetch(path)).text()) ?? []
  expect(main).toContain('home again')
  expect(main).toContain(`href="/pet-detail/${pet.petId}"`)
})

// FND-3
test('a report that comes while the owner ends the thread begins another', async () => {
  const { pet, id } = await aFoundReport(app, await aUser(app.db))
  const ending = await app.pool.connect()
  try {
    await ending.query('begin')
    await ending.query(`update found_reports set closed_at = now(), outcome = 'home' where id = $1`, [id])
    const reply = report(pet.petId, { message: 'It is still here' })
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    await ending.query('commit')
    expect((await reply).status).toBe(201)
    expect(new Set((await messagesOf(pet)).map(({ report_id }) => report_id)).size).toBe(2)
  } finally {
    ending.release()
  }
})

// FND-3
test('an admin sees reported threads, writes in them, closes and deletes them', async () => {
  const [owner, admin] = [await aUser(app.db), await anAdmin(app.db)]
  const { id, path } = await aFoundReport(app, owner)
  const params = { id: String(id) }
  const listed = async () => (await app.call(foundCalls.listAbuse, {}, admin)).body.map((thread) => thread.id)
  expect(await listed()).not.toContain(id)
  await app.call(foundCalls.reportAbuse, { params, body: { reason: 'Asks for money' } }, owner)
  expect(await listed()).toContain(id)
  await app.call(foundCalls.openReported, { params, body: { reason: 'Look' } }, admin)
  await app.call(foundCalls.answer, { params, body: { message: 'We read this' } }, admin)
  expect(await (await app.fetch(path)).text()).toContain('The foundation')
  expect((await app.call(foundCalls.closeAny, { params }, admin)).body.outcome).toBe('closed')
  expect((await app.call(foundCalls.deleteAny, { params }, admin)).status).toBe(204)
  expect((await app.call(foundCalls.read, { params }, owner)).status).toBe(404)
})

// FND-2
test('the thread of a deleted pet is gone, and the finder’s page says so', async () => {
  const { pet, path } = await aFoundReport(app, await aUser(app.db))
  await app.db.deleteFrom('pets').where('id', '=', pet.id).execute()
  const page = await app.fetch(path)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('the pet may have been removed')
  expect(await messagesOf(pet)).toEqual([])
})
