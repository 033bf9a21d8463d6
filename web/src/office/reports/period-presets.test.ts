import { expect, test } from 'vitest'
import { accountedDays, daysOfMonth, presetDays } from './period-presets.tsx'

// DSK-7
test('this month, last month and this financial year, on both sides of each limit', () => {
  expect(presetDays('2026-04-01')).toEqual({
    thisMonth: { start_date: '2026-04-01', end_date: '2026-04-30' },
    lastMonth: { start_date: '2026-03-01', end_date: '2026-03-31' },
    thisYear: { start_date: '2026-04-01', end_date: '2027-03-31' },
  })
  expect(presetDays('2026-03-31').thisYear).toEqual({ start_date: '2025-04-01', end_date: '2026-03-31' })
  expect(presetDays('2027-01-15').lastMonth).toEqual({ start_date: '2026-12-01', end_date: '2026-12-31' })
  expect(presetDays('2028-03-05').lastMonth).toEqual({ start_date: '2028-02-01', end_date: '2028-02-29' })
})

// DSK-7
test('a bar chooses the days of its month that it counts', () => {
  const chosen = { from: '2026-04-10', to: '2026-06-05' }
  expect(daysOfMonth('2026-04', chosen)).toEqual({ start_date: '2026-04-10', end_date: '2026-04-30' })
  expect(daysOfMonth('2026-05', chosen)).toEqual({ start_date: '2026-05-01', end_date: '2026-05-31' })
  expect(daysOfMonth('2026-06', chosen)).toEqual({ start_date: '2026-06-01', end_date: '2026-06-05' })
})

// DSK-7
test('the accountant’s file has the chosen days, or this financial year without any', () => {
  const none = { start_date: '', end_date: '' }
  const days = { start_date: '2026-05-02', end_date: '2026-06-03' }
  expect(accountedDays(none, '2026-11-21')).toEqual({ start_date: '2026-04-01', end_date: '2027-03-31' })
  expect(accountedDays(days, '2026-11-21')).toEqual(days)
  expect(accountedDays({ ...none, end_date: '2026-02-10' }, '2026-11-21')).toEqual({
    start_date: '2025-04-01',
    end_date: '2026-02-10',
  })
  expect(accountedDays({ ...none, start_date: '2025-05-01' }, '2026-11-21')).toEqual({
    start_date: '2025-05-01',
    end_date: '2026-03-31',
  })
})
