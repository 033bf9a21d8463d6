import type { ComplaintForm } from '@petsetu/contract/complaints/complaint-schemas.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'
import { lockWaits } from '../../test/lock-waits.ts'
import { COMPLAINT } from '../../test/paying-app.ts'
import type { StoredAttachment } from '../platform/files/incoming-files.ts'
import { insertComplaint as insert } from './file-complaint.ts'

const { db, pool } = await testApp()

const insertComplaint = (form: ComplaintForm, filePath: string | null, idempotencyKey: string | null) =>
  insert(db, { form, files: filePath ? [stored(filePath)] : [], idempotencyKey, contentHash: null, language: 'en' })

const stored = (name: string): StoredAttachment => ({
  ...{ name, originalName: null, type: 'application/pdf', bytes: 1 },
  sha256: name.slice(0, 32).repeat(2),
})

const FORMS = Array.from({ length: 30 }, (_, index) => ({ ...COMPLAINT, description: `The dog of house ${index}` }))

const describedAs = async (id: number) =>
  (await db.selectFrom('complaints').select('description').where('id', '=', id).executeTakeFirst())?.description

// CMP-4
test('concurrent complaints each get their own number', async () => {
  const filed = await Promise.all(FORMS.map((form) => insertComplaint(form, null, null)))
  const stored = await Promise.all(filed.map(({ id }) => describedAs(id)))
  expect(stored).toEqual(FORMS.map(({ description }) => description))
})

// CMP-4, V2.3.3
test('a complaint that cannot be stored does not prevent others from being filed', async () => {
  const impossible = { ...COMPLAINT, date_of_incident: '2026-02-30' }
  const [refused, ...filed] = await Promise.allSettled(
    [impossible, ...FORMS].map((form) => insertComplaint(form, null, null)),
  )
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: '22008' } })
  const ids = filed.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []))
  expect(await Promise.all(ids.map(describedAs))).toEqual(FORMS.map(({ description }) => description))
})

// CMP-4, V15.4.3
test('identical complaints at two nodes at once become one each, with one file', async () => {
  const keys = ['first-submission', 'second-submission', 'third-submission']
  const holder = await holdKey(keys[1])
  const filed = keys.map((key, index) => insertComplaint(COMPLAINT, fileOf(index), key))
  const again = keys.toReversed().map((key, index) => insertComplaint(COMPLAINT, fileOf(5 - index), key))
  try {
    await expect.poll(() => lockWaits(pool)).toBe(2)
  } finally {
    await holder.release()
  }
  const complaints = await Promise.all(filed)
  expect(await Promise.all(again)).toEqual(complaints.toReversed())
  expect(new Set(complaints.map(({ id }) => id)).size).toBe(3)
  for (const [index, { filePath }] of complaints.entries())
    expect([fileOf(index), fileOf(index + 3)]).toContain(filePath)
})

/** Inserts of this key wait until it is released. */
async function holdKey(key: string | undefined) {
  const client = await pool.connect()
  await client.query('begin')
  // Without triggers it holds no counter, for which inserts of other keys would wait, too.
  await client.query('set local session_replication_role = replica')
  await client.query({ ...A_ROW, values: [...Object.values(COMPLAINT), key] })
  return {
    async release() {
      await client.query('rollback')
      client.release()
    },
  }
}

const A_ROW = {
  text: `insert into complaints (${Object.keys(COMPLAINT)}, idempotency_key) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const fileOf = (index: number) => `${String(index).padStart(32, '0')}.pdf`
