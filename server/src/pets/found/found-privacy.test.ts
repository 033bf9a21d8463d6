import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aConfirmedUser, aPet, aUser } from '../../../test/factories.ts'
import { aFoundReport, REPORT } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { erasePerson, exportPerson } from '../../../test/rights.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'

const app = await testApp()

const mailsOf = (user: { id: number }) =>
  app.db.selectFrom('mails').selectAll().where('user_id', '=', user.id).execute()

// FND-2
test('no page, answer or mail of one side holds what identifies the other', async () => {
  const owner = await aConfirmedUser(app.db)
  const { id, path, pet } = await aFoundReport(app, owner)
  const params = { id: String(id) }
  await app.call(foundCalls.answer, { params, body: { message: 'I am coming' } }, owner)
  const token = path.split('/').at(-1) ?? ''
  const written = await app.call(foundCalls.write, { params: { token }, body: { message: 'Good' } })

  const forFinder = [await (await app.fetch(path)).text(), JSON.stringify(written.body)]
  const ofOwner = [owner.username, owner.email, pet.contactDetails, pet.address, '98765']
  for (const text of forFinder) for (const secret of ofOwner) expect(text).not.toContain(secret)
  // Whoever else gets the link must not read the finder's contact.
  for (const text of forFinder) expect(text).not.toContain(REPORT.contact)

  const forOwner = JSON.stringify((await app.call(foundCalls.read, { params }, owner)).body)
  for (const secret of [token, '127.0.0.1', 'network', 'token']) expect(forOwner).not.toContain(secret)
  const mails = await mailsOf(owner)
  expect(mails).toHaveLength(2)
  for (const { subject, text, html } of mails)
    for (const secret of [...Object.values(REPORT), 'Good', token])
      expect(`${subject} ${text} ${html}`).not.toContain(secret)
})

// FND-2
test('the table holds neither a link nor an address, and the log nothing of a report', async () => {
  const { path } = await aFoundReport(app, await aUser(app.db))
  const token = path.split('/').at(-1) ?? ''
  const rows = JSON.stringify(await app.db.selectFrom('found_reports').selectAll().execute())
  for (const secret of [token, '127.0.0.1']) expect(rows).not.toContain(secret)
  await app.call(foundCalls.report, {
    params: { petId: 'ABCDEFGHJKLM' },
    body: { ...REPORT, lat: 12.3456, lon: 65.4321 },
  })
  for (const secret of [...Object.values(REPORT), token, '12.3456']) expect(app.logged()).not.toContain(secret)
})

// FND-2
test('the pages of finders are for nobody else: not cached, not indexed, no referrer', async () => {
  const { path, pet } = await aFoundReport(app, await aUser(app.db))
  for (const address of [path, `/pet-detail/${pet.petId}/found`, '/found/nonsense']) {
    const { headers } = await app.fetch(address)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

// FND-2
test('markup in a message, a name or a pet stays text, on the page and in the mail', async () => {
  const owner = await aConfirmedUser(app.db)
  const nasty = '</script><script>alert(1)</script>'
  const pet = await aPet(app.db, owner, { petName: `Moti ${nasty}` })
  const body = { message: nasty, place: nasty, name: nasty, contact: nasty }
  const { thread_path } = (await app.call(foundCalls.report, { params: { petId: pet.petId }, body })).body
  expect(await (await app.fetch(thread_path)).text()).not.toContain('<script>alert')
  const [mail] = await mailsOf(owner)
  expect(mail?.html).not.toContain('<script>')
  expect(mail?.subject).toBe(`Somebody has found Moti ${nasty}`)
  const lines = await app.call(foundCalls.report, {
    params: { petId: pet.petId },
    body: { place: 'x\r\nBcc: eve@example.org' },
  })
  expect(lines.status).toBe(400)
})

// FND-3
test('networks drop after a day, silent threads close after 90 and go 30 days later', async () => {
  const owner = await aUser(app.db)
  const [fresh, silent, closed] = [
    await aFoundReport(app, owner),
    await aFoundReport(app, owner),
    await aFoundReport(app, owner),
  ]
  const set = (id: number, values: object) =>
    app.db.updateTable('found_reports').set(values).where('id', '=', id).execute()
  await set(fresh.id, { created_at: sql`now() - interval '25 hours'` })
  await set(silent.id, { last_message_at: sql`now() - interval '91 days'` })
  await set(closed.id, { closed_at: sql`now() - interval '31 days'`, outcome: 'home' })
  await forgetOld(app)
  const rows = await app.db
    .selectFrom('found_reports')
    .selectAll()
    .where('pet_id', 'in', [fresh.pet.id, silent.pet.id, closed.pet.id])
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { id: fresh.id, network_key: null, closed_at: null },
    { id: silent.id, outcome: 'silent' },
  ])
  expect((await app.fetch(closed.path)).status).toBe(404)
})

// FND-2
test('export and erasure know owner and finder', async () => {
  const owner = await aUser(app.db)
  const { pet } = await aFoundReport(app, owner)
  const { body } = await app.call(foundCalls.report, {
    params: { petId: pet.petId },
    body: { message: 'Call me', contact: 'Asha@Example.org' },
  })
  const token = body.thread_path.split('/').at(-1) ?? ''
  await app.call(foundCalls.write, { params: { token }, body: { message: 'We wait' } })
  const exported = (await exportPerson(app, { email: owner.email })) as Record<string, object[]>
  expect(exported.found_reports).toHaveLength(1)
  expect(exported.found_messages).toHaveLength(3)
  expect((await exportPerson(app, { email: 'asha@example.org' })).found_messages).toHaveLength(2)

  await erasePerson(app, { email: 'asha@example.org' })
  const erased = await app.db
    .selectFrom('found_messages')
    .innerJoin('found_reports', 'found_reports.id', 'report_id')
    .selectAll('found_messages')
    .where('pet_id', '=', pet.id)
    .execute()
  // Another finder wrote to the same thread from the same network.
  const [other, ...ofAsha] = erased.toSorted((one, two) => one.id - two.id)
  expect(other).toMatchObject(REPORT)
  expect(ofAsha).toHaveLength(2)
  for (const row of ofAsha) expect(row).toMatchObject({ message: 'Erased', name: null, contact: null, place: null })

  await erasePerson(app, { email: owner.email })
  expect(await app.db.selectFrom('found_reports').select('id').where('pet_id', '=', pet.id).execute()).toEqual([])
})

// FND-2
test('export and erasure take a finder for nobody whose address is a part of theirs', async () => {
  const { petId } = await aPet(app.db, await aUser(app.db))
  const contact = 'Write to me: priya.sam@example.org.in, or to (ravi@example.org).'
  await app.call(foundCalls.report, { params: { petId }, body: { message: 'A brown dog', contact } })
  const countOf = async (email: string) => {
    const { found_messages = [] } = (await exportPerson(app, { email })) as Record<string, object[]>
    return found_messages.length
  }

  for (const email of ['sam@example.org.in', 'priya.sam@example.org', 'avi@example.org']) {
    expect([email, await countOf(email)]).toEqual([email, 0])
    await erasePerson(app, { email })
  }
  for (const email of ['priya.sam@example.org.in', 'RAVI@example.org'])
    expect([email, await countOf(email)]).toEqual([email, 1])
})
