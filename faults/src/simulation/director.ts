/** Where the program meets the world: every step that it takes there can be its last. */
export type Point = {
  edge: 'statement' | 'provider' | 'file' | 'reply'
  moment: 'before' | 'after'
  /** The statement's text, the provider's operation, or what is done to a file. */
  what: string
  /** A write or a commit, from which on others see what was done. */
  isCommit: boolean
}

/** What happens at a point: `crash` ends the life there; the others break what was about to be done. */
export type Strike =
  | { do: 'crash' }
  /** The database itself refuses the statement with this code. */
  | { do: 'refuse'; code: string }
  | { do: 'reset' }
  | { do: 'no-connection' }
  | { do: 'lose'; after: boolean }
  /** The network brings the request there twice. */
  | { do: 'twice'; noted: (body: string) => void }
  | { do: 'stale' }
  | { do: 'status500' }
  /** Something else happens first: before a statement, or after the provider has done what it was asked. */
  | { do: 'meanwhile'; work: () => Promise<void> }

export type Director = (point: Point) => Strike | null

/** Strikes once, at the point after `skip` others that fit. */
export type Arm = { kind: string; fits: (point: Point) => boolean; skip: number; strike: Strike }

/** Lets arms strike, each once, and counts those that did. */
export function directorOf(arms: Arm[], onStrike: (kind: string) => void): Director {
  return (point) => {
    for (const arm of arms) {
      if (!arm.fits(point) || arm.skip-- > 0) continue
      arms.splice(arms.indexOf(arm), 1)
      onStrike(arm.kind)
      return arm.strike
    }
    return null
  }
}
