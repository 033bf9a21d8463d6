import { unavailable } from './errors.ts'

/** Runs `work` once it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `atOnceMax` pieces of work run at a time and `waitingMax` wait for their turn; what comes on top is refused with 503. */
export function turns(atOnceMax: number, waitingMax: number): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw unavailable()
      // Whoever finishes hands over its place, so `running` does not change here.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
