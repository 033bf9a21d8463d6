import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { receiptCalls } from '@petsetu/contract/payments/receipts.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { FOUNDATION } from '../../../test/foundation.ts'
import { aComplaint, initiate, payingApp, verify } from '../../../test/paying-app.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { readConfig } from '../../platform/config/config.ts'
import { foundationStore } from './foundation-store.ts'

const app = await payingApp()
const admin = await anAdmin(app.db)

const read = async () => (await app.call(foundationCalls.read, {}, admin)).body.data
const save = (body: object) => app.call(foundationCalls.update, { body: { ...FOUNDATION, ...body } }, admin)
const pageOf = async (path: string) => (await plainRequest(app.url, { path, headers: { accept: 'text/html' } })).text

// DSK-8
test('the environment gives the values until an admin saves others, which then hold', async () => {
  const { settings, version } = await read()
  expect(settings).toMatchObject({ foundationName: app.config.foundationName, mailSignature: '' })
  expect(settings.complaintDueDays).toEqual(app.config.complaintDueDays)
  const saved = await save({ version })
  expect(saved.body.data).toEqual({
    settings: FOUNDATION,
    version: version + 1,
    changed_by: admin.username,
    changed_at: expect.stringMatching(/Z$/),
    logo: null,
    storyPhoto: null,
  })
  expect(await read()).toEqual(saved.body.data)
})

// DSK-8, FND-1
test('examples that an admin leaves in the form do not become the foundation’s own', async () => {
  const { settings, version } = await read()
  const { contactEmail, grievanceOfficerName, foundationPan } = app.config
  const left = { contactEmail, grievanceOfficerName, foundationPan, helplinePhone: '1962' }
  const saved = await save({ version, ...left })
  expect(saved.body.data.settings).toMatchObject(left)
  const own = { LEGAL_NAME: 'Another Trust', CONTACT_EMAIL: 'office@daya.example' }
  const keys = { RAZORPAY_KEY_ID: 'id', RAZORPAY_KEY_SECRET: 'key-secret', RAZORPAY_WEBHOOK_SECRET: 'webhook' }
  const { current } = await foundationStore(app.db, readConfig({ NODE_ENV: 'production', ...keys, ...own }))
  const { legalName, legalAddress } = FOUNDATION
  const details = { grievanceOfficerName: '', foundationPan: '', contactEmail: own.CONTACT_EMAIL }
  expect(current()).toMatchObject({ legalName, legalAddress, helplinePhone: '1962', ...details })
  await save(settings)
})

// TRU-8
test('a renewed approval keeps the one before it; a correction replaces it', async () => {
  const approval = (approvalNumber: string, approvedFrom: string, approvedUntil: string) => {
    return { donationSection: '80G', approvalNumber, approvalDay: '2021-05-28', approvedFrom, approvedUntil }
  }
  const first = approval('FIRST', '2021-04-01', '2026-03-31')
  const second = approval('SECOND', '2026-04-01', '2031-03-31')
  const earlierAfter = async (change: object) => (await save(change)).body.data.settings.earlierApprovals
  expect(await earlierAfter({ ...first, approvalNumber: 'TYPO' })).toEqual([])
  expect(await earlierAfter(first)).toEqual([])
  expect(await earlierAfter(second)).toEqual([first])
  expect(await earlierAfter(second)).toEqual([first])
  const moved = { ...second, approvedFrom: '2026-05-01' }
  expect(await earlierAfter(moved)).toEqual([first])
  expect(await earlierAfter(approval('', '', ''))).toEqual([moved, first])
  expect(await earlierAfter(approval('THIRD', '2031-04-01', ''))).toEqual([moved, first])
  expect(await earlierAfter(moved)).toEqual([first])
})

// DSK-8
test('a change shows at once on pages that were served before it', async () => {
  await save({})
  const addresses = ['/', '/contact', '/pet-detail/ABCDEFGHJKLM', '/login']
  for (const path of addresses) expect(await pageOf(path), path).toContain(FOUNDATION.foundationName)
  await save({ foundationName: 'Maitri', legalName: 'Maitri Trust', helplinePhone: '1962', contactEmail: '' })
  for (const path of addresses) {
    const page = await pageOf(path)
    expect(page, path).toContain('Maitri')
    expect(page, path).not.toContain(FOUNDATION.foundationName)
  }
  for (const path of ['/', '/contact']) {
    const page = await pageOf(path)
    expect(page).toContain('href="tel:1962"')
    expect(page).not.toContain(FOUNDATION.contactEmail)
  }
})

// DSK-8, DON-1
test('the donation link of the header leads where the settings say', async () => {
  const leadsTo = async (donationLink: string) => {
    await save({ donationLink })
    return /<a href="([^"]*)"[^>]*>DONATE NOW/.exec(await pageOf('/'))?.[1]
  }
  expect(await leadsTo('https://give.daya.example/now')).toBe('https://give.daya.example/now')
  expect(await leadsTo('/donate')).toBe('/donate')
  expect(await leadsTo('')).toBe(`${FOUNDATION.marketingUrl}/donate`)
})

// DSK-8, CASE-1
test('the form gets emergency numbers and the fee’s sentence, and public pages do not', async () => {
  await save({})
  const form = await pageOf('/complaint')
  const home = await pageOf('/')
  for (const text of ['Daya ambulance', FOUNDATION.feeTexts.en, FOUNDATION.feeTexts.hi]) {
    expect(form).toContain(text)
    expect(home).not.toContain(text)
  }
})

// DSK-8, DON-1
test('the donation page says what an amount does, in its own language alone', async () => {
  await save({})
  const [english, hindi] = [FOUNDATION.amountTexts.en[500] ?? '', FOUNDATION.amountTexts.hi[500] ?? '']
  const donating = await pageOf('/donate?lang=en')
  expect(donating).toContain(english)
  expect(donating).not.toContain(hindi)
  expect(await pageOf('/donate?lang=hi')).toContain(hindi)
  for (const path of ['/donate?lang=mr', '/']) expect(await pageOf(path), path).not.toContain(english)
})

// DSK-8
test('an amount without a line is left out, and one that is not suggested, too', async () => {
  const typed = { en: { 500: ' Feeds one dog ', 1000: ' ', 2500: '', 700: 'Nothing' }, hi: {}, mr: {} }
  const reply = await save({ amountTexts: typed })
  expect(reply.body.data.settings.amountTexts).toEqual({ en: { 500: 'Feeds one dog' }, hi: {}, mr: {} })
})

// DSK-8
test('a row of the emergency numbers that is left empty is none', async () => {
  const blank = { label: '', phone: '' }
  const police = { label: 'Police', phone: '100' }
  expect((await save({ emergencyNumbers: [blank, police, blank, blank] })).status).toBe(200)
  expect((await read()).settings.emergencyNumbers).toEqual([police])
})

// DSK-8
test('the checkout, receipts and mails carry the new name, and mails the new last line', async () => {
  await save({})
  const complaintId = await aComplaint(app)
  const { order_id, checkout_data } = (await initiate(app, complaintId)).body.data
  expect(checkout_data.name).toBe(FOUNDATION.foundationName)
  await verify(app, complaintId, await app.sandbox.pay(order_id))

  const { rows } = await app.pool.query<{ token: string }>('select token from receipts')
  const receipt = await app.call(receiptCalls.read, { params: { token: rows[0]?.token ?? '' } })
  expect(receipt.body.data.foundation).toBe(FOUNDATION.foundationName)

  const mails = await app.pool.query<{ html: string; text: string }>('select html, text from mails')
  expect(mails.rows).toHaveLength(1)
  for (const part of mails.rows.flatMap(({ html, text }) => [html, text])) {
    for (const value of [FOUNDATION.foundationName, FOUNDATION.legalAddress, FOUNDATION.mailSignature])
      expect(part).toContain(value)
  }
})

// DSK-8
test('a complaint gets the days of its type that hold when it is filed', async () => {
  const daysOf = async (type: string) => {
    const id = await aComplaint(app, { type_of_complaint: type })
    const { rows } = await app.pool.query(
      "select due_on - (created_at at time zone 'Asia/Kolkata')::date as days from complaints where id = $1",
      [id],
    )
    return rows[0].days
  }
  await save({ complaintDueDays: { cruelty: 1, other: 9 } })
  expect([await daysOf('Cruelty'), await daysOf('Noise')]).toEqual([1, 9])
  await save({ complaintDueDays: { cruelty: 4, other: 11 } })
  expect([await daysOf('Cruelty'), await daysOf('Noise')]).toEqual([4, 11])
  // As the forms write the types.
  await save({ complaintDueDays: { Cruelty: 6, Other: 8 } })
  expect([await daysOf('Cruelty'), await daysOf('Noise')]).toEqual([6, 8])
  expect((await read()).settings.complaintDueDays).toEqual({ cruelty: 6, other: 8 })
})

// DSK-8
test('a change of an older version is rejected with what is stored; a repeat is not', async () => {
  await save({})
  const { version } = await read()
  expect((await save({ version, legalName: 'Newer' })).status).toBe(200)
  const stale = await save({ version, legalName: 'Stale' })
  expect([stale.status, stale.error.code]).toEqual([409, 'changed_meanwhile'])
  expect(stale.error.current).toMatchObject({ settings: { legalName: 'Newer' }, version: version + 1 })
  expect(stale.error.current).toMatchObject({ changed_by: admin.username })
  expect((await save({ version, legalName: 'Newer' })).status).toBe(200)
  expect(await read()).toMatchObject({ settings: { legalName: 'Newer' }, version: version + 1 })
})

// DSK-8
test('the log says who changed which settings, but not to what', async () => {
  await save({})
  await save({ grievanceOfficerName: 'Somebody Else', foundationPan: 'PQRST1234U' })
  const line =
    app
      .logged()
      .split('\n')
      .findLast((entry) => entry.includes('settings-changed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ fields: ['foundationPan', 'grievanceOfficerName'], actorId: admin.id })
  expect(app.logged()).not.toMatch(/Somebody Else|PQRST1234U/)
})

test.each([
  ['foundationName', ' ', 'Name of the foundation is required'],
  ['marketingUrl', 'javascript:alert(1)', 'Website must be a web address like https://example.org'],
  ['marketingUrl', 'https://me:secret@daya.example', 'Website must be a web address like https://example.org'],
  ['contactEmail', 'nobody', 'Invalid email address'],
  ['helplinePhone', 'call us', 'Helpline must be a phone number like +91 20 5550 1234'],
  ['foundationPan', 'ABC', 'A PAN has five letters, four digits and a letter, like ABCPE1234F'],
  ['mailSignature', 'two\nlines', 'Last line of emails contains characters that cannot be used'],
  ['donationLink', 'donate', 'Donation link must be a web address like https://example.org'],
  ['donationLink', 'javascript:alert(1)', 'Donation link must be a web address like https://example.org'],
  ['emergencyNumbers', [], 'Phone number is required'],
  ['emergencyNumbers', [{ label: 'Police', phone: '' }], 'Phone number is required'],
  ['emergencyNumbers', [{ label: '', phone: 'call us' }], 'Phone number must be a phone number like +91 20 5550 1234'],
  ['emergencyNumbers', Array(5).fill({ label: '', phone: '100' }), 'Invalid input'],
  ['feeTexts', { en: 'x'.repeat(301) }, 'Sentence about the fee must be at most 300 characters long'],
  ['amountTexts', { en: { 500: 'x'.repeat(61) }, hi: {}, mr: {} }, 'Text must be at most 60 characters long'],
  ['amountTexts', { en: { 500: 'a\nb' }, hi: {}, mr: {} }, 'Text contains characters that cannot be used'],
  ['complaintDueDays', { other: 1.5 }, 'Days must be a whole number from 0 to 365'],
  ['complaintDueDays', { cruelty: 2 }, 'Days is required'],
  // DSK-8
] as const)('the server refuses settings whose %s is %j: %s', async (field, value, message) => {
  const reply = await save({ [field]: value })
  expect([reply.status, reply.error.errors]).toEqual([400, { [field]: message }])
})
