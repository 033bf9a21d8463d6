import type { Violation } from './invariants.ts'

/** The result of one stage. */
export type StageResult = {
  /** The letter of the stage. */
  stage: string
  runs: number
  /** Number of injected faults by kind. */
  faults: Record<string, number>
  violations: StageViolation[]
  seconds: number
}

/** `run` is the number that, with the seed, repeats the run. */
export type StageViolation = Violation & { run: number }
