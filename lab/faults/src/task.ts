import type { StageResult, StageViolation } from './stage-result.ts'

/** A task for a worker process, on the PostgreSQL in `folder`. */
export type Task = { folder: string; seed: number } & (
  | { kind: 'stage'; stage: StageName; from: number; to: number; seconds: number; only?: number; stride?: number }
  | { kind: 'hunt'; bug: string; seconds: number }
)

export type StageName = 'A' | 'B' | 'E' | 'H' | 'K' | 'L' | 'M' | 'P' | 'R' | 'S' | 'T' | 'Y'

export type Answer = { result: StageResult } | { caught: StageViolation | null }
