import { expect, test } from 'vitest'
import { countedUpTo } from './figures.ts'

// DSK-1
test('what was counted up to 1,000 only is written as 1,000+ where there may be more', () => {
  expect(countedUpTo(999, 1_000)).toEqual({ count: 999, shown: '999' })
  expect(countedUpTo(1_000, 1_000)).toEqual({ count: 1_000, shown: '1,000+' })
})
