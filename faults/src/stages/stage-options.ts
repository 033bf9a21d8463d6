/** Runs `from` up to, not including, `to`, until `until` is true; or only run `only`. */
export type StageOptions = {
  runs: { from: number; to: number }
  until: () => boolean
  only?: number | undefined
  /** Crash at every n-th step; 1 if left out. */
  stride?: number | undefined
}
