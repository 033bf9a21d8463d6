import { expect, test } from 'vitest'
import { isReached, type Phase, type Upgrade } from './table.ts'

const PHASE: Phase = {
  name: 'both serve',
  seconds: 10,
  requests: 600,
  failed: 0,
  unserved: 0,
  statuses: [],
  scanSeconds: 0.3,
  writeSeconds: 0.5,
}

const upgraded = (phase: Partial<Phase>, rest: Partial<Upgrade> = {}): Upgrade => ({
  phases: [PHASE, { ...PHASE, ...phase }],
  acknowledged: 400,
  lost: 0,
  payments: 100,
  paymentsDoubled: 0,
  longest: { name: 'none', seconds: 0 },
  migrations: 0,
  wrong: [],
  ...rest,
})

// CLU-3
test('an upgrade fails with each request, on a busy machine with unserved ones', () => {
  expect(isReached(upgraded({}), false)).toBe(true)
  expect(isReached(upgraded({ failed: 1 }), false)).toBe(false)
  expect(isReached(upgraded({ failed: 1 }), true)).toBe(true)
  expect(isReached(upgraded({ failed: 1, unserved: 1 }), true)).toBe(false)
})

// CLU-3
test.for([{ lost: 1 }, { paymentsDoubled: 1 }, { wrong: ['a pet is not found'] }])(
  'an upgrade fails with %o',
  (rest) => {
    for (const isMachineBusy of [true, false]) expect(isReached(upgraded({}, rest), isMachineBusy)).toBe(false)
  },
)
