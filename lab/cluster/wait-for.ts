import { setTimeout as pause } from 'node:timers/promises'

const WAIT_MS_MAX = 240_000
const LOOK_MS = 200

/** Asks again and again until there is an answer; an error counts as none. */
export async function waitFor<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
  for (const giveUpAt = Date.now() + WAIT_MS_MAX; ; await pause(LOOK_MS)) {
    const [found, error] = await ask().then(
      (answer) => [answer, null],
      (cause: unknown) => [null, cause],
    )
    if (found) return found as T
    if (Date.now() > giveUpAt) throw new Error(`There was no sign of ${what}`, { cause: error })
  }
}
