import { allCalls } from '@petsetu/contract/calls.ts'
import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { IMPORT_CALLS } from '@petsetu/contract/office/imports.ts'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { settlementCalls } from '@petsetu/contract/payments/settlements.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { breachCalls } from '@petsetu/contract/people/breaches.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { campAdminCalls, campCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { aCamp, aWorkKey } from '../../../../test/camps.ts'
import { aStreetAnimal } from '../../../../test/community.ts'
import {
  aBreach,
  aConfirmedUser,
  aFailedMail,
  aGrievance,
  anAdmin,
  aPet,
  aPlan,
  aSession,
  aUser,
} from '../../../../test/factories.ts'
import { testApp } from '../../../../test/harness.ts'
import { aComplaint } from '../../../../test/paying-app.ts'
import { insertTags, openBatch } from '../../../pets/tags/tag-queries.ts'
import { csvCell } from './csv.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

test.each(['=1+1', '+91 98', '-2', '@SUM(A1)', '＝1', '\tx', '\rx', '\nx'])(
  // RPT-9
  'a cell that begins like a formula, %j, is only text',
  (text) => {
    expect(csvCell(text)).toBe(`"'${text}"`)
  },
)

// RPT-9
test('quotes, commas and line breaks stay inside their cell; numbers stay numbers', () => {
  expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"')
  expect(csvCell(-12.5)).toBe('-12.5')
  expect(csvCell(null)).toBe('')
  expect(csvCell('plain')).toBe('plain')
})

// RPT-9
test('every list can be saved as CSV for spreadsheets, with ₹ and Devanagari intact', async () => {
  const owner = await aUser(app.db)
  await aPet(app.db, owner, { petName: 'मोती', contactDetails: '=HYPERLINK("http://evil")' })
  await aPlan(app.db, { name: 'Friend, yearly' })
  await aComplaint(app, { fullname: '@complainant' })

  const pets = await app.fetch(petCalls.csv.path, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(pets.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(pets.headers.get('content-disposition')).toBe('attachment; filename="pets.csv"')
  const bytes = new Uint8Array(await pets.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  expect(text).toContain('मोती')
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`)

  expect((await app.call(planCalls.csv, {}, admin)).body).toContain('Price (₹)')
  expect((await app.call(planCalls.csv, {}, admin)).body).toContain('"Friend, yearly"')
  expect((await app.call(userCalls.csv, { query: {} }, admin)).body).toContain(owner.email)
  expect((await app.call(complaintCalls.csv, { query: {} }, admin)).body).toContain(`"'@complainant"`)
  expect((await app.call(complaintCalls.csv, { query: { status: 'closed' } }, admin)).body).not.toContain(
    'complainant"',
  )
  expect((await app.call(petCalls.csv, { query: { search: 'nobody' } }, admin)).body.trim().split('\r\n')).toHaveLength(
    1,
  )
})

// The file with the plain name is the one of a year for the tax office.
const FILES_OF_ANOTHER_NAME: Record<string, string> = { [donationCalls.listAll.path]: donationCalls.listCsv.path }

// RPT-9
test('every list of admins that has pages can be saved as CSV', () => {
  const hasPages = (reply: z.ZodType) => reply instanceof z.ZodObject && 'pagination' in reply.shape
  const lists = allCalls.filter((call) => call.access === 'admin' && ('paged' in call || hasPages(call.reply)))
  expect(lists.length).toBeGreaterThan(10)
  const files = allCalls.filter((call) => call.file === 'text/csv').map((call) => call.path)
  const fileOf = ({ path }: { path: string }) => FILES_OF_ANOTHER_NAME[path] ?? `${path}.csv`
  expect(lists.map(fileOf).filter((file) => !files.some((path) => path === file))).toEqual([])
})

// RPT-9, TAG-6
test('the file of the tags has those of a state or batch, however many', async () => {
  const batch = await openBatch(app.db, 'Pune camp')
  const tags = await insertTags(app.db, 601, batch.id)
  const pet = await aPet(app.db, admin)
  await app.pool.query('update tags set batch_id = $1 where pet_id = $2', [batch.id, pet.petId])
  const csv = async (query: { state?: 'blank' | 'registered'; batch?: string }) =>
    (await app.call(tagCalls.csv, { query }, admin)).body.trimEnd().split('\r\n')
  const [head, ...blank] = await csv({ batch: String(batch.id), state: 'blank' })
  expect(head).toContain('Tag ID')
  expect(blank.map((line) => line.split(',')[0])).toEqual(tags.toSorted())
  expect(blank[0]).toContain('Blank,,Pune camp,')
  const [, ...registered] = await csv({ batch: String(batch.id), state: 'registered' })
  expect(registered).toHaveLength(1)
  expect(registered[0]).toContain(`${pet.petId},Registered,${pet.petName},Pune camp,`)
})

// RPT-9, MAIL-5
test('the file of mails says why each failed, but no link or withheld address', async () => {
  const [failed, held] = [await aFailedMail(app.db), await aFailedMail(app.db, { state: 'held' })]
  const withheld = await aFailedMail(app.db, { to: 'withheld@example.org' })
  const id = await aComplaint(app)
  await app.pool.query('update complaints set withhold_name = true where id = $1', [id])
  await app.pool.query("update mails set about = 'complaint ' || $2 where id = $1", [withheld, id])
  await app.pool.query("update mails set action_path = '/account?secret', failure = 'refused', last_error = '550 Gone'")
  const csv = async (query: { state?: 'failed' | 'held' }) => (await app.call(mailCalls.csv, { query }, admin)).body
  expect(await csv({ state: 'failed' })).toMatch(
    new RegExp(`^${failed},.*,Failed,,The mail server refused it for good: 550 Gone`, 'm'),
  )
  expect(await csv({ state: 'failed' })).not.toMatch(new RegExp(`^${held},`, 'm'))
  const all = await csv({})
  expect(all).toMatch(new RegExp(`^${held},`, 'm'))
  expect(all).toMatch(new RegExp(`^${withheld},.*,Address withheld,`, 'm'))
  expect(all).not.toMatch(/secret|withheld@/)
})

/** A camp that a carer of this name held for an animal of the street, with the text wherever people write; returns its id. */
async function aCampThatSays(text: string, carer: { id: number; username: string }): Promise<number> {
  await app.db.updateTable('users').set({ is_carer: true }).where('id', '=', carer.id).execute()
  const words = {
    sterilisedBy: text,
    recognitionNo: text,
    certificateNo: text,
    note: text,
  }
  const animal = await aStreetAnimal(app.db, carer, words)
  // A form refuses some of the texts in these, where everybody would read them.
  const shown = { pet_name: text, pet_type: text, pet_age: text }
  await app.db.updateTable('pets').set(shown).where('id', '=', animal.id).execute()
  const area = { ward: text, landmark: text }
  await app.db.updateTable('community_animals').set(area).where('pet_id', '=', animal.id).execute()
  const kinds = [{ kind: 'rabies' as const, product: text, batch: text, vet: text }]
  const id = await aCamp(app.db, { name: text, ward: text, place: text, kinds, helpers: [carer.username] })
  const work = { key: aWorkKey(), tag: animal.petId, kind: 'rabies' as const, at: '2026-01-31T05:30:00Z' }
  const token = await aSession(app.db, carer.id)
  const reply = await app.call(campCalls.addWork, { params: { id: String(id) }, body: work }, { token })
  expect(reply.body.outcome).toBe('done')
  return id
}

// Parameters that only these calls need.
const QUERIES: Record<string, object> = {
  [reportCalls.accountsCsv.path]: { start_date: '2026-01-01', end_date: '2026-12-31' },
  [reportCalls.movementsCsv.path]: { start_date: '2026-01-01', end_date: '2026-12-31' },
  [donationCalls.csv.path]: { financial_year: '2026' },
  [donationCalls.withoutPanCsv.path]: { financial_year: '2026' },
  [donationCalls.certificatesCsv.path]: { financial_year: '2026' },
  [settlementCalls.csv.path]: { month: '2026-07' },
  [IMPORT_CALLS.pets.template.path]: { kind: 'pets' },
  [IMPORT_CALLS.members.template.path]: { kind: 'members' },
}

test.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '＝1+1', '＠A1'])(
  // RPT-9, V1.2.10
  'of everything that people write, %j, no CSV holds a cell that begins a formula',
  async (formula) => {
    const email = `${Buffer.from(formula).toString('hex')}@example.org`
    const { body: account } = await app.call(authCalls.signup, {
      body: { username: formula, email, password: 'marigold-7' },
    })
    await aPet(app.db, account, { petName: formula, petType: formula, ownerName: formula, address: formula })
    await aPlan(app.db, { name: formula, description: formula, features: formula })
    await aComplaint(app, { fullname: formula, type_of_complaint: formula, location_of_incident: formula })
    const camp = await aCampThatSays(formula, account)
    const grievance = await aGrievance(app.db)
    await app.db.updateTable('grievances').set({ name: formula, text: formula }).where('id', '=', grievance).execute()
    await app.call(privacyCalls.request, { body: { kind: 'correct', note: formula } }, await aConfirmedUser(app.db))
    await openBatch(app.db, formula).then(({ id }) => insertTags(app.db, 1, id))
    const breach = await aBreach(app.db)
    await app.pool.query(
      "insert into breach_people (breach_id, email, email_key, phone, language) values ($1, '', '', $2, 'en')",
      [breach, formula],
    )
    const paramsOf: Record<string, object> = {
      [campAdminCalls.csv.path]: { params: { id: String(camp) } },
      [breachCalls.toldCsv.path]: { params: { id: String(breach) } },
    }
    // A filed file is stored, and was the file of donations before.
    const lists = allCalls.filter((call) => call.file === 'text/csv' && call !== donationCalls.filedCsv)
    expect(lists.length).toBeGreaterThan(4)
    for (const call of lists) {
      const reply = await app.call(call, { query: QUERIES[call.path] ?? {}, ...paramsOf[call.path] } as never, admin)
      expect(reply.status, call.path).toBe(200)
      const cells = cellsOf(String(reply.body))
      expect(cells.length, call.path).toBeGreaterThan(1)
      expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))).toEqual([])
    }
  },
)

function cellsOf(text: string): string[] {
  const cells = text.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

// LNG-1
test('the headings of a file are in the language of the request', async () => {
  const headings = async (language: string) => {
    const { body } = await app.call(planCalls.csv, {}, admin, { 'accept-language': language })
    return body.split('\r\n')[0]
  }
  expect(await headings('en')).toContain('Price (₹)')
  expect(await headings('hi')).toContain('कीमत (₹)')
  expect(await headings('mr')).toContain('किंमत (₹)')
})

/** The words of one column of a CSV in this language, by its heading. */
async function column(path: string, language: string, head: string): Promise<string[]> {
  const reply = await app.fetch(path, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-language': language },
  })
  const [headings = [], ...rows] = (await reply.text())
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(cellsOf)
  const at = headings.indexOf(head)
  expect(at, `${path}: ${headings}`).toBeGreaterThanOrEqual(0)
  return rows.map((cells) => cells[at] ?? '')
}

// LNG-1
test('stored values stand in a file in the words that a page of the same language uses', async () => {
  await app.pool.query(`insert into payments (provider_payment_id, purpose, subject_id, amount_paise, currency, status, disposition)
    values ('pay_words', 'donation', 1, 10000, 'INR', 'captured', 'surplus')`)
  const days = 'start_date=2026-01-01&end_date=2026-12-31'
  const accounts = `${reportCalls.accountsCsv.path}?${days.replaceAll('2026', today().slice(0, 4))}`
  for (const [path, language, head, word] of [
    [complaintCalls.csv.path, 'en', 'Status', 'Pending'],
    [complaintCalls.csv.path, 'hi', 'स्थिति', 'लंबित'],
    [complaintCalls.csv.path, 'hi', 'प्रकार', 'क्रूरता'],
    [complaintCalls.csv.path, 'hi', 'प्राथमिकता', 'सामान्य'],
    [petCalls.csv.path, 'hi', 'लिंग', 'नर'],
    [userCalls.csv.path, 'hi', 'भूमिका', 'एडमिन'],
    [tagCalls.csv.path, 'hi', 'स्थिति', 'खाली'],
    [planCalls.csv.path, 'mr', 'श्रेणी', 'रेग्युलर'],
    [reportCalls.paymentsCsv.path, 'hi', 'स्थिति', 'भुगतान हुआ'],
    [reportCalls.paymentsCsv.path, 'mr', 'पद्धत', 'ऑनलाइन'],
    [accounts, 'hi', 'उद्देश्य', 'दान'],
  ] as const)
    expect.soft(await column(path, language, head), `${path} ${language}`).toContain(word)
})

// RPT-9
test('the file of the users has those that the search finds', async () => {
  const [found, other] = [await aUser(app.db), await aUser(app.db)]
  const text = (await app.call(userCalls.csv, { query: { search: found.username } }, admin)).body
  expect(text).toContain(found.email)
  expect(text).not.toContain(other.email)
})

// LNG-1, DSK-3
test('the file of the users has every column of their list', async () => {
  const owner = await aUser(app.db)
  await aPet(app.db, owner)
  const emails = await column(userCalls.csv.path, 'en', 'Email')
  const of = async (head: string) => (await column(userCalls.csv.path, 'en', head))[emails.indexOf(owner.email)]
  expect(await of('Username')).toBe(owner.username)
  expect(await of('Role')).toBe('User')
  expect(await of('Joined')).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(await of('Pets')).toBe('1')
  for (const head of ['Last seen', 'Membership', 'Duties']) expect(await of(head)).toBeDefined()
})

// RPT-9
test('the times in a file are those of India, as the days of its filters are', async () => {
  await app.pool.query(`insert into payments (provider_payment_id, purpose, subject_id, amount_paise, currency, status, created_at)
    values ('pay_midnight', 'donation', 1, 10000, 'INR', 'failed', '2020-03-31T18:30:00Z')`)
  const query = { start_date: '2020-04-01', end_date: '2020-04-01' }
  const { body } = await app.call(reportCalls.paymentsCsv, { query }, admin)
  expect(body.trimEnd().split('\r\n')).toEqual([
    expect.stringMatching(/Date$/),
    expect.stringMatching(/,pay_midnight,.*,2020-04-01T00:00:00\+05:30$/),
  ])
})

// RPT-9, PAY-6
test('the file of payments has one without an order of ours, too', async () => {
  await app.pool.query(`insert into payments (provider_payment_id, amount_paise, currency, status, disposition)
    values ('pay_stray', 30000, 'INR', 'captured', 'quarantined')`)
  const { body } = await app.call(reportCalls.paymentsCsv, { query: { unmatched: 'yes' } }, admin)
  expect(body).toContain(',300,0,,pay_stray,')
})
