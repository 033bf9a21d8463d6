const RealDate = Date
let offsetMs = 0

/** A `Date` that tells the time of the simulation. Durations are measured with `performance.now()`, which stays real. */
class VirtualDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    // No argument means now.
    super(...((given.length === 0 ? [VirtualDate.now()] : given) as [number]))
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }

  // What Node itself makes, a file's times for example, is a date as well.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

export function installVirtualDate(): void {
  globalThis.Date = VirtualDate as DateConstructor
}

/** How far this process is ahead of the real time. */
export function setDateOffset(milliseconds: number): void {
  offsetMs = milliseconds
}

export function realNow(): number {
  return RealDate.now()
}
