import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { aPng, complaintParts, filePart, sendForm } from '../../../test/attachments.ts'
import { emptyDatabase, testApp, testDatabase } from '../../../test/harness.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')
const database = await testDatabase()
atEnd(database.drop)
const app = await testApp({}, database)
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-unsafe-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
await sendForm(app, [...complaintParts(), filePart(aPng())])

/** Runs a command in a process of its own; returns its exit code and what it printed. */
async function command(
  name: 'backup' | 'restore',
  args: string[],
  databaseUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
) {
  const program = path.join(ROOT, `scripts/${name}.ts`)
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...more }
  return promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  )
}

const backUpTo = (name: string) =>
  command('backup', ['--to', path.join(folder, name)], database.url, app.config.dataDir)

async function restoreFrom(backup: string, ...options: string[]) {
  const { url, pool } = await emptyDatabase()
  const dataDir = await mkdtemp(path.join(folder, 'data-'))
  const told = await command('restore', ['--from', path.join(folder, backup), ...options], url, dataDir)
  const { rows } = await pool.query<{ there: boolean }>("select to_regclass('complaints') is not null as there")
  return { ...told, isRestored: rows[0]?.there }
}

// CFG-4
test('a back-up that was never finished is named, and no restore takes it', async () => {
  expect(await backUpTo('whole')).toMatchObject({ code: 0, err: '' })
  // As it stands if the command is killed just before it renames it.
  await cp(path.join(folder, 'whole'), path.join(folder, 'killed.unfinished'), { recursive: true })
  const next = await backUpTo('next')
  expect(next).toMatchObject({ code: 0, out: expect.stringContaining(path.join(folder, 'killed.unfinished')) })
  expect(await restoreFrom('killed.unfinished')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/killed\.unfinished is not a whole back-up: its command ended before .*\n$/),
    isRestored: false,
  })
})

// CFG-4
test('a back-up without an attachment has another name, and is restored only if asked', async () => {
  const attachments = path.join(app.config.dataDir, 'attachments')
  await cp(attachments, path.join(folder, 'kept'), { recursive: true })
  const [lost = ''] = (await readdir(attachments)).filter((name) => name.endsWith('.png'))
  await rm(path.join(attachments, lost))
  const made = await backUpTo('lacking')
  expect(made).toMatchObject({ code: 1, err: `These attachments were not where they belong: ${lost}\n` })
  expect(await readdir(folder)).toContain('lacking.incomplete')
  expect(await readdir(folder)).not.toContain('lacking')
  const again = await backUpTo('lacking')
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('lacking.incomplete is there already') })

  expect(await restoreFrom('lacking.incomplete')).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`is not a whole back-up: .*${lost}.*--incomplete.*\n$`)),
    isRestored: false,
  })
  expect(await restoreFrom('lacking.incomplete', '--incomplete')).toMatchObject({ code: 0, err: '', isRestored: true })
  await cp(path.join(folder, 'kept'), attachments, { recursive: true })
})

// CFG-4, TRU-3
test('a back-up older than the list of erasures is restored only with a warning', async () => {
  await mkdir(path.join(folder, 'years'))
  expect(await backUpTo('years/old')).toMatchObject({ code: 0, err: '' })
  const file = path.join(folder, 'years/old/manifest.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { madeAt: string }
  const madeDaysAgo = (days: number) =>
    writeFile(file, JSON.stringify({ ...manifest, madeAt: new Date(Date.now() - days * 86_400_000).toISOString() }))

  await madeDaysAgo(366)
  expect(await restoreFrom('years/old')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/more than 365 days old.* --despite-age .*\n$/),
    isRestored: false,
  })
  expect(await restoreFrom('years/old', '--despite-age')).toMatchObject({
    code: 0,
    out: expect.stringContaining('People who were erased may be back'),
    isRestored: true,
  })
  await madeDaysAgo(364)
  const younger = await restoreFrom('years/old')
  expect(younger).toMatchObject({ code: 0, out: expect.not.stringContaining('may be back') })
})

// CFG-4, TRU-3
test('a restore says so if there is no list of erasures', async () => {
  expect(await backUpTo('listed')).toMatchObject({ code: 0, err: '' })
  const alone = path.join(folder, 'alone')
  await cp(path.join(folder, 'listed'), path.join(alone, 'listed'), { recursive: true })
  const warning = expect.stringContaining('People who were erased may be back, because there is no list of erasures')
  expect(await restoreFrom('alone/listed')).toMatchObject({ code: 0, err: '', out: warning })
  await cp(path.join(folder, 'erasures.json'), path.join(alone, 'erasures.json'))
  expect(await restoreFrom('alone/listed')).toMatchObject({ code: 0, out: expect.not.stringContaining('may be back') })
})

// CFG-1, CFG-4
test('a back-up that its owner’s address does not let in names the setting of it', async () => {
  const wrong = new URL(database.url)
  wrong.username = 'nobody_here'
  for (const setting of ['MIGRATE_DATABASE_URL', 'DIRECT_DATABASE_URL']) {
    const target = path.join(folder, setting)
    const told = await command('backup', ['--to', target], database.url, app.config.dataDir, { [setting]: wrong.href })
    expect.soft(told.code).toBe(1)
    expect.soft(told.err).toMatch(new RegExp(`^${setting} must lead to .*\\n$`))
  }
})

// CFG-4
test('a folder or a file that cannot be used is named by one line of a command', async () => {
  await writeFile(path.join(folder, 'a-file'), '')
  expect(await backUpTo('a-file/below')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^ENOTDIR: .*a-file\/below.*\n$/),
  })
  expect(await backUpTo('for-no-list')).toMatchObject({ code: 0 })
  expect(await restoreFrom('for-no-list', '--erasures', path.join(folder, 'no-list.json'))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^ENOENT: .*no-list\.json.*\n$/),
    isRestored: false,
  })
})

// CFG-1
test('a .env that cannot be read stops a command with one line', async () => {
  await mkdir(path.join(folder, '.env'))
  expect(await backUpTo('unread')).toMatchObject({ code: 1, err: '.env must be a file that this user may read.\n' })
  await rm(path.join(folder, '.env'), { recursive: true })
})
