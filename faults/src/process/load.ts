import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../random.ts'
import type { Place } from './errands.ts'
import { visit } from './visitor.ts'

const THINKING_MS_MAX = 1_000

/** Visitors that come and go, so many at a time, until they are sent home; resolves when the last one has left. */
export function openDoors(
  place: Place,
  visitors: number,
  chanceOfVisitor: (visitor: number) => Chance,
): { close: () => Promise<number> } {
  let isOpen = true
  let visits = 0
  const all = Array.from({ length: visitors }, async (_, visitor) => {
    const own = chanceOfVisitor(visitor)
    while (isOpen) {
      await pause(own.below(THINKING_MS_MAX))
      await visit(place, own)
      visits++
    }
  })
  return {
    async close() {
      isOpen = false
      await Promise.all(all)
      return visits
    },
  }
}
