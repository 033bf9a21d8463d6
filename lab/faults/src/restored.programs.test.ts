import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openOwnerPool } from '../../../server/src/platform/db/pool.ts'
import { diskDriver } from '../../../server/src/platform/files/driver.ts'
import { backUp } from '../../../server/src/site/backup/back-up.ts'
import { checkedManifest } from '../../../server/src/site/backup/manifest.ts'
import { restore } from '../../../server/src/site/backup/restore.ts'
import { aPng } from '../../../server/test/attachments.ts'
import { emptyDatabase } from '../../../server/test/harness.ts'
import { aPaidComplaint, aRegistration, payingApp, submit } from '../../../server/test/paying-app.ts'
import { refund } from '../../../server/test/payment-state.ts'
import type { Operation } from './history.ts'
import { checkInvariants } from './invariants.ts'
import type { Ledger } from './ledger.ts'

const app = await payingApp()
const elsewhere = await emptyDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-restored-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The provider's ledger, with the deliveries of each webhook. */
async function truth(): Promise<{ ledger: Ledger; history: Operation[] }> {
  const ledger = await app.sandbox.control<Ledger>('GET', '/ledger')
  const history = ledger.webhooks.map(
    ({ event_id: eventId, body }): Operation => ({
      ...{ kind: 'webhook', eventId, body, isForged: false, outcome: 'ok', reply: '' },
    }),
  )
  return { ledger, history }
}

// PAY-6, CFG-4
test('a restore elsewhere agrees with the provider’s ledger in all money', async () => {
  for (let index = 0; index < 3; index++) await aPaidComplaint(app, 100 + index)
  const sentBack = await aPaidComplaint(app)
  await refund(app, sentBack.checkout.razorpay_payment_id)
  const membership = await aRegistration(app)
  await app.sandbox.pay(membership.orderId)
  await aRegistration(app)
  await submit(app, { file: { bytes: aPng(), name: 'proof.png' } })
  const open = () => app.db.selectFrom('webhook_inbox').select('event_id').where('processed_at', 'is', null).execute()
  const active = () => app.db.selectFrom('memberships').select('id').where('status', '=', 'active').execute()
  const come = () => app.db.selectFrom('webhook_inbox').select('event_id').execute()
  await expect.poll(active).toHaveLength(1)
  // A back-up before the last event has come would lack what the ledger says of it.
  await expect.poll(async () => (await app.sandbox.ledger()).webhooks.length - (await come()).length).toBe(0)
  await expect.poll(open).toEqual([])

  const backup = path.join(folder, 'backup')
  await backUp(app.pool, diskDriver(path.join(app.config.dataDir, 'attachments')), backup)
  const attachmentsDir = path.join(folder, 'attachments')
  const owner = openOwnerPool(elsewhere.url)
  const incoming = path.join(attachmentsDir, 'incoming')
  const manifest = await checkedManifest(backup)
  await restore(owner, diskDriver(attachmentsDir), { folder: backup, manifest, incoming })
  await owner.end()

  const judged = async () => checkInvariants({ db: elsewhere.db, attachmentsDir, ...(await truth()) })
  expect(await judged()).toEqual([])
  // Shows that the invariants detect a missing payment.
  await elsewhere.pool.query('alter table payment_journal disable trigger user')
  await elsewhere.pool.query(
    "delete from payment_journal using payments where payment_id = payments.id and status = 'captured'",
  )
  expect(await judged()).not.toEqual([])
})
