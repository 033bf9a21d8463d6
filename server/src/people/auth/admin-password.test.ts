import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { expect, onTestFinished, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp, testDatabase } from '../../../test/harness.ts'
import { storedText } from '../../../test/stored.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, openDb, openPool } from '../../platform/db/pool.ts'
import { ConfigError } from '../../platform/errors.ts'
import { makeFirstAdmin as makeFirstAdminOf } from './admin-password.ts'
import { isPassword } from './password.ts'

const app = await testApp()

async function emptyDatabase() {
  const database = await testDatabase()
  onTestFinished(database.drop)
  return database
}

const warnings: string[] = []
const log = { warn: (message: string) => void warnings.push(message) }

const makeFirstAdmin = (db: Db, wanted: Config['firstAdmin'], config: Partial<Config> = {}) =>
  makeFirstAdminOf(db, { ...app.config, firstAdmin: wanted, ...config }, log)

const FROM_NOTHING = { username: 'admin', email: 'admin@example.org', password: null }

// AUTH-11, V6.4.1
test('if there is no admin, one gets a random password not stored in plain text', async () => {
  await aUser(app.db)
  const made = await makeFirstAdmin(app.db, FROM_NOTHING)
  expect(made).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{16,}$/) })
  expect(await storedText(app.pool)).not.toContain(made?.password)

  const body = { username: 'admin', password: made?.password ?? '' }
  const signedIn = await app.call(authCalls.signin, { body })
  expect(signedIn.body.role).toBe('admin')
  expect((await app.call(dashboardCalls.figures, {}, { token: signedIn.body.accessToken })).status).toBe(200)
})

// AUTH-11, V6.3.2, V6.4.1
test('the random password differs at each installation and is never a common one', async () => {
  const passwords = new Set<string>()
  for (let installation = 0; installation < 3; installation++) {
    const { db } = await emptyDatabase()
    const made = await makeFirstAdmin(db, FROM_NOTHING)
    passwords.add(made?.password ?? '')
    const { password_hash } = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    for (const password of ['admin', 'password', 'petsetu', ''])
      expect(await isPassword(password, password_hash)).toBe(false)
  }
  expect(passwords.size).toBe(3)
})

// AUTH-11
test('environment variables define the first admin, and their password is not printed', async () => {
  const { db } = await emptyDatabase()
  const made = await makeFirstAdmin(db, { username: 'Sunita', email: 'Sunita@example.org', password: 'as it was set' })
  expect(made).toEqual({ username: 'Sunita', password: null })
  const row = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'Sunita', email: 'Sunita@example.org', role: 'admin' })
  expect(await isPassword('as it was set', row.password_hash)).toBe(true)
})

// AUTH-11
test('no admin is created if there is one already, whatever the variables contain', async () => {
  const { db, pool } = await emptyDatabase()
  await anAdmin(db)
  const before = await storedText(pool)
  expect(await makeFirstAdmin(db, { username: 'other', email: 'other@example.org', password: 'set-again' })).toBeNull()
  expect(await storedText(pool)).toBe(before)
})

// AUTH-11
test('if two nodes start at once, one creates the admin', async () => {
  const { db, pool, url } = await emptyDatabase()
  const other = openPool(url, () => {})
  const made = await Promise.all([
    makeFirstAdmin(db, FROM_NOTHING),
    makeFirstAdmin(openDb(other), { ...FROM_NOTHING, username: 'second', email: 'second@example.org' }),
    makeFirstAdmin(db, FROM_NOTHING),
    makeFirstAdmin(openDb(other), FROM_NOTHING),
  ])
  await other.end()
  expect(made.filter(Boolean)).toHaveLength(1)
  const { rows } = await pool.query("select 1 from users where role = 'admin'")
  expect(rows).toHaveLength(1)
})

// AUTH-11
test('an existing user does not become the first admin: the start fails, with a reason', async () => {
  for (const taken of ['username', 'email'] as const) {
    const { db, pool } = await emptyDatabase()
    const user = await aUser(db)
    const wanted = { ...FROM_NOTHING, [taken]: user[taken].toUpperCase() }
    const refusal = await makeFirstAdmin(db, wanted).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(String(refusal)).toMatch(/ADMIN_USERNAME.*ADMIN_EMAIL/)
    const { rows } = await pool.query("select 1 from users where role = 'admin'")
    expect(rows).toEqual([])
  }
})

// V6.2.4, V6.2.11, V6.2.12
test("in production the first admin's password must be hard to guess", async () => {
  const { db } = await emptyDatabase()
  const refusal = async (password: string, isProduction = true) =>
    String(
      await makeFirstAdmin(db, { ...FROM_NOTHING, username: 'lakshmi-devi', password }, { isProduction }).catch(String),
    )
  expect(await refusal('QWERTYUIOP123')).toMatch(/^ConfigError: ADMIN_PASSWORD must be harder to guess\..*most common/)
  for (const password of ['lakshmi-devi7', 'LAKSHMI-DEVI', `1${app.config.foundationName}`, 'Foundation42'])
    expect(await refusal(password), password).toMatch(/^ConfigError: ADMIN_PASSWORD .* too close to a well-known name/)
  expect(await refusal('elevenchars')).toMatch(/at least 12 characters/)
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])

  expect(await refusal('qwertyuiop123', false)).not.toContain('ConfigError')
})

// V6.2.4
test('outside production an easy password of the first admin is a warning in the log', async () => {
  warnings.length = 0
  const wanted = (password: string) => ({ ...FROM_NOTHING, password })
  await makeFirstAdmin((await emptyDatabase()).db, wanted('rain on a tin roof'))
  expect(warnings).toEqual([])
  const { db } = await emptyDatabase()
  expect(await makeFirstAdmin(db, wanted('qwertyuiop123'))).toMatchObject({ username: 'admin' })
  expect(warnings).toEqual([expect.stringMatching(/^ADMIN_PASSWORD is easy to guess, .*most common/)])
  await makeFirstAdmin(db, wanted('qwertyuiop123'))
  expect(warnings).toHaveLength(1)
})
