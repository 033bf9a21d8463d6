import { expect, test } from 'vitest'
import { testApp, testDatabase } from '../test/harness.ts'

const HOURLY = ['forget', 'lost-mails', 'seal-files', 'sweep']

// V14.2.4, CASE-2
test('a start makes up for the hourly work that was missed', async () => {
  const database = await testDatabase()
  const { db } = database
  const missedAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000)
  await db
    .insertInto('clock_runs')
    .values(HOURLY.map((name) => ({ name, ran_at: missedAt })))
    .execute()
  await testApp({}, database)
  const missed = () => db.selectFrom('clock_runs').select('name').where('ran_at', '=', missedAt).execute()
  await expect.poll(missed).toEqual([])
})
