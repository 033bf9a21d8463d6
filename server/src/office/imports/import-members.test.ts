import { memberImportCalls, petImportCalls } from '@petsetu/contract/office/imports.ts'
import { reportCalls } from '@petsetu/contract/office/reports.ts'
import { correctionCalls } from '@petsetu/contract/people/privacy.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { beforeEach, expect, test } from 'vitest'
import { aBlankTag, anAdmin, aPlan, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import {
  checkedFile,
  importedFile,
  petFile,
  sendFile,
  settled,
  startImport,
  undoImport,
} from '../../../test/imports.ts'
import { dayFromToday } from '../../../test/memberships.ts'
import { APPLICANT } from '../../../test/paying-app.ts'
import { storedText } from '../../../test/stored.ts'
import { forgetOld } from '../../people/privacy/erasing/forget-old.ts'
import { outbox } from '../../platform/mail/outbox.ts'
import { queueReminders } from '../../platform/mail/reminders.ts'
import { REMINDER_RULES } from '../../reminders.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const HEADINGS = 'Name,Email,Phone number,Plan,Start Date'

beforeEach(() =>
  app.pool.query(
    'delete from memberships; delete from plans; delete from tags; delete from imports; delete from mails',
  ),
)

const enqueueMail = outbox(
  () => ({ publicUrl: 'https://pets.example.org', foundationName: 'Karuna', legalAddress: 'Pune' }),
  { isHeld: true },
)

// Their last day is in a week: the day of a reminder.
const endInAWeek = () =>
  app.pool.query('update memberships set start_date = $1, expiry_date = $2', [dayFromToday(-358), dayFromToday(7)])

/** Queues the reminders that are due so many days from today, and lists all that there are. */
async function remind(days: number) {
  const now = new Date(`${dayFromToday(days)}T10:00:00+05:30`)
  await queueReminders({ db: app.db, enqueueMail, reminders: REMINDER_RULES }, now)
  return (await app.pool.query("select step, to_address from mails where kind = 'membership-ends' order by id")).rows
}

const memberships = async () => {
  const { rows } = await app.pool.query(
    'select name, user_id, status, start_date, expiry_date, price_paise, amount_paise, created_at::date::text as day from memberships order by id',
  )
  return rows
}

// DSK-6
test('members are imported without a payment or mail, for the months of their plan', async () => {
  await aPlan(app.db, { name: 'Guardian', duration_months: 12, price: 500 })
  const member = await aUser(app.db)
  const file = [
    HEADINGS,
    `Asha Rao,asha@example.org,98765 43210,guardian,31/01/2026`,
    `Ravi,${member.email},98765 43211,Guardian,2020-02-29`,
  ].join('\n')
  const done = await importedFile(app, 'members', file, admin)
  expect(done).toMatchObject({ state: 'done', new_rows: 2 })
  const free = { user_id: null, status: 'active', price_paise: 0, amount_paise: 0 }
  expect(await memberships()).toEqual([
    {
      name: 'Asha Rao',
      ...free,
      start_date: '2026-01-31',
      expiry_date: '2027-01-31',
      day: expect.stringMatching(/^2026-01-3/),
    },
    {
      name: 'Ravi',
      ...free,
      start_date: '2020-02-29',
      expiry_date: '2021-02-28',
      day: expect.stringMatching(/^2020-02-2/),
    },
  ])
  const report = await app.call(reportCalls.payments, { query: {} }, admin)
  expect(report.body.summary).toMatchObject({ total_revenue: 0, successful_transactions: 0 })
  const mails = await app.pool.query('select from mails')
  expect(mails.rowCount).toBe(0)

  // It is the member's own once they have confirmed the address.
  const history = async () => (await app.call(membershipCalls.history, {}, member)).body.data
  expect(await history()).toEqual([])
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [member.id])
  expect(await history()).toMatchObject([
    { plan_name: 'Guardian', status: 'expired', amount_paid: 0, receipt_path: null },
  ])
  expect((await history())[0]).toMatchObject({ is_imported: true })

  expect(await checkedFile(app, 'members', file.replace('Asha Rao', 'Asha R'), admin)).toMatchObject({
    new_rows: 0,
    known_rows: 2,
  })
  await undoImport(app, done, admin)
  expect(await memberships()).toEqual([])
})

// DSK-6
test('two members with one address, plan and day are imported, from one file or two', async () => {
  await aPlan(app.db, { name: 'Guardian' })
  const line = (name: string) => `${name},joshi@example.org,98765 43210,Guardian,2026-01-31`
  const couple = [HEADINGS, line('Joshi Ramesh'), line('Joshi Sunita')]
  expect(await importedFile(app, 'members', couple.join('\n'), admin)).toMatchObject({ new_rows: 2, wrong_rows: 0 })
  const family = [...couple, line('Joshi Rekha'), line('REKHA  joshi')].join('\n')
  const checked = await checkedFile(app, 'members', family, admin)
  expect(checked).toMatchObject({ new_rows: 1, known_rows: 2, wrong_rows: 1 })
  expect(checked.problems).toEqual([{ row: 5, column: null, message: 'This is the same as row 4.' }])
})

// DSK-6
test('an unknown plan or account is told together with the other errors of its row', async () => {
  await aPlan(app.db, { name: 'Guardian' })
  const line = (email: string, plan: string, day: string, account: string) =>
    `Asha,${email},987,${plan},${day},${account}`
  const wrong = [
    line('no address', 'Nothing', '2999-01-31', 'nobody'),
    line('a@example.org', 'Nothing', '31.02.2026', ''),
    line('no address', 'Guardian', '2026-01-31', ''),
    line('no address', '', '2026-01-31', ''),
  ]
  const checked = await checkedFile(app, 'members', [`${HEADINGS},Username`, ...wrong].join('\n'), admin)
  expect(checked).toMatchObject({ new_rows: 0, wrong_rows: 4 })
  expect(checked.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
    ...['2 Email', '2 Username', '2 Plan', '2 Start Date'],
    ...['3 Start Date', '3 Plan'],
    '4 Email',
    ...['5 Email', '5 Plan'],
  ])
})

// DSK-6
test('a member of an unknown plan or account is told; a cancelled one stays so', async () => {
  await aPlan(app.db, { name: 'Guardian' })
  await aPlan(app.db, { name: 'Twice' })
  await aPlan(app.db, { name: 'twice', category: 'premium' })
  const line = (plan: string, day = '2026-01-31', account = '') => `Asha,a@example.org,987,${plan},${day},${account}`
  const wrong = [
    line('Nothing'),
    line('Twice'),
    line('Guardian', '31.02.2026'),
    line('Guardian', '2026-01-31', 'nobody'),
  ]
  const checked = await checkedFile(app, 'members', [`${HEADINGS},Username`, ...wrong].join('\n'), admin)
  expect(checked.problems).toEqual([
    { row: 2, column: 'Plan', message: 'There is no membership plan with this name.' },
    { row: 3, column: 'Plan', message: 'Several membership plans have this name.' },
    { row: 4, column: 'Start Date', message: 'Use a date like 2026-03-31' },
    { row: 5, column: 'Username', message: 'There is no account with this username or confirmed email address.' },
  ])

  const member = await aUser(app.db)
  const done = await importedFile(
    app,
    'members',
    [`${HEADINGS},Username`, line('Guardian', dayFromToday(-30), member.username)].join('\n'),
    admin,
  )
  const { rows } = await app.pool.query<{ id: number }>('select id, user_id from memberships')
  expect(rows).toEqual([{ id: expect.any(Number), user_id: member.id }])
  await app.call(membershipCalls.cancel, { params: { id: String(rows[0]?.id) } }, admin)
  expect((await undoImport(app, done, admin)).error.code).toBe('import_changed')
})

// DSK-6, TRU-2
test('an import is not undone once a membership of it was corrected', async () => {
  await aPlan(app.db, { name: 'Guardian' })
  const done = await importedFile(app, 'members', `${HEADINGS}\nAsha,a@example.org,987,Guardian,2026-01-31`, admin)
  const { rows } = await app.pool.query<{ id: string }>('select id from memberships')
  const params = { purpose: 'membership' as const, id: String(rows[0]?.id) }
  const body = { version: 1, reason: 'Misspelt', name: 'Asha Right' }
  expect((await app.call(correctionCalls.correct, { params, body }, admin)).status).toBe(200)
  expect((await undoImport(app, done, admin)).error.code).toBe('import_changed')
})

// DSK-6
test('no reminder goes out for what was due before the import; the next one does', async () => {
  await aPlan(app.db, { name: 'Guardian', duration_months: 12 })
  const member = await aUser(app.db)
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [member.id])
  await importedFile(app, 'members', `${HEADINGS}\nAsha,${member.email},987,Guardian,2026-01-31`, admin)
  await endInAWeek()
  expect(await remind(0)).toEqual([])
  expect(await remind(7)).toEqual([{ step: '0', to_address: member.email }])
})

// DSK-6, MBR-3
test('an imported member without an account is reminded, too', async () => {
  await aPlan(app.db, { name: 'Guardian', duration_months: 12 })
  await importedFile(app, 'members', `${HEADINGS}\nAsha,no-account@example.org,987,Guardian,2026-01-31`, admin)
  await endInAWeek()
  expect(await remind(7)).toEqual([{ step: '0', to_address: 'no-account@example.org' }])
})

// DSK-6
test('tags printed elsewhere come as blank tags, and go with the import until used', async () => {
  const known = await aBlankTag(app.db)
  const file = `Code\nABCD-EFGH-JKLM\nabcdefghjkln\n${known}`
  const done = await importedFile(app, 'tags', file, admin)
  expect(done).toMatchObject({ new_rows: 2, known_rows: 1 })
  const blank = (await app.call(tagCalls.list, { query: { state: 'blank' } }, admin)).body.map(({ petId }) => petId)
  expect(blank.sort()).toEqual(['ABCDEFGHJKLM', 'ABCDEFGHJKLN', known].sort())
  expect((await undoImport(app, done, admin)).status).toBe(200)

  const again = await importedFile(app, 'tags', file, admin)
  await app.pool.query("update tags set bound_at = now() where pet_id = 'ABCDEFGHJKLM'")
  expect((await undoImport(app, again, admin)).error.code).toBe('import_changed')
  const wrong = await checkedFile(app, 'tags', 'Code\n0OO0\nABCDEFGHJKLP\nabcd efgh jklp', admin)
  expect(wrong.problems).toEqual([
    { row: 2, column: 'Code', message: 'A tag ID has 12 letters and digits, like ABCD-EFGH-JKLM' },
    { row: 4, column: null, message: 'This is the same as row 3.' },
  ])
})

// DSK-5, DSK-6
test('an import is only for who has its duty, also if it is taken before the job runs', async () => {
  const [pets, members] = [await anAdmin(app.db, ['pets']), await anAdmin(app.db, ['members'])]
  expect((await sendFile(app, 'pets', petFile(1), members)).error.code).toBe('duty_required')
  expect((await sendFile(app, 'members', HEADINGS, pets)).error.code).toBe('duty_required')
  const checked = await checkedFile(app, 'pets', petFile(3), pets)
  // The other area does not know it.
  const elsewhere = await app.call(memberImportCalls.read, { params: { id: String(checked.id) } }, members)
  expect(elsewhere.status).toBe(404)

  await app.pool.query(`
    create function take_duty() returns trigger language plpgsql as $$ begin
      update users set duties = '{cases}' where id = new.admin_id and new.state = 'importing'; return null; end $$;
    create trigger take_duty after update on imports for each row execute function take_duty()`)
  await startImport(app, checked, pets)
  const ended = await settled(app, checked, admin)
  await app.pool.query('drop function take_duty cascade')
  expect(ended).toMatchObject({ state: 'failed', failure: expect.stringContaining('nothing was imported') })
  expect((await app.pool.query('select from pets')).rowCount).toBe(0)
  // An admin who has the duty can continue it.
  const { columns, id } = ended
  await app.call(petImportCalls.check, { params: { id: String(id) }, body: { columns } }, admin)
  expect(await settled(app, checked, admin)).toMatchObject({ state: 'checked', new_rows: 3 })
})

// DSK-4, DSK-6
test('an import has an audit row in its transaction, or nothing is imported', async () => {
  const checked = await checkedFile(app, 'tags', 'Code\nABCDEFGHJKLQ', admin)
  await app.pool.query(`
    create function fail_audit() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$;
    create trigger fail_audit before insert on audit for each row execute function fail_audit()`)
  await startImport(app, checked, admin)
  expect(await settled(app, checked, admin)).toMatchObject({ state: 'failed' })
  await app.pool.query('drop function fail_audit cascade')
  expect((await app.pool.query('select from tags')).rowCount).toBe(0)

  const done = await importedFile(app, 'tags', 'Code\nABCDEFGHJKLR', admin)
  await undoImport(app, done, admin)
  const { rows } = await app.pool.query(
    "select admin_username, action, before, after from audit where object_kind = 'import' and object_id = $1 order by id",
    [String(done.id)],
  )
  const admin_username = admin.username
  expect(rows).toEqual([
    { admin_username, action: 'import-done', before: null, after: { what: 'tags', new: 1, known: 0 } },
    { admin_username, action: 'import-undone', before: { what: 'tags', new: 1 }, after: null },
  ])
})

// DSK-6
test('the file goes as soon as it is imported, and after a week if it is not', async () => {
  const secret = 'Somebody Unusual'
  const file = `${HEADINGS}\n${secret},a@example.org,987,Guardian,2026-01-31`
  const stored = async () => {
    const text = await storedText(app.pool, { except: ['memberships'] })
    return text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))
  }
  await aPlan(app.db, { name: 'Guardian' })
  const left = await checkedFile(app, 'members', file, admin)
  expect(await stored()).toBe(true)
  await forgetOld(app)
  expect(await stored()).toBe(true)
  await app.pool.query("update imports set created_at = now() - interval '8 days' where id = $1", [left.id])
  await forgetOld(app)
  expect(await stored()).toBe(false)

  const done = await importedFile(app, 'members', file, admin)
  expect(done).toMatchObject({ state: 'done', headings: [], sample: [] })
  expect(await stored()).toBe(false)
})

// DSK-6
test('a start in more than a year is refused, as after a mistyped year', async () => {
  await aPlan(app.db, { name: 'Guardian', duration_months: 12, price: 500 })
  const file = `${HEADINGS}\nAsha Rao,asha@example.org,98765 43210,Guardian,${dayFromToday(400)}\nRavi,ravi@example.org,98765 43211,Guardian,${dayFromToday(30)}`
  const checked = await checkedFile(app, 'members', file, admin)
  expect(checked.problems).toMatchObject([
    { row: 2, column: 'Start Date', message: 'This is more than a year from today. Please check the year.' },
  ])
})

// DSK-6
test('an import is not undone once its account has renewed under another address', async () => {
  const plan = await aPlan(app.db, { name: 'Guardian', duration_months: 12, price: 500 })
  const member = await aUser(app.db)
  const file = `${HEADINGS},Account\nAsha Rao,asha@example.org,98765 43210,Guardian,31/01/2026,${member.username}`
  const done = await importedFile(app, 'members', file, admin)
  const body = { ...APPLICANT, email: 'other@example.org', plan_id: plan.id }
  await app.call(membershipCalls.register, { body }, member)
  expect((await undoImport(app, done, admin)).error.code).toBe('import_changed')
})

// DSK-6
test('an import is not undone once a member has renewed, nor once a tag was scanned', async () => {
  const plan = await aPlan(app.db, { name: 'Guardian', duration_months: 12, price: 500 })
  const file = `${HEADINGS}\nAsha Rao,asha@example.org,98765 43210,Guardian,31/01/2026`
  const members = await importedFile(app, 'members', file, admin)
  const body = { ...APPLICANT, email: 'ASHA@example.org', plan_id: plan.id }
  // No provider is there to open an order; the membership is stored all the same.
  await app.call(membershipCalls.register, { body })
  const refused = await undoImport(app, members, admin)
  expect([refused.status, refused.error.code]).toEqual([409, 'import_changed'])
  expect(await memberships()).toHaveLength(2)

  const pets = await importedFile(app, 'pets', petFile(1), admin)
  await app.pool.query('insert into scan_days (pet_number, day, scans) select id, current_date, 1 from pets')
  expect((await undoImport(app, pets, admin)).error.code).toBe('import_changed')
  await app.pool.query('delete from scan_days')
  expect((await undoImport(app, pets, admin)).status).toBe(200)
})
