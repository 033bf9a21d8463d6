import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { today } from '@petsetu/contract/platform/dates.ts'
import { afterAll, expect, test } from 'vitest'
import { aConfirmedUser, aPet } from '../../../test/factories.ts'
import { emptyDatabase, testApp } from '../../../test/harness.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { storedText } from '../../../test/stored.ts'
import { erasePerson } from '../../people/privacy/erase-person.ts'
import { ERASURES_FILE, readErasures } from '../../people/privacy/erasures.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
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

  // From the list in the store of files, which the erasure has written.
  const fromStore = await restoredText(first, path.join(app.config.dataDir, 'attachments', ERASURES_FILE))
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
