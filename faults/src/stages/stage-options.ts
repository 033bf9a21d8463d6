/** The runs from one number up to, and without, another, as long as there is time; or one of them alone. */
export type StageOptions = {
  runs: { from: number; to: number }
  until: () => boolean
  only?: number | undefined
  /** How many steps further on each crash of a sweep is; 1 where left out. */
  stride?: number | undefined
}
