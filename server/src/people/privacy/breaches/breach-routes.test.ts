import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { auditCalls } from '@petsetu/contract/people/audit.ts'
import { breachCalls, GAP } from '@petsetu/contract/people/breaches.ts'
import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aBreach, aConfirmedUser, anAdmin, aPet, aUser, BREACH_FACTS } from '../../../../test/factories.ts'
import { lockWaits, withTableLocked } from '../../../../test/lock-waits.ts'
import { aComplaint, aDonation, payingApp } from '../../../../test/paying-app.ts'
import { erasePerson, exportPerson } from '../../../../test/rights.ts'
import { forgetMails } from '../../../platform/mail/mail-queries.ts'
import { DAYS_KEPT, forgetOld } from '../erasing/forget-old.ts'
import { queueLetters } from './breach-letters.ts'

const app = await payingApp({}, undefined, { sendsMail: true })
const admin = await anAdmin(app.db, ['privacy'])
const of = (id: number) => ({ params: { id: String(id) } })

const read = async (id: number) => (await app.call(breachCalls.read, of(id), admin)).body.data
const drafts = async (id: number) => (await app.call(breachCalls.drafts, of(id), admin)).body.data
const told = async (id: number) =>
  (await app.call(breachCalls.listTold, { ...of(id), query: { page: '1', limit: '100' } }, admin)).body.data

async function send(id: number, as = admin) {
  return app.call(breachCalls.sendLetters, { ...of(id), body: (await drafts(id)).people }, as)
}

const lettersOf = async (id: number) =>
  (
    await app.pool.query<{ to_address: string; language: string; text: string }>(
      "select to_address, language, text from mails where kind = 'breach-letter' and about = $1 order by to_address",
      [`breach ${id}`],
    )
  ).rows

const queued = async (id: number) =>
  (
    await app.pool.query("select 1 from breach_people where breach_id = $1 and email_key <> '' and queued_at is null", [
      id,
    ])
  ).rowCount === 0

/** Ten people with pets of whom some are donors or complainants, too, in three languages, and one who has a phone number only. */
async function aTown(): Promise<Map<string, string>> {
  const languages = new Map<string, string>()
  for (let index = 0; index < 10; index++) {
    const owner = await aConfirmedUser(app.db)
    const language = LANGUAGES[index % LANGUAGES.length] ?? 'en'
    await app.pool.query('update users set language = $1 where id = $2', [language, owner.id])
    await aPet(app.db, owner)
    await aPet(app.db, owner)
    if (index < 4) await aDonation(app, { email: owner.email.toUpperCase() })
    languages.set(owner.email, language)
  }
  const complaint = await aComplaint(app)
  await app.pool.query("update complaints set email = '', phone = '+91 98220 77777' where id = $1", [complaint])
  return languages
}

// TRU-6
test('in a rehearsal each person concerned gets one letter in their language', async () => {
  const town = await aTown()
  const stranger = await aUser(app.db)
  const kinds = ['pets', 'donations', 'complaints']
  const id = await aBreach(app.db, { kinds })
  const { concerned } = await read(id)
  const count = (language: string) => [...town.values()].filter((one) => one === language).length
  expect(concerned.by_language).toMatchObject({ hi: count('hi'), mr: count('mr') })
  expect(concerned.without_email).toBe(1)

  const other = await anAdmin(app.db)
  const replies = await Promise.all([send(id), send(id, other)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await expect.poll(() => queued(id)).toBe(true)
  // A job that runs again, or beside itself, queues nothing twice.
  const deps = { db: app.db, enqueueMail: async () => expect.unreachable('queued twice') }
  await Promise.all([queueLetters(deps, id), queueLetters(deps, id)])

  const letters = await lettersOf(id)
  for (const [email, language] of town)
    expect(letters.filter(({ to_address }) => to_address.toLowerCase() === email)).toMatchObject([{ language }])
  expect(letters.map(({ to_address }) => to_address)).not.toContain(stranger.email)
  const proof = await told(id)
  expect(proof.filter(({ state }) => state === 'call')).toMatchObject([{ email: '', phone: '+91 98220 77777' }])
  expect(proof.filter(({ email }) => email !== '')).toHaveLength(letters.length)
})

// TRU-6
test('a job that was killed goes on with the rest, and sends no letter twice', async () => {
  for (let index = 0; index < 60; index++) {
    const owner = await aUser(app.db)
    await aPet(app.db, owner)
  }
  const id = await aBreach(app.db, { kinds: ['pets'] })
  await app.pool.query(
    "insert into breach_letters select $1, 'people', unnest(array['en', 'hi', 'mr']), 'About your data', 'It was stolen.'",
    [id],
  )
  await app.pool.query(
    `insert into breach_people (breach_id, email, email_key, phone, language)
     select $1, email, email_key, '', 'en' from users join pets on user_id = users.id group by users.id`,
    [id],
  )
  let queuedBefore = 0
  const dying = {
    db: app.db,
    enqueueMail: async () => {
      if (++queuedBefore > 55) throw new Error('killed')
    },
  }
  await expect(queueLetters(dying, id)).rejects.toThrow('killed')
  const seen: string[] = []
  await queueLetters({ db: app.db, enqueueMail: async (_, { to }) => void seen.push(to) }, id)
  expect(new Set(seen).size).toBe(seen.length)
  const { rows } = await app.pool.query('select count(*)::int as people from breach_people where breach_id = $1', [id])
  // The first fifty were committed before.
  expect(seen).toHaveLength(rows[0].people - 50)
})

// TRU-6
test('the period of the records bounds whom a breach concerns', async () => {
  const [before, within] = [await aUser(app.db), await aUser(app.db)]
  await app.pool.query("update users set created_at = '2020-03-01T20:00:00Z' where id = $1", [before.id])
  await app.pool.query("update users set created_at = '2020-03-02T18:00:00Z' where id = $1", [within.id])
  const id = await aBreach(app.db, { kinds: ['account'], from_day: '2020-03-02', to_day: '2020-03-02' })
  // 20:00 in London is the next day in India.
  expect((await read(id)).concerned.by_language.en).toBe(2)
  await app.pool.query("update breaches set from_day = '2020-03-03', to_day = null where id = $1", [id])
  const later = (await read(id)).concerned.by_language.en
  const { rows } = await app.pool.query(
    "select count(*)::int as people from users where coalesce(language, 'en') = 'en' and created_at > '2020-03-03'",
  )
  expect(later).toBeGreaterThanOrEqual(rows[0].people)
})

// TRU-6
test('drafts say in three languages what is known, and none with a gap is sent', async () => {
  const id = await aBreach(app.db, { kinds: ['account'], measures: '' })
  const { people: letters, authority } = await drafts(id)
  expect(letters.hi.body).toContain('क्या हुआ:\nA laptop with a list was stolen.')
  expect(letters.mr.body).toContain('काय झाले:')
  expect(letters.en.body).toContain(`What we have done and are doing:\n${GAP}`)
  expect(authority.en.body).toMatch(/Number of people affected:\n\d+/)
  expect(letters.en.body).toContain('Which of your data may be affected:')
  expect(authority.en.body).toContain('Personal data that may be affected:')
  const refused = await send(id)
  expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([400, ['en', 'hi', 'mr']])
  expect((await read(id)).letters_at).toBeNull()
})

// TRU-6
test('the clocks run from the notice of a breach until each authority was told', async () => {
  const id = await aBreach(app.db, { noticed_at: new Date(Date.now() - 7 * 3_600_000).toISOString() })
  const { team, board } = await read(id)
  expect([team.is_late, board.is_late]).toEqual([true, false])
  expect(Date.parse(board.due_at) - Date.parse(team.due_at)).toBe(66 * 3_600_000)
  const work = async () =>
    (await app.call(dashboardCalls.work, {}, admin)).body.data.find((one) => one.kind === 'breach' && one.id === id)
  expect(await work()).toMatchObject({ title: BREACH_FACTS.title, is_overdue: true, path: `/admin/breaches/${id}` })

  const letter = {
    subject: 'A breach',
    body: 'A laptop was stolen.',
    to: 'board',
    email: 'board@example.org',
    language: 'en',
  } as const
  const replies = await Promise.all(
    [1, 2].map(() => app.call(breachCalls.tellAuthority, { ...of(id), body: letter }, admin)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const body = { kind: 'team-told', at, text: 'By phone' } as const
  const after = (await app.call(breachCalls.addStep, { ...of(id), body }, admin)).body.data
  expect([after.team.is_late, after.team.told_at, after.board.is_late]).toEqual([false, at, false])
  expect(await work()).toBeUndefined()
  const { rows } = await app.pool.query("select to_address from mails where kind = 'breach-authority' and about = $1", [
    `breach ${id}`,
  ])
  expect(rows).toEqual([{ to_address: letter.email }])
})

// TRU-6
test.each(['failed', 'held'])('a letter that is %s has told no authority, and another goes out', async (state) => {
  const id = await aBreach(app.db, { noticed_at: new Date(Date.now() - 3_600_000).toISOString() })
  const step = { kind: 'board-told', at: new Date().toISOString(), text: 'By phone' } as const
  await app.call(breachCalls.addStep, { ...of(id), body: step }, admin)
  const letter = { subject: 'A breach', body: 'A laptop was stolen.', to: 'team', language: 'en' } as const
  const tell = (email: string) => app.call(breachCalls.tellAuthority, { ...of(id), body: { ...letter, email } }, admin)
  const isWork = async () => {
    const { data } = (await app.call(dashboardCalls.work, {}, admin)).body
    return data.some((one) => one.kind === 'breach' && one.id === id)
  }
  const wrong = `${state}@example.org`
  expect((await tell(wrong)).body.data.team.told_at).not.toBeNull()
  expect(await isWork()).toBe(false)

  // Its delivery would change the state again.
  await expect.poll(() => app.mailsTo(wrong)).toHaveLength(1)
  const isSent = async () =>
    (await app.pool.query("select from mails where to_address = $1 and state = 'sent'", [wrong])).rowCount
  await expect.poll(isSent).toBe(1)
  await app.pool.query('update mails set state = $1 where to_address = $2', [state, wrong])
  const { team, steps } = await read(id)
  expect(team.told_at).toBeNull()
  expect(steps.map(({ kind, is_failed }) => [kind, is_failed])).toEqual([
    ['board-told', false],
    ['team-told', true],
  ])
  expect(await isWork()).toBe(true)

  const { data } = (await tell('right@example.org')).body
  expect(data.team.told_at).toBe(data.steps.at(-1)?.at)
  expect(await isWork()).toBe(false)
  expect((await tell('right@example.org')).error.code).toBe('breach_authority_told')
  const { rows } = await app.pool.query(
    "select to_address from mails where kind = 'breach-authority' and about = $1 order by id",
    [`breach ${id}`],
  )
  expect(rows).toEqual([{ to_address: wrong }, { to_address: 'right@example.org' }])
})

// TRU-6
test('a held letter to an authority is not sent once a newer one took its place', async () => {
  const id = await aBreach(app.db, { noticed_at: new Date(Date.now() - 3_600_000).toISOString() })
  const letter = { subject: 'A breach', body: 'A laptop was stolen.', to: 'team', language: 'en' } as const
  const tell = (email: string) => app.call(breachCalls.tellAuthority, { ...of(id), body: { ...letter, email } }, admin)
  const stateOf = async (email: string) =>
    (await app.pool.query<{ state: string }>('select state from mails where to_address = $1', [email])).rows[0]?.state
  await tell('held-first@example.org')
  await expect.poll(() => stateOf('held-first@example.org')).toBe('sent')
  await app.pool.query("update mails set state = 'held' where to_address = 'held-first@example.org'")
  expect((await tell('held-second@example.org')).status).toBe(200)

  expect(await stateOf('held-first@example.org')).toBe('failed')
  await app.call(mailCalls.sendHeld, {}, await anAdmin(app.db, ['settings']))
  await expect.poll(() => stateOf('held-second@example.org')).toBe('sent')
  expect(await stateOf('held-first@example.org')).toBe('failed')
  expect((await read(id)).steps.map(({ is_failed }) => is_failed)).toEqual([true, false])
})

// TRU-6
test('a letter that failed has told no authority, also when mails are forgotten', async () => {
  const id = await aBreach(app.db, { noticed_at: new Date(Date.now() - 3_600_000).toISOString() })
  const letter = { subject: 'A breach', body: 'A laptop was stolen.', to: 'team', language: 'en' } as const
  const tell = (email: string) => app.call(breachCalls.tellAuthority, { ...of(id), body: { ...letter, email } }, admin)
  const isSent = async (email: string) =>
    (await app.pool.query("select from mails where to_address = $1 and state = 'sent'", [email])).rowCount === 1
  await tell('forgotten@example.org')
  await expect.poll(() => isSent('forgotten@example.org')).toBe(true)
  await app.pool.query("update mails set state = 'failed' where to_address = 'forgotten@example.org'")
  const { told_at } = (await tell('kept@example.org')).body.data.team
  await expect.poll(() => isSent('kept@example.org')).toBe(true)

  await forgetMails(app.db, 0)

  expect(await isSent('kept@example.org')).toBe(false)
  const { steps, team } = await read(id)
  expect([steps.map(({ is_failed }) => is_failed), team.told_at]).toEqual([[true, false], told_at])
})

// TRU-6
test('steps stay as they are, and a closed breach stays in the book', async () => {
  const id = await aBreach(app.db)
  const body = { kind: 'note', at: '2026-01-05T09:00:00.000Z', text: 'The police know.' } as const
  await app.call(breachCalls.addStep, { ...of(id), body }, admin)
  await expect(app.pool.query('update breach_steps set text = $1', ['Nothing'])).rejects.toThrow('only added')
  await expect(app.pool.query('delete from breach_steps')).rejects.toThrow('only added')
  await app.call(breachCalls.close, of(id), admin)
  const refused = await app.call(breachCalls.addStep, { ...of(id), body }, admin)
  expect(refused.error.code).toBe('breach_closed')
  const { data } = (await app.call(breachCalls.list, {}, admin)).body
  expect(data.find((one) => one.id === id)?.closed_at).not.toBeNull()
  expect((await read(id)).steps.map(({ kind, by }) => [kind, by])).toEqual([
    ['note', admin.username],
    ['closed', admin.username],
  ])
})

// TRU-6
test('of two admins who change a breach at once, the second is told', async () => {
  const id = await aBreach(app.db)
  const body = { ...BREACH_FACTS, kinds: ['pets'], version: 1 }
  expect((await app.call(breachCalls.update, { ...of(id), body }, admin)).body.data.kinds).toEqual(['pets'])
  const late = await app.call(breachCalls.update, { ...of(id), body: { ...body, title: 'Other' } }, admin)
  expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile'])
})

// TRU-6
test('a repeated change of a breach whose reply was lost is no conflict', async () => {
  const id = await aBreach(app.db)
  const body = { ...BREACH_FACTS, kinds: ['pets'], from_day: '2026-01-01', measures: 'The laptop is back.', version: 1 }
  const update = () => app.call(breachCalls.update, { ...of(id), body }, admin)
  const [first, repeated] = [await update(), await update()]
  expect(first.body.data).toMatchObject({ version: 2, measures: 'The laptop is back.' })
  expect([repeated.status, repeated.body]).toEqual([200, first.body])
})

// TRU-6
test('letters about a breach that another admin has changed meanwhile are not sent', async () => {
  await aPet(app.db, await aConfirmedUser(app.db))
  const id = await aBreach(app.db, { kinds: ['pets'] })
  const letters = (await drafts(id)).people
  const sendBasedOn = (version: number) =>
    app.call(breachCalls.sendLetters, { ...of(id), body: { ...letters, version } }, admin)
  await app.call(breachCalls.update, { ...of(id), body: { ...BREACH_FACTS, kinds: ['account'], version: 1 } }, admin)
  const refused = await sendBasedOn(1)
  expect(refused.status).toBe(409)
  expect(refused.error).toMatchObject({ code: 'changed_meanwhile', current: { version: 2, kinds: ['account'] } })
  expect(await told(id)).toEqual([])
  expect((await sendBasedOn(2)).status).toBe(200)
})

// TRU-6
test('a kind of data that is not in the list is refused, and nothing is saved', async () => {
  const id = await aBreach(app.db)
  const body = { ...BREACH_FACTS, title: 'Other', kinds: ['pets', 'no-such-kind'], version: 1 }
  const refused = await app.call(breachCalls.update, { ...of(id), body }, admin)
  expect([refused.status, refused.error.code]).toEqual([400, 'invalid_fields'])
  expect(refused.error.errors).toEqual({ kinds: expect.stringContaining('not in the list of the privacy page') })
  expect(await read(id)).toMatchObject({ title: BREACH_FACTS.title, kinds: BREACH_FACTS.kinds, version: 1 })
})

// TRU-6
test('a period that ends before it begins is refused: it would concern nobody', async () => {
  const id = await aBreach(app.db)
  const body = { ...BREACH_FACTS, from_day: '2026-01-05', to_day: '2026-01-04', version: 1 }
  const refused = await app.call(breachCalls.update, { ...of(id), body }, admin)
  expect([refused.status, refused.error.errors]).toEqual([400, { to_day: 'The end date is before the start date' }])
  const oneDay = { ...body, to_day: '2026-01-05' }
  expect((await app.call(breachCalls.update, { ...of(id), body: oneDay }, admin)).status).toBe(200)
})

// TRU-6, TRU-4
test('the audit says which facts of a breach changed, without words about people', async () => {
  const id = await aBreach(app.db, { kinds: ['pets'] })
  const body = { ...BREACH_FACTS, kinds: ['pets', 'account'], measures: 'Asha called Ravi.', version: 1 }
  await app.call(breachCalls.update, { ...of(id), body }, admin)
  const { rows } = await app.pool.query(
    "select before, after, personal_fields from audit where action = 'breach-changed' and object_id = $1",
    [String(id)],
  )
  const [before, after] = [{ kinds: ['pets'] }, { kinds: ['pets', 'account'] }]
  expect(rows).toEqual([{ before, after, personal_fields: ['measures'] }])
})

// TRU-6, LNG-1
test('the audit names the kinds of data of a breach in the reader’s language', async () => {
  const id = await aBreach(app.db, { kinds: ['pets'] })
  await app.call(breachCalls.update, { ...of(id), body: { ...BREACH_FACTS, kinds: ['account'], version: 1 } }, admin)
  const chief = await anAdmin(app.db)
  const query = { action: 'breach-changed', object_id: String(id) } as const
  const named = async (language: Language) => {
    const { body } = await app.call(auditCalls.list, { query }, chief, { 'accept-language': language })
    return body.data.map(({ before, after }) => [before, after])
  }
  expect(await named('en')).toEqual([[{ kinds: ['What you enter about a pet'] }, { kinds: ['Your account'] }]])
  expect(await named('hi')).toEqual([[{ kinds: [expect.stringMatching(/पालतू/)] }, { kinds: ['आपका खाता'] }]])
})

// TRU-6
test('a kind that an older version stored does not keep a breach from being saved', async () => {
  const id = await aBreach(app.db, { kinds: ['pets', 'of-an-older-version'] })
  const { kinds } = await read(id)
  expect(kinds).toEqual(['pets'])
  const saved = await app.call(breachCalls.update, { ...of(id), body: { ...BREACH_FACTS, kinds, version: 1 } }, admin)
  expect(saved.status).toBe(200)
})

// TRU-6
test('each person with a consent is counted, also finders and callers', async () => {
  const [adult, owner] = [await aConfirmedUser(app.db), await aConfirmedUser(app.db)]
  const pet = await aPet(app.db, owner)
  const complaint = await aComplaint(app, { email: 'heard@example.org' })
  await app.pool.query('delete from consents')
  const { rows } = await app.pool.query(
    "insert into found_reports (pet_id, token_hash, token_seed) values ($1, sha256('a'), 'a') returning id",
    [pet.id],
  )
  await app.pool.query(
    "insert into found_messages (report_id, by, contact, message) values ($1, 'finder', 'finder@example.org', 'Here')",
    [rows[0].id],
  )
  for (const [purpose, subject] of [
    ['adult', adult.id],
    ['pet', pet.id],
    ['complaint-spoken', complaint],
    ['found', rows[0].id],
  ])
    await app.pool.query(
      "insert into consents (purpose, subject_id, notice_version, language) values ($1, $2, '2026-11-21', 'en')",
      [purpose, subject],
    )
  const id = await aBreach(app.db, { kinds: ['notices'] })
  expect((await send(id)).status).toBe(200)
  const emails = (await told(id)).map(({ email }) => email)
  expect(emails.toSorted()).toEqual([adult.email, owner.email, 'finder@example.org', 'heard@example.org'].toSorted())
})

// TRU-6, TRU-1
test('a finder gets the letter at the address in what they typed, or is called', async () => {
  const pet = await aPet(app.db, await aConfirmedUser(app.db))
  const { rows } = await app.pool.query(
    "insert into found_reports (pet_id, token_hash, token_seed) values ($1, sha256('b'), 'b') returning id",
    [pet.id],
  )
  const contacts: [typed: string, email: string, phone: string][] = [
    ['97654 43210 / Ravi@Example.org', 'Ravi@Example.org', '97654 43210'],
    ['Ravi <ravi2@example.org>', 'ravi2@example.org', ''],
    ['mail: ravi.k+dog@mail.example.org, or call (020) 2555 0101.', 'ravi.k+dog@mail.example.org', '(020) 2555 0101'],
    ['ravi4@example 97654 43211', '', 'ravi4@example 97654 43211'],
    ['a&b@example.org', '', 'a&b@example.org'],
    ['97654 43212', '', '97654 43212'],
  ]
  for (const [contact] of contacts)
    await app.pool.query(
      "insert into found_messages (report_id, by, contact, message) values ($1, 'finder', $2, 'Here')",
      [rows[0].id, contact],
    )
  const id = await aBreach(app.db, { kinds: ['found'] })
  expect((await send(id)).status).toBe(200)
  const kept = await app.pool.query(
    'select email, email_key, phone from breach_people where breach_id = $1 and user_id is null',
    [id],
  )
  for (const [typed, email, phone] of contacts)
    expect.soft(kept.rows, typed).toContainEqual({ email, email_key: email.toLowerCase(), phone })
  await erasePerson(app, { email: 'ravi@example.org' })
  const left = await app.pool.query("select from breach_people where breach_id = $1 and phone like '97654 43210'", [id])
  expect(left.rowCount).toBe(0)
})

// TRU-6, TRU-1
test('the proof of a letter outlives its mail, and loses its address in time', async () => {
  const [gone, kept] = [await aConfirmedUser(app.db), await aConfirmedUser(app.db)]
  const id = await aBreach(app.db, { kinds: ['account'] })
  expect((await send(id)).status).toBe(200)
  await expect.poll(() => queued(id)).toBe(true)
  await app.pool.query("update mails set state = 'sent', sent_at = now() where about = $1", [`breach ${id}`])
  const find = async (userId: number) =>
    (
      await app.pool.query('select email, phone, sent_at from breach_people where breach_id = $1 and user_id = $2', [
        id,
        userId,
      ])
    ).rows[0]
  const { rows } = await app.pool.query('select id from breach_people where breach_id = $1 and user_id = $2', [
    id,
    gone.id,
  ])
  await erasePerson(app, { email: gone.email })
  const { rows: erased } = await app.pool.query('select email, sent_at from breach_people where id = $1', [rows[0].id])
  expect(erased).toMatchObject([{ email: '', sent_at: expect.any(Date) }])
  await app.pool.query('delete from mails where about = $1', [`breach ${id}`])
  expect((await find(kept.id)).sent_at).toBeInstanceOf(Date)
  await app.pool.query('update breaches set letters_at = letters_at - make_interval(days => $1) where id = $2', [
    DAYS_KEPT.breachPeople + 1,
    id,
  ])
  await forgetOld(app)
  expect(await find(kept.id)).toMatchObject({ email: '', phone: '', sent_at: expect.any(Date) })
})

// TRU-6, TRU-1
test('somebody who is known by phone alone is in their copy, and goes with an erasure', async () => {
  const [complaint, id] = [await aComplaint(app), await aBreach(app.db, { kinds: ['complaints'] })]
  await app.pool.query("update complaints set email = '', phone = '+91 98220 66666' where id = $1", [complaint])
  expect((await send(id)).status).toBe(200)
  const ofThem = async () => (await told(id)).filter(({ phone }) => phone === '+91 98220 66666').length
  expect(await ofThem()).toBe(1)
  const contact = { phone: '098220 66666' }
  const copy = await exportPerson(app, contact)
  expect(copy.breach_people).toMatchObject([{ email: '', phone: '+91 98220 66666' }])
  await erasePerson(app, contact)
  expect(await ofThem()).toBe(0)
})

// TRU-2, TRU-6
test('an erasure waits for letters that are being listed, and takes their person out', async () => {
  const [email, id] = ['told-while-erased@example.org', await aBreach(app.db, { kinds: ['complaints'] })]
  await aComplaint(app, { email })
  const letters = (await drafts(id)).people
  const doing: Promise<unknown>[] = []
  await withTableLocked(app.pool, 'breach_people', async () => {
    doing.push(app.call(breachCalls.sendLetters, { ...of(id), body: letters }, admin))
    await expect.poll(() => lockWaits(app.pool)).toBe(1)
    doing.push(erasePerson(app, { email }))
    await expect.poll(() => lockWaits(app.pool)).toBe(2)
  })
  const [sent] = await Promise.all(doing)
  expect(sent).toMatchObject({ status: 200 })
  const { rows } = await app.pool.query('select from breach_people where email_key = $1', [email])
  expect(rows).toHaveLength(0)
})

// TRU-4, TRU-6
test('reading who was told of a breach is one row of the audit, whatever the pages', async () => {
  await aPet(app.db, await aConfirmedUser(app.db))
  const id = await aBreach(app.db, { kinds: ['pets'] })
  expect((await send(id)).status).toBe(200)
  const [reader, another] = [await anAdmin(app.db, ['privacy']), await anAdmin(app.db, ['privacy'])]
  for (const page of ['1', '2'])
    await app.call(breachCalls.listTold, { ...of(id), query: { page, limit: '1' } }, reader)
  await app.call(breachCalls.listTold, { ...of(id), query: {} }, another)
  const { rows } = await app.pool.query(
    "select admin_username from audit where action = 'breach-people-read' and object_id = $1 order by id",
    [String(id)],
  )
  expect(rows).toEqual([{ admin_username: reader.username }, { admin_username: another.username }])
})
