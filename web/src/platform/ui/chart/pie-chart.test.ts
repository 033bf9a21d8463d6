import { expect, test } from 'vitest'
import { type Share, slicesOf } from './pie-chart.tsx'

function share(label: string, count: number): Share {
  return { label, count, colour: 'green' }
}

// RPT-3
test('the slices keep the given order, whatever their size', () => {
  const slices = slicesOf([share('Active', 1), share('Expired', 2), share('Cancelled', 0), share('Pending', 1)], 80)
  expect(slices.map(({ label, percent }) => `${label} ${percent}`)).toEqual([
    'Active 25%',
    'Expired 50%',
    'Cancelled 0%',
    'Pending 25%',
  ])
  // The first one begins at the top, although another one is larger.
  expect(slices.map(({ outline }) => outline.slice(0, 6))).toEqual(['M0,-80', 'M80,0A', '', 'M-80,0'])
})

// RPT-3
test('each slice begins where the one before it ends, clockwise from the top', () => {
  const [first, second] = slicesOf([share('Active', 1), share('Expired', 1)], 80)
  expect(first?.outline).toMatch(/^M0,-80A80,80,0,\d,1,0,80L0,0Z$/)
  expect(second?.outline).toMatch(/^M0,80A80,80,0,\d,1,0,-80L0,0Z$/)
})

// RPT-3
test('a share of zero has no slice, and a share of everything is a full circle', () => {
  const [all, none] = slicesOf([share('Regular', 7), share('Premium', 0)], 80)
  expect(none?.outline).toBe('')
  expect(all?.outline.match(/A80,80/g)).toHaveLength(2)
  expect(all?.percent).toBe('100%')
})

// RPT-3
test('a pie of nothing does not divide by zero', () => {
  expect(slicesOf([share('Regular', 0)], 80)).toEqual([
    { label: 'Regular', count: 0, colour: 'green', outline: '', percent: '0%' },
  ])
})
