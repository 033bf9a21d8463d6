/** Runs a call to another program; throws at once while the circuit is open. */
export type Circuit = <T>(call: () => Promise<T>) => Promise<T>

type Rules = {
  /** After this many calls in a row without an answer the circuit opens. */
  failuresMax: number
  activeMax: number
  openSeconds: number
  /** True if a call that threw this error got no answer. */
  isFailure: (error: unknown) => boolean
  /** The error of a call that was not made. */
  notCalled: (why: string) => Error
  onOpen: () => void
  onAnswer: () => void
}

/** A circuit breaker. Once it has been open for its time, one call tests the other program while the others still fail at once. */
export function circuitBreaker({
  failuresMax,
  activeMax,
  openSeconds,
  isFailure,
  notCalled,
  onOpen,
  onAnswer,
}: Rules): Circuit {
  let failures = 0
  let openUntil = 0
  let isTesting = false
  let active = 0

  return async (call) => {
    const isOpen = failures >= failuresMax
    if (isOpen && (isTesting || isResting())) throw notCalled('it has not answered lately')
    if (active >= activeMax) throw notCalled('too many calls wait for it')
    isTesting = isOpen
    active++
    try {
      const answer = await call()
      countAnswer()
      return answer
    } catch (error) {
      if (isFailure(error)) countFailure()
      else countAnswer()
      throw error
    } finally {
      active--
      if (isOpen) isTesting = false
    }
  }

  // More than the whole time is left once the computer's clock was set back.
  function isResting(): boolean {
    const left = openUntil - Date.now()
    return left > 0 && left <= openSeconds * 1_000
  }

  function countAnswer(): void {
    if (failures >= failuresMax) onAnswer()
    failures = 0
  }

  function countFailure(): void {
    failures++
    openUntil = Date.now() + openSeconds * 1_000
    if (failures === failuresMax) onOpen()
  }
}
