import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { aLink, anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase, testDatabase } from '../../../test/harness.ts'
import { anImport, settled } from '../../../test/imports.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const NO_PROVIDER = 'http://127.0.0.1:9'

const source = await testDatabase()
const elsewhere = await emptyDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-restored-work-'))
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})
const catcher = await startMailCatcher()

const admin = await anAdmin(source.db)
const user = await aUser(source.db)
const spentLater = await aLink(source.db, await aUser(source.db), 'reset-password')

// No mail server listens there, so that mails wait.
const before = await serverProcess(source.url, NO_PROVIDER)
await before.call(
  authCalls.changePassword,
  { body: { currentPassword: PASSWORD, newPassword: 'another-marigold-7' } },
  user,
)
await before.call(recoveryCalls.forgotPassword, { body: { login: admin.username } })
const waiting = async () =>
  (await source.db.selectFrom('mails').select('kind').where('state', '=', 'waiting').orderBy('kind').execute()).map(
    ({ kind }) => kind,
  )
await vi.waitFor(async () => expect(await waiting()).toEqual(['password-changed', 'reset-password']), {
  timeout: 20_000,
})
await before.stop()
const importId = await anImport(source, 'pets', 'checking')
await source.pool.query(`
  with breach as (
      insert into breaches (title, happened, noticed_at, letters_at) values ('A lost list', 'A list was lost', now(), now()) returning id),
    letter as (insert into breach_letters (breach_id, audience, language, subject, body)
      select id, 'people', 'en', 'About your data', 'Somebody has seen it.' from breach)
  insert into breach_people (breach_id, email, email_key, phone, language)
    select id, 'told@example.org', 'told@example.org', '', 'en' from breach`)

const backup = path.join(folder, 'backup')
await backUp(source.pool, diskDriver(path.join(before.dataDir, 'attachments')), backup)
const owner = openOwnerPool(elsewhere.url)
const [place, incoming] = [diskDriver(path.join(folder, 'attachments')), path.join(folder, 'attachments/incoming')]
await restore(owner, place, { folder: backup, manifest: await checkedManifest(backup), incoming })
await owner.end()

const after = await serverProcess(elsewhere.url, NO_PROVIDER, { SMTP_URL: catcher.smtpUrl })
const signedIn = await after.call(authCalls.signin, { body: { username: admin.username, password: PASSWORD } })
const restoredAdmin = { token: (signedIn.body as { accessToken: string }).accessToken }

// CFG-4, MAIL-3
test('a restore holds the mails that waited, and an admin sends them', async () => {
  const list = async () => (await after.call(mailCalls.listAll, { query: {} }, restoredAdmin)).body
  const { data, summary } = await list()
  expect(summary).toMatchObject({ held: 1, failed: 0 })
  expect(data.find(({ state }) => state === 'held')).toMatchObject({ to_address: user.email })
  expect(await catcher.mails(user.email)).toEqual([])

  expect((await after.call(mailCalls.sendHeld, {}, restoredAdmin)).body.data).toEqual({ queued: 1, has_more: false })
  await expect.poll(async () => (await catcher.mails(user.email)).length).toBe(1)
  expect((await list()).summary).toMatchObject({ held: 0, failed: 0 })
})

// CFG-4, DSK-6
test('an import that was under way goes on after a restore', async () => {
  expect(await settled(after, { id: importId, kind: 'pets' }, restoredAdmin)).toMatchObject({
    state: 'checked',
    wrong_rows: 1,
  })
})

// CFG-4, TRU-6
test('letters about a breach that were not queued yet are sent after a restore', async () => {
  await expect.poll(async () => (await catcher.mails('told@example.org')).length).toBe(1)
})

// CFG-4, AUTH-3
test('after a restore no link of an earlier mail sets a password', async () => {
  const reply = await after.call(recoveryCalls.resetPassword, {
    body: { token: spentLater, password: 'another-marigold-8' },
  })
  expect(reply.error).toMatchObject({ code: 'token_invalid' })
})
