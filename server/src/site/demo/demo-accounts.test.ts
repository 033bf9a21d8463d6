import { authCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { aLink, aSession, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aStoredPasskey } from '../../../test/passkeys.ts'
import { oneSecretForAll } from '../../../test/second-factor.ts'
import { hashPassword } from '../../people/auth/password.ts'
import { createUndo } from '../../people/users/one-time-links.ts'
import { insertUser } from '../../people/users/user-queries.ts'
import { ConfigError } from '../../platform/errors.ts'
import { closeDemoAccount, DEMO_PASSWORD, openDemoAccounts, rejectDemoAccounts } from './demo-accounts.ts'

const app = await testApp()

async function anAccount(username: string, password: string, role: 'user' | 'admin') {
  const passwordHash = await hashPassword(password)
  return insertUser(app.db, { username, email: `${username}@example.org`, passwordHash, role })
}

const signIn = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })

// CFG-3, AUTH-11
test('accounts with the demo’s password keep production from starting until closed', async () => {
  await expect(rejectDemoAccounts(app.db)).resolves.toBeUndefined()
  const volunteer = await anAccount('volunteer', DEMO_PASSWORD, 'admin')
  const meera = await anAccount('meera', DEMO_PASSWORD, 'user')
  await anAccount('arjun', PASSWORD, 'admin')
  const token = await aSession(app.db, volunteer.id)
  await aStoredPasskey(app.db, volunteer.id)
  await aLink(app.db, volunteer, 'reset-password')
  await createUndo(app.db, volunteer)
  await oneSecretForAll(app, 'confirmed')
  const rejection = rejectDemoAccounts(app.db)
  await expect(rejection).rejects.toThrow(ConfigError)
  await expect(rejection).rejects.toThrow(/\(volunteer, meera\): npm run forget-sandbox/)

  const open = await openDemoAccounts(app.db)
  expect(open.map(({ id }) => id)).toEqual([volunteer.id, meera.id])
  for (const account of open) await closeDemoAccount(app.db, account)
  expect(await openDemoAccounts(app.db)).toEqual([])
  await expect(rejectDemoAccounts(app.db)).resolves.toBeUndefined()
  for (const { username } of open) expect((await signIn(username, DEMO_PASSWORD)).status).toBe(401)
  expect((await app.call(petCalls.listOwn, { query: {} }, { token })).status).toBe(401)
  for (const table of ['sessions', 'passkeys', 'second_factors', 'one_time_links', 'email_undos'] as const)
    expect
      .soft(await app.db.selectFrom(table).select('user_id').where('user_id', '=', volunteer.id).execute())
      .toEqual([])
  const { rows } = await app.pool.query("select username from users where role = 'admin' and username <> 'admin'")
  expect(rows).toEqual([{ username: 'arjun' }])
  expect((await signIn('arjun', PASSWORD)).error.code).toBe('second_factor_required')
})

// CFG-3
test('an account of the demo that has got another name is still found by its address', async () => {
  const { id } = await anAccount('kavita', DEMO_PASSWORD, 'user')
  await app.pool.query("update users set username = 'kavita-2', username_key = 'kavita-2' where id = $1", [id])
  expect(await openDemoAccounts(app.db)).toEqual([{ id, username: 'kavita-2' }])
})
