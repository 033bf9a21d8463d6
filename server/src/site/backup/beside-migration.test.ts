import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { aStreetAnimal } from '../../../test/community.ts'
import { aUser } from '../../../test/factories.ts'
import { emptyDatabase, testDatabase } from '../../../test/harness.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver, type FileDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const database = await testDatabase()
atEnd(database.drop)
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-beside-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function locksWaitedFor(): Promise<number> {
  const { rows } = await database.direct.query<{ count: number }>(
    `select count(*) from pg_locks
     where not granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

// CFG-4, CLU-3
test('a back-up beside a migration that writes a table anew has all its rows', async () => {
  await aUser(database.db)
  await aUser(database.db)
  const migrating = await database.direct.connect()
  await migrating.query('begin')
  await migrating.query('lock table users in access exclusive mode')
  const made = backUp(database.direct, diskDriver(folder), path.join(folder, 'beside'))
  await expect.poll(locksWaitedFor).toBeGreaterThan(0)
  // Each row gets a value of its own, so that PostgreSQL writes the table anew.
  await migrating.query('alter table users add column drawn double precision default random()')
  await migrating.query('commit')
  migrating.release()
  const { manifest } = await made
  expect(manifest.tables.find(({ name }) => name === 'users')).toEqual({ name: 'users', rows: 2 })
})

// CFG-4
test('a certificate removed while a back-up is made is not there after the restore', async () => {
  const { db, direct, drop } = await testDatabase()
  atEnd(drop)
  const { id } = await aStreetAnimal(db)
  const name = `${'a'.repeat(32)}.pdf`
  await direct.query('insert into certificate_files (pet_id, name) values ($1, $2)', [id, name])
  const removing: FileDriver = {
    ...diskDriver(folder),
    async read() {
      await direct.query('delete from certificate_files')
      return null
    },
  }
  const backup = path.join(folder, 'removed')
  await backUp(direct, removing, backup)
  const elsewhere = await emptyDatabase()
  const owner = openOwnerPool(elsewhere.url)
  const attachments = path.join(folder, 'removed-attachments')
  await restore(owner, diskDriver(attachments), {
    folder: backup,
    manifest: await checkedManifest(backup),
    incoming: path.join(attachments, 'incoming'),
  })
  await owner.end()
  const { rows } = await elsewhere.direct.query('select name from certificate_files')
  expect(rows).toEqual([])
  expect((await elsewhere.direct.query('select from community_animals')).rowCount).toBe(1)
})

// CFG-4
test('a back-up of a database without tables says so and leaves no folder', async () => {
  const empty = await emptyDatabase()
  const none = path.join(folder, 'none')
  await expect(backUp(empty.direct, diskDriver(folder), none)).rejects.toThrow(/^There is nothing to back up: /)
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
})
