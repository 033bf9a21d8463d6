/** Results of one phase of the upgrade. */
export type Phase = {
  name: string
  seconds: number
  requests: number
  failed: number
  /** Those of the failed ones that were not served when they were sent again, either. */
  unserved: number
  /** A sentence for each status with the number of its answers, and for each page or asset that failed. */
  statuses: string[]
  /** For how long no scan, and no complaint, was served. */
  scanSeconds: number
  writeSeconds: number
}

export type Upgrade = {
  phases: Phase[]
  /** Writes with a 2xx answer, and those of them that are not there. */
  acknowledged: number
  lost: number
  payments: number
  paymentsDoubled: number
  /** The migration that took longest. */
  longest: { name: string; seconds: number }
  migrations: number
  /** Sentences on everything else that must not be, and on what is lost or doubled. */
  wrong: string[]
}

const HEADS = ['phase', 'lasted', 'requests', 'failed', 'no scan served for', 'no complaint served for']

/** The table, in Markdown, as `lab/results` has it; then what was wrong. */
export function describe({ phases, wrong, longest, ...upgrade }: Upgrade): string {
  const rows = phases.map(({ name, requests, failed, ...phase }) => [
    name,
    `${phase.seconds.toFixed(0)} s`,
    requests,
    [failed, ...phase.statuses].join(', '),
    `${phase.scanSeconds.toFixed(1)} s`,
    `${phase.writeSeconds.toFixed(1)} s`,
  ])
  const lines = [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [
    ...lines,
    '',
    `Acknowledged writes: ${upgrade.acknowledged}, lost: ${upgrade.lost}. Payments: ${upgrade.payments}, doubled: ${upgrade.paymentsDoubled}.`,
    `Longest of ${upgrade.migrations} migrations: ${longest.name}, ${longest.seconds.toFixed(1)} s.`,
    ...wrong.map((what) => `Wrong: ${what}`),
  ].join('\n')
}

/**
 * True if no request failed, and nothing is lost, doubled or otherwise wrong. On a busy machine a request counts only if it was not served
 * when it was sent again, either.
 */
export function isReached({ phases, lost, paymentsDoubled, wrong }: Upgrade, isMachineBusy: boolean): boolean {
  const isServed = ({ failed, unserved }: Phase) => (isMachineBusy ? unserved : failed) === 0
  return phases.every(isServed) && lost + paymentsDoubled + wrong.length === 0
}
