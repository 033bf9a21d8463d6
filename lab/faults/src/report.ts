import type { StageResult, StageViolation } from './stage-result.ts'

export type Hunted = { bug: string; caught: StageViolation | null; seconds: number }

const SHOWN_MAX = 40

/** Prints the runs and violations; returns true if there were none. */
export function printStages(results: StageResult[], seed: number): boolean {
  const stages = Map.groupBy(results, ({ stage }) => stage)
  const sum = (some: StageResult[], of: (result: StageResult) => number) => some.reduce((all, one) => all + of(one), 0)
  const faultsOf = ({ faults }: StageResult) => Object.values(faults).reduce((all, one) => all + one, 0)
  console.log('\nfaults injected, by stage and kind')
  for (const [stage, some] of stages)
    for (const [kind, count] of countsOf(some)) console.log(`  ${stage}  ${String(count).padStart(6)}  ${kind}`)
  console.log('\nstage    runs  faults  violations  seconds')
  for (const [stage, some] of [...stages, ['all', results] as const]) {
    const figures = [
      String(sum(some, ({ runs }) => runs)).padStart(6),
      String(sum(some, faultsOf)).padStart(7),
      String(sum(some, ({ violations }) => violations.length)).padStart(11),
      sum(some, ({ seconds }) => seconds)
        .toFixed(0)
        .padStart(8),
    ]
    console.log(`${stage.padEnd(6)} ${figures.join(' ')}`)
  }
  const violations = results.flatMap((result) =>
    result.violations.map((violation) => ({ ...violation, stage: result.stage })),
  )
  for (const { stage, run, invariant, what } of violations.slice(0, SHOWN_MAX))
    console.log(`\nVIOLATION ${invariant}: ${what}\n  npm run faults -- --seed ${seed} --stage ${stage} --run ${run}`)
  console.log(`\n${violations.length} violations in ${sum(results, ({ runs }) => runs)} runs with seed ${seed}`)
  return violations.length === 0
}

/** Prints the planted bugs; returns true if all were caught. */
export function printBugs(hunted: Hunted[]): boolean {
  if (hunted.length === 0) return true
  console.log('\nplanted bugs')
  for (const { bug, caught, seconds } of hunted)
    console.log(
      `  ${caught ? 'caught' : 'MISSED'} ${seconds.toFixed(0).padStart(4)} s  ${bug}${caught ? ` (${caught.invariant})` : ''}`,
    )
  const caught = hunted.filter((hunt) => hunt.caught).length
  console.log(`planted bugs caught: ${caught} of ${hunted.length}`)
  return caught === hunted.length
}

function countsOf(results: StageResult[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { faults } of results)
    for (const [kind, count] of Object.entries(faults)) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts].sort()
}
