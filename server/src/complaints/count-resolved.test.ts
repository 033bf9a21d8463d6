import { expect, test } from 'vitest'
import { aComplaint, aPaidComplaint, payingApp } from '../../test/paying-app.ts'
import { countResolved } from './complaint-queries.ts'

const app = await payingApp()

async function end(id: number, status: string, outcome: string | null): Promise<void> {
  await app.pool.query('update complaints set status = $2, outcome = $3 where id = $1', [id, status, outcome])
}

test.each([
  ['resolved', null, 1],
  ['resolved', 'treated', 1],
  ['closed', 'rescued', 1],
  ['closed', null, 0],
  ['resolved', 'nothing_found', 0],
  ['closed', 'duplicate', 0],
  ['closed', 'withdrawn', 0],
  ['in_progress', null, 0],
  // JRN-9
])('a complaint that is %s with the outcome %s counts %i times on the home page', async (status, outcome, count) => {
  const before = await countResolved(app.db)
  await end(await aComplaint(app), status, outcome)
  expect(await countResolved(app.db)).toBe(before + count)
})

// JRN-9
test('a complaint that was paid with test money does not count on the home page', async () => {
  const before = await countResolved(app.db)
  const { complaintId } = await aPaidComplaint(app)
  await end(complaintId, 'resolved', 'treated')
  expect(await countResolved(app.db)).toBe(before)
  await app.pool.query("update payments set key_id = 'rzp_live_key' where purpose = 'complaint' and subject_id = $1", [
    complaintId,
  ])
  expect(await countResolved(app.db)).toBe(before + 1)
})
