import type { Violation } from './invariants.ts'

/** What came of one stage: how many runs it made, what it broke in them and how often, and what it found. */
export type StageResult = {
  /** The stage's letter in the plan, A to H. */
  stage: string
  runs: number
  /** How often each kind of fault was injected. */
  faults: Record<string, number>
  violations: StageViolation[]
  seconds: number
}

/** `run` is the number within the stage that, with the seed, replays it. */
export type StageViolation = Violation & { run: number }
