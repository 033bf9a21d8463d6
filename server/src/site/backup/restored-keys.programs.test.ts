import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { recoveryCalls } from '@petsetu/contract/people/auth.ts'
import { passkeyCalls } from '@petsetu/contract/people/factors.ts'
import { pushCalls } from '@petsetu/contract/people/push.ts'
import { careCalls } from '@petsetu/contract/pets/care.ts'
import { afterAll, expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { emptyDatabase, testApp } from '../../../test/harness.ts'
import { aPasskey } from '../../../test/passkeys.ts'
import { startPushCatcher } from '../../../test/push-catcher.ts'
import { queueNotice } from '../../people/push/queue-notice.ts'
import { createUndo } from '../../people/users/one-time-links.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-restored-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const catcher = await startPushCatcher()
const SETTINGS = { SECRET_KEY: '5c'.repeat(32), PUSH_SERVICES: catcher.origin }

const before = await testApp(SETTINGS)
const owner = await aUser(before.db)
const passkey = await aPasskey(before, owner)
const browser = await catcher.newBrowser()
await before.call(pushCalls.save, { body: { ...browser, kinds: ['found'] } }, owner)
const keyBefore = (await before.call(pushCalls.key, {})).body.data.public_key
const feed = (await before.call(careCalls.renewFeed, {}, owner)).body.path
const undo = await createUndo(before.db, { id: owner.id, email: 'former@example.org' })

const backup = path.join(folder, 'backup')
await backUp(before.pool, diskDriver(path.join(before.config.dataDir, 'attachments')), backup)
const elsewhere = await emptyDatabase()
const pool = openOwnerPool(elsewhere.url)
const [place, incoming] = [diskDriver(path.join(folder, 'attachments')), path.join(folder, 'attachments/incoming')]
await restore(pool, place, { folder: backup, manifest: await checkedManifest(backup), incoming })
await pool.end()
const after = await testApp(SETTINGS, elsewhere)

// KEY-1, CFG-4
test('a passkey signs in after a restore, and its session is a new one', async () => {
  const signedIn = await after.call(passkeyCalls.signIn, { body: await passkey.signIn() })
  expect([signedIn.status, signedIn.body.id]).toEqual([200, owner.id])
  expect((await after.call(passkeyCalls.list, {}, owner)).status).toBe(401)
  const { accessToken: token } = signedIn.body
  expect((await after.call(passkeyCalls.list, {}, { token })).body.data.passkeys).toMatchObject([
    { id: passkey.id, name: 'Phone', is_backed_up: true },
  ])
})

// CFG-4, CAR-3, ACC-5
test('calendar feeds and links to a former address end with a restore', async () => {
  expect([(await before.fetch(feed)).status, (await after.fetch(feed)).status]).toEqual([200, 404])
  const taken = await after.call(recoveryCalls.undoEmailChange, { body: { token: undo } })
  expect(taken.error.code).toBe('token_invalid')
})

// PSH-1, PSH-2, CFG-4
test('a browser is told by the same keys after a restore', async () => {
  expect((await after.call(pushCalls.key, {})).body.data.public_key).toBe(keyBefore)
  await after.db.transaction().execute((transaction) =>
    queueNotice(transaction, {
      ...{ to: { userId: owner.id }, kind: 'found', about: 'found 1', atNight: true, path: '/user/found/1' },
      content: () => ({ title: 'Moti', body: 'Tap' }),
    }),
  )
  await expect.poll(() => catcher.notices(browser)).toMatchObject([{ payload: { title: 'Moti' } }])
})
