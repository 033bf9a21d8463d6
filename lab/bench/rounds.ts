const ROUNDS = 5

/**
 * Measures both five times, alternating, so that other load on the machine affects both alike. `ratio` is the median of the rounds'
 * ratios; `ours` and `reference` are medians too.
 */
export async function alternate<T>(
  measure: { ours: () => Promise<T>; reference: () => Promise<T> },
  rounds = ROUNDS,
): Promise<{ of: (figure: (sample: T) => number) => { ours: number; reference: number; ratio: number } }> {
  const pairs: { ours: T; reference: T }[] = []
  for (let round = 0; round < rounds; round++) {
    const reference = await measure.reference()
    pairs.push({ ours: await measure.ours(), reference })
  }
  return {
    of: (figure) => ({
      ours: median(pairs.map(({ ours }) => figure(ours))),
      reference: median(pairs.map(({ reference }) => figure(reference))),
      ratio: median(pairs.map(({ ours, reference }) => figure(ours) / figure(reference))),
    }),
  }
}

export async function repeated(measure: () => Promise<number>): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round++) samples.push(await measure())
  return median(samples)
}

export function median(samples: number[]): number {
  const sorted = samples.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
