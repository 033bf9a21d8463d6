import type { StageResult, StageViolation } from '../stage-result.ts'

/** Counts what a stage does while it runs. */
export type Tally = {
  /** Counts one fault of this kind, and answers how many there were of all kinds. */
  count: (kind: string) => number
  /** Notes what is wrong; `run` is the number of the fault before it. */
  wrong: (invariant: string, what: string) => void
  faults: Record<string, number>
  runs: () => number
  result: () => StageResult
}

export function tallyOf(stage: string): Tally {
  const faults: Record<string, number> = {}
  const violations: StageViolation[] = []
  const start = performance.now()
  let runs = 0
  return {
    faults,
    runs: () => runs,
    count(kind) {
      faults[kind] = (faults[kind] ?? 0) + 1
      return ++runs
    },
    wrong: (invariant, what) => void violations.push({ invariant, what, run: runs }),
    result: () => ({ stage, runs, faults, violations, seconds: (performance.now() - start) / 1_000 }),
  }
}
