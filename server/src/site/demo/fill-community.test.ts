import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { fillCamp } from './fill-community.ts'

const { db } = await testApp()

// CFG-3, COM-3
test('the demo has a camp that is over and one to come', async () => {
  await anAdmin(db)
  await fillCamp(db, await aUser(db))
  const camps = await db.selectFrom('camps').select('day').orderBy('day').execute()
  expect(camps.map(({ day }) => day > today())).toEqual([false, true])
})
