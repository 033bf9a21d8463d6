const RealDate = Date
let offsetMs = 0

/** A `Date` on the simulation's clock. `performance.now()` stays real. */
class VirtualDate extends RealDate {
  constructor(...given: [] | ConstructorParameters<typeof RealDate>) {
    super(...((given.length === 0 ? [VirtualDate.now()] : given) as [number]))
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }

  // Dates made by Node itself, for example file times, count as dates too.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate
  }
}

export function installVirtualDate(): void {
  globalThis.Date = VirtualDate as DateConstructor
}

/** Sets how far this process is ahead of real time. */
export function setDateOffset(milliseconds: number): void {
  offsetMs = milliseconds
}

export function realNow(): number {
  return RealDate.now()
}
