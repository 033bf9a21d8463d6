import type { Reporter as BrowserReporter, TestCase } from '@playwright/test/reporter'
import type { Reporter as UnitReporter } from 'vitest/node'

const EVERY_MS = 60_000
const LONG_SECONDS = 30

/** Says each minute what has been running for long, so that the log of a run that was killed shows what it was busy with. */
export default class LongRunning implements UnitReporter, BrowserReporter {
  readonly #since = new Map<string, number>()
  readonly #timer = setInterval(() => this.#tell(), EVERY_MS).unref()

  printsToStdio(): boolean {
    return false
  }

  onTestModuleStart({ relativeModuleId }: { relativeModuleId: string }): void {
    this.#since.set(relativeModuleId, Date.now())
  }

  onTestModuleEnd({ relativeModuleId }: { relativeModuleId: string }): void {
    this.#since.delete(relativeModuleId)
  }

  onTestBegin(test: TestCase): void {
    this.#since.set(test.titlePath().join(' › '), Date.now())
  }

  onTestEnd(test: TestCase): void {
    this.#since.delete(test.titlePath().join(' › '))
  }

  onEnd(): void {
    clearInterval(this.#timer)
  }

  #tell(): void {
    for (const [name, since] of this.#since) {
      const seconds = Math.round((Date.now() - since) / 1_000)
      if (seconds >= LONG_SECONDS) console.log(`running for ${seconds} s: ${name}`)
    }
  }
}
