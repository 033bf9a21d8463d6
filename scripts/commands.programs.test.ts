import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { text } from 'node:stream/consumers'
import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { authCalls, recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { expect, test } from 'vitest'
import { createUndo } from '../server/src/people/users/one-time-links.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { anAdmin, aUser, PASSWORD } from '../server/test/factories.ts'
import { emptyDatabase, testApp, testDatabase } from '../server/test/harness.ts'
import { aProtectedUser } from '../server/test/second-factor.ts'

const database = await testDatabase()
const app = await testApp({}, database)

type Command = 'make-admin' | 'reset-password' | 'reset-second-factor' | 'person'

/** Runs a command as `npm run` does, while the program runs. `lingeredMs` is the time between its first complaint and its end. */
async function run(
  command: Command,
  args: string[],
  stdin = '',
  databaseUrl = database.url,
  settings: Record<string, string> = {},
) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], {
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, DATABASE_URL: databaseUrl, DATA_DIR: app.config.dataDir, NODE_ENV: 'test' },
      ...settings,
    },
  })
  child.stdin.end(stdin)
  let complainedAt = Number.POSITIVE_INFINITY
  child.stderr.once('data', () => {
    complainedAt = Date.now()
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, error, lingeredMs: Date.now() - complainedAt }
}

const signin = (username: string, password: string) => app.call(authCalls.signin, { body: { username, password } })
const isAdmin = async (token: string) => (await app.call(dashboardCalls.figures, {}, { token })).status === 200

// AUTH-11, V6.4.1
test('make-admin creates an admin with a random password, printed once', async () => {
  const made = await run('make-admin', ['--username', 'asha', '--email', 'asha@example.org'])
  const [, password = ''] = /Password: (\S{16,}) \(shown this once\)/.exec(made.out) ?? []
  expect(made).toMatchObject({ code: 0, error: '' })
  expect(await isAdmin((await signin('asha', password)).body.accessToken)).toBe(true)
})

// ACC-8, AUTH-11, V6.4.1
test('make-admin makes a user an admin with a new random password and no sessions', async () => {
  for (const [account, other] of [
    [await aUser(app.db), await aUser(app.db)],
    [await anAdmin(app.db), await anAdmin(app.db)],
  ] as const) {
    const promoted = await run('make-admin', ['--username', account.username.toUpperCase()])
    expect(promoted).toMatchObject({ code: 0, error: '', out: expect.stringContaining('All its sessions have ended') })
    const [, password = ''] = /Password: (\S{16,}) \(shown this once\)/.exec(promoted.out) ?? []
    expect((await app.call(petCalls.listOwn, { query: {} }, account)).status).toBe(401)
    expect((await signin(account.username, PASSWORD)).status).toBe(401)
    expect(await isAdmin((await signin(account.username, password)).body.accessToken)).toBe(true)
    expect((await app.call(petCalls.listOwn, { query: {} }, other)).status).toBe(200)
  }
})

// ACC-8, AUTH-11
test('make-admin leaves an account alone that has another e-mail address than asked', async () => {
  const user = await aUser(app.db)
  const refused = await run('make-admin', ['--username', user.username, '--email', 'somebody-else@example.org'])
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('has another e-mail address') })
  expect((await signin(user.username, PASSWORD)).status).toBe(200)
  expect(await isAdmin(user.token)).toBe(false)

  const own = await run('make-admin', ['--username', user.username, '--email', user.email.toUpperCase()])
  expect(own).toMatchObject({ code: 0, error: '' })
})

// ACC-8, V6.2.1, V6.2.4
test('make-admin accepts a password from standard input only if an admin may have it', async () => {
  const user = await aUser(app.db)
  const promote = (password: string) =>
    run('make-admin', ['--username', user.username, '--password-stdin'], `${password}\n`)
  for (const password of ['7-chars', 'password123', `${user.username}1`, 'x'.repeat(300)]) {
    const refused = await promote(password)
    expect.soft([refused.code, refused.out], password).toEqual([1, ''])
  }
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(200)
  expect(await isAdmin(user.token)).toBe(false)
  expect((await signin(user.username, PASSWORD)).status).toBe(200)

  expect((await promote('rain on a tin roof')).code).toBe(0)
  expect(await isAdmin((await signin(user.username, 'rain on a tin roof')).body.accessToken)).toBe(true)
})

// V6.2.1, V6.2.4, V6.2.11
test('make-admin rejects a password that is short, common or little more than the name', async () => {
  const make = (password: string) =>
    run('make-admin', ['--username', 'savitri', '--email', 'savitri@example.org', '--password-stdin'], `${password}\n`)
  for (const [password, message] of [
    ['7-chars', /at least 8 characters/],
    ['password123', /most common/],
    ['savitri77', /too close to a well-known name/],
  ] as const) {
    const made = await make(password)
    expect.soft(made.code, password).toBe(1)
    expect.soft(made.error).toMatch(message)
  }
  expect(await app.db.selectFrom('users').select('id').where('username', '=', 'savitri').execute()).toEqual([])
  expect((await make('rain on a tin roof')).code).toBe(0)
  expect((await signin('savitri', 'rain on a tin roof')).status).toBe(200)
})

// ACC-8, V6.2.11
test('make-admin rejects a password that is little more than the foundation’s name', async () => {
  const settings = JSON.stringify({ foundationName: 'Bandhuta Trust' })
  await app.pool.query("insert into foundation_settings (name, value) values ('foundation', $1)", [settings])
  const args = ['--username', 'gauri', '--email', 'gauri@example.org', '--password-stdin']
  const made = await run('make-admin', args, 'bandhuta-7\n')
  expect(made).toMatchObject({ code: 1, error: expect.stringMatching(/too close to a well-known name/) })
})

// V6.4.3
test('reset-password prints a random password once, and ends the account’s sessions', async () => {
  const [user, other] = [await aUser(app.db), await aUser(app.db)]
  const reset = await run('reset-password', ['--username', user.username.toUpperCase()])
  const [, password = ''] = /new password: (\S{16,}) \(shown this once\)/.exec(reset.out) ?? []
  expect(reset).toMatchObject({ code: 0, error: '' })
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
  expect((await signin(user.username, password)).status).toBe(200)
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(401)
  expect((await app.call(petCalls.listOwn, { query: {} }, other)).status).toBe(200)

  for (const args of [[], ['--username', 'nobody-here'], ['--password', 'chosen']]) {
    const refused = await run('reset-password', args)
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.lingeredMs, 'ends at once').toBeLessThan(8_000)
    expect(refused.error).not.toContain('    at ')
  }
})

// ACC-7
test('reset-second-factor lets an account in by password and ends only its sessions', async () => {
  const [user, other] = [await aProtectedUser(app), await aProtectedUser(app)]
  expect((await signin(user.username, PASSWORD)).error.code).toBe('second_factor_required')
  const reset = await run('reset-second-factor', ['--username', user.username.toUpperCase()])
  expect(reset).toMatchObject({ code: 0, error: '', out: expect.stringContaining('no second factor any more') })
  expect((await app.call(petCalls.listOwn, { query: {} }, user)).status).toBe(401)
  expect((await signin(user.username, PASSWORD)).status).toBe(200)
  expect((await app.call(petCalls.listOwn, { query: {} }, other)).status).toBe(200)
  expect((await signin(other.username, PASSWORD)).error.code).toBe('second_factor_required')
  const mails = await app.db.selectFrom('mails').select('text').where('to_address', '=', user.email).execute()
  expect(mails).toContainEqual({ text: expect.stringContaining('We have switched off two-step login') })

  for (const args of [[], ['--username', 'nobody-here'], ['--username', user.username]]) {
    const refused = await run('reset-second-factor', args)
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.error).not.toContain('    at ')
  }
})

// V14.2.4
test('person exports, says what it would erase, and erases only with --yes', async () => {
  const user = await aUser(app.db)
  const exported = await run('person', ['--email', user.email, '--export'])
  expect(JSON.parse(exported.out)).toMatchObject({ account: [{ id: user.id, username: user.username }] })

  const asked = await run('person', ['--email', user.email, '--erase'])
  expect(asked.out).toMatch(new RegExp(`Account: number ${user.id},[^]*Nothing is erased yet`))
  expect((await signin(user.username, PASSWORD)).status).toBe(200)

  const erased = await run('person', ['--account', String(user.id), '--erase', '--yes'])
  expect(erased).toMatchObject({ code: 0, out: expect.stringContaining('Erased.') })
  expect((await signin(user.username, PASSWORD)).status).toBe(401)
})

// V14.2.4
test('a warning at the start of person is no part of the file that it exports', async () => {
  const user = await aUser(app.db)
  const alone = { DATABASE_NODES: '2' }
  const exported = await run('person', ['--email', user.email, '--export'], '', database.url, alone)
  expect(exported.error).toContain('a commit waits for none of them')
  expect(JSON.parse(exported.out)).toMatchObject({ account: [{ id: user.id }] })
})

// V14.2.4
test('person takes the address of an account once it is confirmed, or if it is named', async () => {
  const user = await aUser(app.db)
  const { rows } = await app.pool.query(
    `insert into complaints (fullname, email, phone, type_of_complaint, location_of_incident, date_of_incident, description)
    values ('Somebody', $1, '1', 'Cruelty', 'Pune', '2026-01-01', 'A dog') returning id`,
    [user.email],
  )
  const account = ['--account', String(user.id)]
  const told = async (...args: string[]) => (await run('person', [...account, ...args, '--erase'])).out
  expect(await told()).toContain('Complaints: none')
  expect(await told('--email', user.email)).toContain(`Complaints: ${rows[0].id}`)
  await app.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id])
  expect(await told()).toContain(`Complaints: ${rows[0].id}`)
})

// TRU-4
test('person records each export and erasure in the audit, with who ran it', async () => {
  const user = await aUser(app.db)
  const rows = () =>
    app.db
      .selectFrom('audit')
      .select(['action', 'object_kind', 'admin_username'])
      .where('object_id', '=', String(user.id))
      .orderBy('id')
      .execute()
  await run('person', ['--email', user.email, '--erase'])
  expect(await rows()).toEqual([])
  await run('person', ['--email', user.email, '--export'])
  await run('person', ['--email', user.email, '--erase', '--yes'])
  const by = { object_kind: 'user', admin_username: `${userInfo().username} (npm run person)` }
  expect(await rows()).toEqual([
    { action: 'person-exported', ...by },
    { action: 'person-erased', ...by },
  ])
})

// DSK-4
test('commands that change an account are in the audit, with who ran them', async () => {
  const [user, owner] = [await aUser(app.db), await aProtectedUser(app)]
  await run('make-admin', ['--username', 'meera', '--email', 'meera@example.org'])
  const made = await app.db.selectFrom('users').select('id').where('username', '=', 'meera').executeTakeFirstOrThrow()
  await run('reset-password', ['--username', user.username])
  await run('make-admin', ['--username', user.username])
  await run('reset-second-factor', ['--username', owner.username])
  await run('reset-second-factor', ['--username', owner.username])
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'object_id', 'admin_username'])
    .where('object_kind', '=', 'user')
    .where('object_id', 'in', [made.id, user.id, owner.id].map(String))
    .orderBy('id')
    .execute()
  const by = (command: string) => `${userInfo().username} (npm run ${command})`
  expect(rows.map((row) => [row.action, Number(row.object_id), row.admin_username])).toEqual([
    ['admin-made', made.id, by('make-admin')],
    ['password-reset', user.id, by('reset-password')],
    ['admin-made', user.id, by('make-admin')],
    ['second-factor-ended', owner.id, by('reset-second-factor')],
  ])
})

// V14.2.4
test('person needs somebody and one thing to do', async () => {
  for (const args of [
    ['--export'],
    ['--email', 'x@example.org'],
    ['--phone', '1', '--export'],
    ['--account', '999999', '--export'],
    ['--export', '--erase'],
  ])
    expect.soft((await run('person', args)).code, args.join(' ')).toBe(1)
})

// ACC-5, AUTH-11
test('make-admin ends the links with which earlier addresses take an account back', async () => {
  const user = await aUser(app.db)
  const token = await createUndo(app.db, { id: user.id, email: 'earlier@example.org' })
  expect((await run('make-admin', ['--username', user.username])).code).toBe(0)
  const undone = await app.call(recoveryCalls.undoEmailChange, { body: { token } })
  expect([undone.status, undone.error.code]).toEqual([400, 'token_invalid'])
})

// CLU-3
test('a command of a newer version does not migrate the database of a running program', async () => {
  const older = await emptyDatabase()
  await migrate(older.db, '0047-audit')
  const refused = await run('make-admin', ['--username', 'asha', '--email', 'asha@example.org'], '', older.url)
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringMatching(/^The database is of an earlier version/),
  })
  const { rows } = await older.pool.query('select max(name) as newest from kysely_migration')
  expect(rows).toEqual([{ newest: '0047-audit' }])
})
