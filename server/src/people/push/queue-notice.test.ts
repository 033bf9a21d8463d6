import { expect, test } from 'vitest'
import { isNight, nextMorning } from './queue-notice.ts'

const india = (time: string) => new Date(`2026-11-23T${time}+05:30`)

// PSH-2
test('the night is from 22 to 7, Indian time', () => {
  const nights = ['21:59:59', '22:00:00', '23:59:59', '00:00:00', '06:59:59', '07:00:00', '12:00:00']
  expect(nights.map((time) => isNight(india(time)))).toEqual([false, true, true, true, true, false, false])
})

// PSH-2
test('the morning is at 7, of the same day after midnight', () => {
  expect(nextMorning(india('23:30:00'))).toEqual(new Date('2026-11-24T07:00:00+05:30'))
  expect(nextMorning(india('00:30:00'))).toEqual(new Date('2026-11-23T07:00:00+05:30'))
  expect(nextMorning(india('07:00:00'))).toEqual(new Date('2026-11-24T07:00:00+05:30'))
})
