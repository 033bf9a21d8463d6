import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { paths } from '@petsetu/contract/paths.ts'
import { deskCalls } from '@petsetu/contract/payments/desk.ts'
import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { authCalls } from '@petsetu/contract/people/auth.ts'
import { afterAll, expect, test } from 'vitest'
import { aDeskFee, takeAtDesk, voidAtDesk } from '../../../test/desk.ts'
import { anAdmin, PASSWORD } from '../../../test/factories.ts'
import { emptyDatabase, type TestApp, testApp } from '../../../test/harness.ts'
import { aFeeLink } from '../../../test/pay-links.ts'
import { aComplaint } from '../../../test/paying-app.ts'
import { openOwnerPool } from '../../platform/db/pool.ts'
import { diskDriver } from '../../platform/files/driver.ts'
import { backUp } from './back-up.ts'
import { checkedManifest } from './manifest.ts'
import { LEFT_OUT, restore } from './restore.ts'

const app = await testApp()
const admin = await anAdmin(app.db)
const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-restored-numbers-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The server on what was restored from a back-up of now; `later` happens after the back-up. */
async function restored(name: string, isComplete: boolean, later: () => Promise<void>): Promise<TestApp> {
  const backup = path.join(folder, name)
  await backUp(app.pool, diskDriver(path.join(app.config.dataDir, 'attachments')), backup)
  await later()
  const elsewhere = await emptyDatabase()
  const owner = openOwnerPool(elsewhere.url)
  const attachments = path.join(folder, `${name}-attachments`)
  await restore(owner, diskDriver(attachments), {
    folder: backup,
    manifest: await checkedManifest(backup),
    incoming: path.join(attachments, 'incoming'),
    isComplete,
  })
  await owner.end()
  return testApp({}, elsewhere)
}

const numbersOf = async ({ pool }: Pick<TestApp, 'pool'>, table: string) =>
  (await pool.query<{ number: number }>(`select number from ${table} order by number`)).rows.map(({ number }) =>
    Number(number),
  )

async function signInAgain(there: TestApp) {
  const { body } = await there.call(authCalls.signin, { body: { username: admin.username, password: PASSWORD } })
  return { ...admin, token: (body as { accessToken: string }).accessToken }
}

// RCP-1, CFG-4
test('after a restore no receipt and no complaint gets a number that was given out', async () => {
  await voidAtDesk(app, (await aDeskFee(app, {}, { by: admin })).id, admin)
  let lost = 0
  const there = await restored('lost', false, async () => {
    lost = (await aDeskFee(app, {}, { by: admin })).complaintId
    await voidAtDesk(app, (await aDeskFee(app, {}, { by: admin })).id, admin)
  })
  const by = await signInAgain(there)
  const complaintId = await aComplaint(there)
  expect(complaintId).toBeGreaterThan(lost)
  const taken = await takeAtDesk(there, { purpose: 'complaint', subject_id: complaintId }, { by })
  await there.call(deskCalls.void, { params: { id: String(taken.body.data.id) }, body: { reason: 'Wrong' } }, by)
  expect(await numbersOf(there, 'receipts')).toEqual([1, LEFT_OUT + 2])
  expect(await numbersOf(there, 'refund_receipts')).toEqual([1, LEFT_OUT + 2])
  expect(await numbersOf(app, 'receipts')).toEqual([1, 2, 3])
})

const next = async ({ pool }: Pick<TestApp, 'pool'>, table: string) =>
  Number((await pool.query(`select nextval(pg_get_serial_sequence('${table}', 'id')) as next`)).rows[0].next)

// CFG-4, TRU-6
test('after a restore no grievance or data request gets a number that was mailed', async () => {
  const there = await restored('numbered', false, async () => {})
  for (const table of ['grievances', 'privacy_requests'])
    expect(await next(there, table)).toBeGreaterThan((await next(app, table)) + LEFT_OUT - 2)
})

// CFG-4, MBR-2
test('after a restore no new account gets the member card that was printed for another', async () => {
  const there = await restored('cards', false, async () => {})
  expect(await next(there, 'users')).toBeGreaterThan((await next(app, 'users')) + LEFT_OUT - 2)
})

// LNK-1, CFG-4
test('a pay link that was revoked after the back-up does not work after a restore', async () => {
  const link = await aFeeLink(app)
  const refusal = async (there: TestApp) =>
    (await there.call(linkCalls.openOrder, { body: { token: link.token } })).error.code
  const there = await restored('revoked', false, async () => {
    const reply = await app.call(linkCalls.revokeForComplaint, { params: { id: String(link.id) } }, admin)
    expect(reply.body.data.state).toBe('revoked')
  })
  expect([await refusal(app), await refusal(there)]).toEqual(['pay_link_revoked', 'pay_link_revoked'])
})

// LNK-1, CFG-4
test('a pay link goes on after a restore of a back-up that is complete', async () => {
  const link = await aFeeLink(app)
  const there = await restored('moved', true, async () => {})
  const page = await there.fetch(paths.pay.to({ token: link.token }), { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('Pay ₹100')
})

// RCP-1, CFG-4
test('a back-up that is complete is continued without a gap in the receipts', async () => {
  const before = await numbersOf(app, 'receipts')
  const there = await restored('complete', true, async () => {})
  const by = await signInAgain(there)
  await takeAtDesk(there, { purpose: 'complaint', subject_id: await aComplaint(there) }, { by })
  expect(await numbersOf(there, 'receipts')).toEqual([...before, before.length + 1])
})
