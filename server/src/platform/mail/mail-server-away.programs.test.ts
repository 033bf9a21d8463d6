import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase } from '../../../test/harness.ts'
import { startMailCatcher } from '../../../test/mail-catcher.ts'
import { COMPLAINT } from '../../../test/paying-app.ts'
import { type ServerProcess, serverProcess } from '../../../test/server-process.ts'

// A program of its own, which starts while the mail server is away.
const database = await emptyDatabase()
const catcher = await startMailCatcher()
await catcher.fault({ fault: 'away' })
const start = () => serverProcess(database.url, 'http://127.0.0.1:9', { SMTP_URL: catcher.smtpUrl })

const ASHA = { username: 'asha', email: 'asha@example.org', password: PASSWORD }
const NEW_PASSWORD = 'rain on a tin roof'

/** The kinds of the mails that wait, and how often each was tried. */
const waiting = async () =>
  (await database.pool.query("select kind, attempts from mails where state = 'waiting' order by kind")).rows

function fileComplaint(node: ServerProcess): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(COMPLAINT)) body.set(name, value)
  return node.fetch('/api/complaints/submit', { method: 'POST', body })
}

// MAIL-2, MAIL-3
test('a mail server that is away stops nothing, and every mail arrives once it is back', {
  timeout: 400_000,
}, async () => {
  const first = await start()
  expect((await first.call(authCalls.signup, { body: ASHA })).status).toBe(201)
  const asha = await first.call(authCalls.signin, { body: ASHA })
  expect(asha.status).toBe(200)
  const as = { token: asha.body.accessToken }
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await first.call(authCalls.changePassword, { body: change }, as)).status).toBe(204)
  expect((await first.call(recoveryCalls.forgotPassword, { body: { login: ASHA.email } })).status).toBe(200)
  expect((await fileComplaint(first)).status).toBe(201)
  expect((await first.call(petCalls.listOwn, { query: {} }, as)).status).toBe(200)
  for (const path of ['/', '/login', '/healthz', '/readyz']) expect((await first.fetch(path)).status, path).toBe(200)

  await expect
    .poll(waiting)
    .toEqual(
      ['confirm-email', 'password-changed', 'reset-password'].map((kind) => ({ kind, attempts: expect.any(Number) })),
    )
  await expect.poll(async () => (await waiting()).every(({ attempts }) => attempts > 0)).toBe(true)
  expect(first.exitCode()).toBeNull()
  expect(await first.stop()).toBe(0)

  const second = await start()
  const again = await second.call(authCalls.signin, { body: { ...ASHA, password: NEW_PASSWORD } })
  expect(again.status).toBe(200)
  await catcher.fault()
  // Each try that failed makes the pause before the next one longer.
  await database.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null')
  const subjects = async () => (await catcher.mails(ASHA.email)).map(({ subject }) => subject).sort()
  await expect
    .poll(subjects, { timeout: 150_000 })
    .toEqual(['Choose a new password', 'Confirm your email address', 'Your password was changed'])
  await expect.poll(waiting).toEqual([])
  expect(second.exitCode()).toBeNull()
})
