import type { Run } from '../simulation/run.ts'
import type { StageResult } from '../stage-result.ts'

export type StageLog = {
  result: () => StageResult
  /** Checks a finished run and counts it, as one run or as several. */
  note: (run: Pick<Run, 'check' | 'faults'>, number: number, runs?: number) => Promise<void>
}

export function startStage(stage: string): StageLog {
  const begun = performance.now()
  const kept: StageResult = { stage, runs: 0, faults: {}, violations: [], seconds: 0 }
  return {
    result: () => ({ ...kept, seconds: (performance.now() - begun) / 1_000 }),
    async note(run, number, runs = 1) {
      const violations = await run.check()
      kept.runs += runs
      kept.violations.push(...violations.map((violation) => ({ ...violation, run: number })))
      for (const [kind, count] of Object.entries(run.faults)) kept.faults[kind] = (kept.faults[kind] ?? 0) + count
    },
  }
}
