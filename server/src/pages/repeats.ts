import { REPEAT_MAX, REPEAT_MIN } from './deflate-block.ts'

// As thorough as is worth it for what is searched once and sent often.
const TRIES_MAX = 128
const HASH_BITS = 15

/** So many bytes that stand already at an earlier place. */
type Repeat = { length: number; place: number }

/**
 * How the pieces of a page can be told by what stands before, four numbers a step: so many bytes as they are, then so many that stand
 * already in the piece of that number, from that offset on. None of those ends a piece. The first `known` bytes are told already.
 */
export function repeatsIn(pieces: Buffer[], known: number): Uint16Array {
  const all = Buffer.concat([...pieces, Buffer.alloc(REPEAT_MIN)])
  const starts: number[] = []
  const owners = new Uint16Array(all.length)
  pieces.reduce((start, piece, number) => {
    starts.push(start)
    owners.fill(number, start, start + piece.length)
    return start + piece.length
  }, 0)
  const endOf = (piece: number) => starts[piece + 1] ?? all.length - REPEAT_MIN

  // The last place where as many bytes stood as a repeat has at least, by their hash, and from each place the one before it.
  const lastPlaces = new Int32Array(1 << HASH_BITS).fill(-1)
  const placesBefore = new Int32Array(all.length)
  const hash = (place: number) => Math.imul(all.readUIntLE(place, REPEAT_MIN), 0x9e3779b1) >>> (32 - HASH_BITS)
  let at = 0
  const goTo = (next: number) => {
    for (; at < next; at++) {
      placesBefore[at] = lastPlaces[hash(at)] as number
      lastPlaces[hash(at)] = at
    }
  }

  /** The longest repeat from here to `end`, the nearest of those. */
  function longestRepeat(end: number): Repeat {
    const longest = { length: 0, place: 0 }
    let place = at < end ? (lastPlaces[hash(at)] as number) : -1
    for (let tries = 0; place >= 0 && tries < TRIES_MAX; tries++) {
      const most = Math.min(REPEAT_MAX, end - at, endOf(owners[place] as number) - place)
      let length = 0
      while (length < most && all[place + length] === all[at + length]) length++
      if (length >= REPEAT_MIN && length > longest.length) Object.assign(longest, { length, place })
      place = placesBefore[place] as number
    }
    return longest
  }

  const steps: number[] = []
  goTo(known)
  for (let piece = 0; piece < pieces.length; piece++) {
    const end = endOf(piece)
    let literals = 0
    let next = longestRepeat(end)
    while (at < end) {
      const { length, place } = next
      goTo(at + 1)
      next = longestRepeat(end)
      // Where the next byte begins a longer one, that is taken.
      if (length === 0 || next.length > length) {
        literals++
        continue
      }
      const from = owners[place] as number
      steps.push(literals, length, from, place - (starts[from] as number))
      literals = 0
      goTo(at - 1 + length)
      next = longestRepeat(end)
    }
    steps.push(literals, 0, 0, 0)
  }
  return Uint16Array.from(steps)
}
