import { expect, test } from 'vitest'
import { lastDays } from './scan-card.tsx'

// FND-6
test('the chart has the last 30 days, oldest first, with 0 for a day without scans', () => {
  const scans = [
    { day: '2028-03-01', scans: 2 },
    { day: '2028-02-29', scans: 7 },
    { day: '2028-01-01', scans: 9 },
  ]
  const days = lastDays(scans, '2028-03-01')
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2028-02-01', scans: 0 })
  expect(days.slice(-2)).toEqual([scans[1], scans[0]])
  expect(days.reduce((sum, each) => sum + each.scans, 0)).toBe(9)
})
