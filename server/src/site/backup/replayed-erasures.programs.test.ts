import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { privacyCalls } from '@petsetu/contract/people/privacy.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { afterAll, expect, test } from 'vitest'
import { aConfirmedUser, aPet, aUser, PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase, testApp } from '../../../test/harness.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { erasePerson } from '../../../test/rights.ts'
import { storedText } from '../../../test/stored.ts'
import { eraseRecords, finishErasures } from '../../people/privacy/erasing/erase-person.ts'
import { ERASURES_FILE, readErasures } from '../../people/privacy/erasing/erasures.ts'
import { identityOf } from '../../people/privacy/records-of.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { fileStore } from '../../platform/files/file-store.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const app = await testApp()
const driver = diskDriver(path.join(app.config.dataDir, 'attachments'))
const people = { db: app.db, attachments: await fileStore(app.config.dataDir, driver) }
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-erasures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
/** The list in the store of files, which each erasure writes. */
const inStore = path.join(app.config.dataDir, 'attachments', ERASURES_FILE)

/** The text of all tables after a restore of this back-up, with what else was to be erased. */
async function restoredText(backup: string, list?: string): Promise<{ text: string; count: number }> {
  const elsewhere = await emptyDatabase()
  const owner = openOwnerPool(elsewhere.url)
  const attachments = await mkdtemp(path.join(folder, 'attachments-'))
  const count = await restore(owner, diskDriver(attachments), {
    folder: backup,
    manifest: await checkedManifest(backup),
    incoming: path.join(attachments, 'incoming'),
    erasures: list === undefined ? [] : await readErasures(list),
  })
  const there = openOwnerPool(elsewhere.url)
  const text = await storedText(there)
  await there.end()
  await owner.end()
  return { text, count }
}

// TRU-3
test('what was erased after a back-up is erased again when it is restored', async () => {
  const user = await aConfirmedUser(app.db)
  await aPet(app.db, user, { petName: 'Sarika-Moti' })
  await aComplaint(app, { email: user.email, fullname: 'Sarika Pawar' })
  const kept = await aComplaint(app, { email: 'nanda@example.org', fullname: 'Nanda Kale' })
  const held = await aComplaint(app, { email: user.email, fullname: 'Sarika Held', description: 'At the court.' })
  const backups = path.join(folder, 'backups')
  const first = path.join(backups, 'first')
  await backUp(app.pool, driver, first)
  await app.pool.query("update complaints set hold_until = $1, hold_cause = 'fir_filed' where id = $2", [
    `${Number(today().slice(0, 4)) + 1}-01-01`,
    held,
  ])
  await erasePerson(people, { email: user.email })

  const fromStore = await restoredText(first, inStore)
  // From the list that a later back-up has put beside them.
  await backUp(app.pool, driver, path.join(backups, 'second'))
  const fromBeside = await restoredText(first)
  for (const { text, count } of [fromStore, fromBeside]) {
    expect(count).toBe(1)
    expect(text).not.toContain('Sarika Pawar')
    expect(text).not.toContain('Sarika-Moti')
    expect(text).not.toMatch(new RegExp(`^users: \\(${user.id},`, 'm'))
    expect(text).toContain('Nanda Kale')
    // Its hold began after the back-up, and is there again.
    expect(text).toMatch(new RegExp(`complaints: \\(${held},.*Sarika Held.*fir_filed`))
  }
  expect((await restoredText(path.join(backups, 'second'))).count).toBe(0)
  expect(kept).toBeGreaterThan(0)
  expect(await readErasures(path.join(backups, ERASURES_FILE))).toHaveLength(1)
  expect(JSON.stringify(await readErasures(path.join(backups, ERASURES_FILE)))).not.toContain('Sarika')
})

/** Backs up, deletes the account as its owner does, and returns the text of all tables after a restore. */
async function restoredWithout(user: { id: number; token: string }, name: string): Promise<string> {
  const backup = path.join(folder, name, 'before')
  await backUp(app.pool, driver, backup)
  expect((await app.call(accountCalls.delete, { body: { password: PASSWORD } }, user)).status).toBe(204)
  const { text, count } = await restoredText(backup, inStore)
  expect(count).toBe(1)
  expect(text).not.toMatch(new RegExp(`^users: \\(${user.id},`, 'm'))
  return text
}

// TRU-3, ACC-5
test('a replay leaves the owner of an address that an erased account only claimed', async () => {
  const [email, stranger] = ['vimala@example.org', await aUser(app.db)]
  await app.db.updateTable('users').set({ email, email_key: email }).where('id', '=', stranger.id).execute()
  await app.pool.query(`
    insert into mail_wishes (address_key, kind) values ('${email}', 'care');
    insert into privacy_requests (kind, email, email_key, language, note, due_on, done_at, answer)
      values ('correct', '${email}', '${email}', 'en', 'Asked by Vimala', '2099-01-01', now(), 'It is done.')`)

  const text = await restoredWithout(stranger, 'claimed')

  expect(text).toMatch(new RegExp(`^mail_wishes: .*${email}`, 'm'))
  expect(text).toContain('Asked by Vimala')
})

// TRU-3, ACC-5
test('an open request that went with its account does not come back with a restore', async () => {
  const user = await aConfirmedUser(app.db)
  await app.call(privacyCalls.request, { body: { kind: 'export', note: 'All about Sheela' } }, user)

  const text = await restoredWithout(user, 'withdrawn')

  expect(text).not.toContain('All about Sheela')
  expect(text).not.toMatch(new RegExp(`^privacy_requests: .*${user.email}`, 'm'))
})

// TRU-3, ACC-5
test('a replay after a hold leaves the account that has the address since', async () => {
  const former = await aConfirmedUser(app.db)
  const { email } = former
  const held = await aComplaint(app, { email, fullname: 'Hansa Held' })
  await app.pool.query("update complaints set hold_until = '2999-01-01', hold_cause = 'fir_filed' where id = $1", [
    held,
  ])
  expect((await app.call(accountCalls.delete, { body: { password: PASSWORD } }, former)).status).toBe(204)
  const anew = await aConfirmedUser(app.db)
  await app.db.updateTable('users').set({ email, email_key: email }).where('id', '=', anew.id).execute()
  await app.pool.query(`
    insert into mail_wishes (address_key, kind) values ('${email}', 'care-due');
    insert into privacy_requests (kind, email, email_key, user_id, language, due_on, done_at, answer, nominee_name, nominee_contact)
      values ('nominate', '${email}', '${email}', ${anew.id}, 'en', '2099-01-01', now(), 'Noted.', 'Sister of Hansa', 'At home')`)
  const backup = path.join(folder, 'anew', 'before')
  await backUp(app.pool, driver, backup)
  await app.pool.query('update complaints set hold_until = null, hold_cause = null where id = $1', [held])
  await finishErasures(people)

  const { text } = await restoredText(backup, inStore)

  expect(text).not.toContain('Hansa Held')
  expect(text).toMatch(new RegExp(`^users: \\(${anew.id},.*${email}`, 'm'))
  expect(text).toMatch(new RegExp(`^mail_wishes: .*${email}`, 'm'))
  expect(text).toContain('Sister of Hansa')
})

// TRU-3, TRU-6
test('a restore brings back no address of somebody who had a grievance alone', async () => {
  const email = 'tarabai@example.org'
  await app.pool.query(`
    insert into grievances (kind, way, name, email, email_key, phone, language, text, due_on, answered_at, answer)
      values ('other', 'call', 'Tarabai', '${email}', '${email}', '', 'mr', 'Nobody calls.', '2099-01-01', now(), 'We did.');
    insert into privacy_requests (kind, email, email_key, language, due_on, done_at, answer)
      values ('export', '${email}', '${email}', 'mr', '2099-01-01', now(), 'It is done.')`)
  const backup = path.join(folder, 'grieved', 'before')
  await backUp(app.pool, driver, backup)
  await erasePerson(people, { email })

  const { text } = await restoredText(backup, inStore)

  expect(text).not.toContain(email)
})

// TRU-3
test('an erasure that was under way while a back-up was made is repeated, too', async () => {
  const user = await aConfirmedUser(app.db)
  await aPet(app.db, user, { petName: 'Urmila-Moti' })
  const backup = path.join(folder, 'under-way', 'first')
  await inTransaction(app.db, async (transaction) => {
    await eraseRecords(transaction, await identityOf(transaction, { email: user.email }))
    await backUp(app.pool, driver, backup)
  })
  await finishErasures(people)

  const { text, count } = await restoredText(backup, inStore)

  expect(count).toBe(1)
  expect(text).not.toContain('Urmila-Moti')
})

// TRU-3
test('an old erasure that only the file lists takes nobody who has its number now', async () => {
  const user = await aConfirmedUser(app.db)
  const backup = path.join(folder, 'old', 'first')
  await backUp(app.pool, driver, backup)
  const list = path.join(folder, 'old.json')
  const nothing = { subjects: {}, messages: [], grievances: [], waits: [] }
  const old = { id: randomUUID(), at: '2020-01-01T00:00:00.000Z', user_id: user.id, ...nothing }
  await writeFile(list, JSON.stringify([old]))

  const { text, count } = await restoredText(backup, list)

  expect(count).toBe(0)
  expect(text).toMatch(new RegExp(`^users: \\(${user.id},`, 'm'))
})

// TRU-3, CFG-4
test('a damaged list of erasures stops a restore before it changes anything', async () => {
  const backup = path.join(folder, 'damaged', 'first')
  await backUp(app.pool, driver, backup)
  await writeFile(path.join(folder, 'damaged', ERASURES_FILE), '[{"id":')
  const owner = openOwnerPool((await emptyDatabase()).url)
  const attachments = await mkdtemp(path.join(folder, 'attachments-'))
  const incoming = path.join(attachments, 'incoming')

  const restored = restore(owner, diskDriver(attachments), {
    folder: backup,
    manifest: await checkedManifest(backup),
    incoming,
  })

  await expect(restored).rejects.toThrow(/erasures\.json is damaged: it is not a list of erasures/)
  const { rows } = await owner.query("select tablename from pg_tables where schemaname = 'public'")
  expect(rows).toEqual([])
  await owner.end()
})
