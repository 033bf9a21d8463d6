import type { StageResult, StageViolation } from '../stage-result.ts'

/** Limits of a stage: the random seed, the seconds of fault injection, the maximum number of faults, and the number of visitors. */
export type StageLimits = { seed: number; seconds: number; runsMax: number; visitors: number }

/** Counts faults and records violations of a stage. */
export type StageCounter = {
  /** Counts one fault. */
  count: (kind: string) => void
  /** Records a violation; `run` is the number of the preceding fault. */
  wrong: (invariant: string, what: string) => void
  runs: () => number
  result: () => StageResult
}

export function stageCounter(stage: string): StageCounter {
  const faults: Record<string, number> = {}
  const violations: StageViolation[] = []
  const start = performance.now()
  let runs = 0
  return {
    runs: () => runs,
    count(kind) {
      faults[kind] = (faults[kind] ?? 0) + 1
      runs++
    },
    wrong: (invariant, what) => void violations.push({ invariant, what, run: runs }),
    result: () => ({ stage, runs, faults, violations, seconds: (performance.now() - start) / 1_000 }),
  }
}
