import { expect, test } from 'vitest'
import { chartMonths } from './by-month.ts'

const TODAY = '2026-11-21'
const range = (months: { from: string; to: string }[]) => [months[0]?.from, months.at(-1)?.to]

// DSK-7
test('the months of a financial year stand beside those of the year before', () => {
  const { now, before } = chartMonths({ start_date: '2026-04-01', end_date: '2027-03-31' }, TODAY)
  expect(now.map(({ month }) => month)).toEqual([
    ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}`),
    ...['01', '02', '03'].map((month) => `2027-${month}`),
  ])
  expect(range(before)).toEqual(['2025-04-01', '2026-03-31'])
  expect(before[0]?.month).toBe('2025-04')
})

// DSK-7
test('a month stands beside the whole month before, a part of one beside the same days', () => {
  expect(range(chartMonths({ start_date: '2026-03-01', end_date: '2026-03-31' }, TODAY).before)).toEqual([
    '2026-02-01',
    '2026-02-28',
  ])
  expect(range(chartMonths({ start_date: '2026-04-10', end_date: '2026-05-20' }, TODAY).before)).toEqual([
    '2026-02-10',
    '2026-03-20',
  ])
  expect(range(chartMonths({ start_date: '2024-02-01', end_date: '2024-02-29' }, TODAY).before)).toEqual([
    '2024-01-01',
    '2024-01-31',
  ])
  expect(chartMonths({ start_date: '2026-03-30', end_date: '2026-03-30' }, TODAY).before).toEqual([
    { month: '2026-02', from: '2026-02-28', to: '2026-02-28' },
  ])
})

// DSK-7
test('days left out mean twelve months up to the last day, or from the first to now', () => {
  expect(range(chartMonths({}, TODAY).now)).toEqual(['2025-12-01', '2026-11-30'])
  expect(range(chartMonths({ end_date: '2026-03-15' }, TODAY).now)).toEqual(['2025-04-01', '2026-03-15'])
  expect(range(chartMonths({ start_date: '2026-09-10' }, TODAY).now)).toEqual(['2026-09-10', '2026-11-30'])
  expect(range(chartMonths({ start_date: '2027-02-03' }, TODAY).now)).toEqual(['2027-02-03', '2027-02-28'])
})

// DSK-7
test('of too many months the last sixty are shown, and no month lies before the year 1', () => {
  const { now, before } = chartMonths({ start_date: '2001-01-15', end_date: '2026-11-20' }, TODAY)
  expect([now.length, before.length]).toEqual([60, 60])
  expect(range(now)).toEqual(['2021-12-01', '2026-11-20'])
  expect(range(before)).toEqual(['2016-12-01', '2021-11-20'])
  expect(chartMonths({ end_date: '0001-01-31' }, TODAY).before[0]?.from).toBe('0001-01-01')
})
