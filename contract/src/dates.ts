import { once } from './once.ts'

// Created on first use, because the first Intl formatter of a process takes 20 ms.
const indianDay = once(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }))

/** The calendar day in India at `now`. */
export function today(now: Date = new Date()): string {
  return indianDay().format(now)
}
