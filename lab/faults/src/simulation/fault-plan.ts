/** A step at which the program uses the database, the provider, the disk or a reply. A fault may happen there. */
export type Point = {
  edge: 'statement' | 'provider' | 'file' | 'reply'
  moment: 'before' | 'after'
  /** The SQL text, the provider operation, or the file operation. */
  what: string
  /** True for a commit, or a write outside a transaction. */
  isCommit: boolean
}

/** The fault at a step: `crash` ends the process; the others break the operation. */
export type Fault =
  | { do: 'crash' }
  /** PostgreSQL itself rejects the statement with this code. */
  | { do: 'refuse'; code: string }
  | { do: 'reset' }
  | { do: 'no-connection' }
  | { do: 'lose'; after: boolean }
  /** The network delivers the request twice. */
  | { do: 'twice'; noted: (body: string) => void }
  | { do: 'stale' }
  | { do: 'status500' }
  /** Runs `work` before a statement, or after the provider has acted. */
  | { do: 'meanwhile'; work: () => Promise<void> }

export type Director = (point: Point) => Fault | null

/** Happens once, at the first matching point after skipping `skip` others. */
export type PlannedFault = { kind: string; fits: (point: Point) => boolean; skip: number; fault: Fault }

/** Injects each planned fault once, and counts it. */
export function directorFor(plannedFaults: PlannedFault[], onFault: (kind: string) => void): Director {
  return (point) => {
    for (const planned of plannedFaults) {
      if (!planned.fits(point) || planned.skip-- > 0) continue
      plannedFaults.splice(plannedFaults.indexOf(planned), 1)
      onFault(planned.kind)
      return planned.fault
    }
    return null
  }
}
