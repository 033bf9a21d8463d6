import type { StageResult, StageViolation } from '../stage-result.ts'

/** Counts faults and records violations of a stage. */
export type StageCounter = {
  /** Counts one fault; returns the number of all faults so far. */
  count: (kind: string) => number
  /** Records a violation; `run` is the number of the preceding fault. */
  wrong: (invariant: string, what: string) => void
  faults: Record<string, number>
  runs: () => number
  result: () => StageResult
}

export function stageCounter(stage: string): StageCounter {
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
