import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const FASTER = 50

/** Lets the program's own pauses pass faster: where it waits a quarter of a second for another request, it waits 5 ms. */
export function quickenPauses(): void {
  const { setTimeout: pause } = timers
  timers.setTimeout = ((ms = 0, ...rest: [unknown]) => pause(ms / FASTER, ...rest)) as typeof timers.setTimeout
  syncBuiltinESMExports()
}
