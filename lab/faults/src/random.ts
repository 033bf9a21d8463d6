/** A seeded random generator: the same seed gives the same numbers. */
export type Random = {
  /** An integer from 0 to `limit` - 1. */
  below: (limit: number) => number
  happens: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** Returns a shuffled copy. */
  shuffled: <T>(items: readonly T[]) => T[]
}

/** Mulberry32, seeded by the seed, a name (of the stage, or of who draws) and a number (of the run). */
export function seededRandom(seed: number, name: string, run: number): Random {
  let state = (seed * 0x9e3779b1 + Math.imul(hashOf(name), 0x85ebca6b) + run * 0xc2b2ae35) >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    happens: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  }
}

function hashOf(name: string): number {
  return [...name].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 0)
}
