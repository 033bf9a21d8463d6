import { setTimeout as pause } from 'node:timers/promises'
import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Random } from '../random.ts'
import type { Context } from './actions.ts'
import { visit } from './visitor.ts'

const THINKING_MS_MAX = 1_000

/** Runs so many visitors at a time, who pay for these purposes, until `close` is called; `close` resolves when the last visit has ended. */
export function startVisitors(
  context: Context,
  visitors: number,
  randomOfVisitor: (visitor: number) => Random,
  purposes?: readonly Purpose[],
): { close: () => Promise<void> } {
  let isOpen = true
  const all = Array.from({ length: visitors }, async (_, visitor) => {
    const own = randomOfVisitor(visitor)
    while (isOpen) {
      await pause(own.below(THINKING_MS_MAX))
      await visit(context, own, purposes)
    }
  })
  return {
    async close() {
      isOpen = false
      await Promise.all(all)
    },
  }
}
