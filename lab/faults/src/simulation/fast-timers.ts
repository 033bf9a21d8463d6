import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'

const FASTER = 50

/** Makes the program's pauses 50 times shorter: a wait of 250 ms takes 5 ms. */
export function speedUpTimers(): void {
  const { setTimeout: pause } = timers
  timers.setTimeout = ((ms = 0, ...rest: [unknown]) => pause(ms / FASTER, ...rest)) as typeof timers.setTimeout
  syncBuiltinESMExports()
}
