import { afterEach, expect, test, vi } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { createThrottles, isOver } from './throttles.ts'

const { pool } = await testApp()
const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

// AUTH-13
test('a clock that is set back by hours prolongs no limit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const now = Date.now()
  vi.setSystemTime(now + 6 * HOUR_MS)
  const { logins, pauses } = createThrottles(
    pool,
    { logins: { points: 1, seconds: 60 }, pauses: { points: 1, seconds: 60 } },
    true,
  )
  const isRejected = (name: 'logins' | 'pauses') => isOver(() => ({ logins, pauses })[name].count('Asha'))
  expect([await isRejected('logins'), await isRejected('logins'), await isRejected('logins')]).toEqual([
    false,
    true,
    true,
  ])
  await pauses.pause('Asha', 60)
  await expect(pauses.rejectIfOver('Asha')).rejects.toMatchObject({ status: 429 })
  expect(() => logins.rejectIfKnownOver('Asha')).toThrow()

  vi.setSystemTime(now)
  expect(() => logins.rejectIfKnownOver('Asha')).not.toThrow()
  await pauses.rejectIfOver('Asha')
  expect([await isRejected('logins'), await isRejected('logins')]).toEqual([false, true])
})
