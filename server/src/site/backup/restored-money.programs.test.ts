import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '../../../test/harness.ts'
import { anOrder, aPaidComplaint, payingApp } from '../../../test/paying-app.ts'
import { serverProcess } from '../../../test/server-process.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { restore } from './restore.ts'

const app = await payingApp()
const elsewhere = await emptyDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-restored-money-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

// CFG-4, PAY-5, PAY-6
test('after a restore, money for a later order is found and shown to an admin', async () => {
  const before = await aPaidComplaint(app)
  const backup = path.join(folder, 'backup')
  await backUp(app.pool, diskDriver(path.join(app.config.dataDir, 'attachments')), backup)
  const after = await aPaidComplaint(app)
  // An unpaid order, for which nothing must be found.
  await anOrder(app)

  const owner = openOwnerPool(elsewhere.url)
  const [place, incoming] = [diskDriver(path.join(folder, 'attachments')), path.join(folder, 'attachments/incoming')]
  await restore(owner, place, { folder: backup, manifest: await checkedManifest(backup), incoming })
  await owner.end()
  await serverProcess(elsewhere.url, app.provider.apiUrl)

  const payments = async () =>
    (
      await elsewhere.db.selectFrom('payments').select(['provider_payment_id', 'disposition']).orderBy('id').execute()
    ).map(({ provider_payment_id, disposition }) => [provider_payment_id, disposition])
  await expect.poll(payments).toEqual([
    [before.checkout.razorpay_payment_id, 'applied'],
    [after.checkout.razorpay_payment_id, 'quarantined'],
  ])
})
