/** Runs `from` up to, not including, `to`, until `until` is true; or only run `only`. */
export type StageOptions = {
  runs: { from: number; to: number }
  until: () => boolean
  only?: number | undefined
  /** Crash at every n-th step; 1 if left out. */
  stride?: number | undefined
  /** The kinds of faults in each run of stage B; drawn if left out. */
  kinds?: string[] | undefined
}

/** The numbers of the runs, while `until` is false; the only one, if there is one. */
export function* numbersOf({ runs, until, only }: StageOptions): Generator<number> {
  if (only !== undefined) yield only
  else for (let number = runs.from; number < runs.to && !until(); number++) yield number
}
