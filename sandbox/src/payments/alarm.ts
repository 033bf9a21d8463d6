const MS_MAX = 2 ** 31 - 1

export type Alarm = {
  /** To be called when `nextDue` may have changed. */
  set: () => void
  stop: () => void
}

/** Calls back at the time `nextDue` returns, in milliseconds since 1970; null is never. It does not poll. */
export function createAlarm(nextDue: () => number | null, ring: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function set(): void {
    clearTimeout(timer)
    const due = isStopped ? null : nextDue()
    if (due === null) return
    timer = setTimeout(
      () => {
        ring()
        set()
      },
      Math.min(Math.max(due - Date.now(), 0), MS_MAX),
    )
  }

  return {
    set,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
