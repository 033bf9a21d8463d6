import type { StageResult, StageViolation } from './stage-result.ts'

/** What a worker is asked to do, on the PostgreSQL that runs in this folder. */
export type Task = { folder: string; seed: number } & (
  | { kind: 'stage'; stage: StageName; from: number; to: number; seconds: number; only?: number; stride?: number }
  | { kind: 'hunt'; bug: string; seconds: number }
)

export type StageName = 'A' | 'B' | 'E' | 'H' | 'P'

export type Answer = { result: StageResult } | { caught: StageViolation | null }
