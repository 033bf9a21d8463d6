export const REPEAT_MIN = 3
// A repeat of 258 bytes has a code of its own; it is not worth it.
export const REPEAT_MAX = 257

// Codes as they are sent: bits, the first of them lowest, above five bits that say how many.
const LITERALS = Uint32Array.from({ length: 256 }, (_, byte) => fixedCode(byte))
const LENGTHS = Uint32Array.from({ length: REPEAT_MAX + 1 }, (_, length) =>
  length < REPEAT_MIN ? 0 : lengthCode(length),
)
const DISTANCES = Uint32Array.from({ length: 30 }, (_, symbol) => reversed(symbol, 5))
const END = fixedCode(256)

/** One last block of deflate, with the codes that the format itself fixes (RFC 1951, 3.2.6): nobody has to be told them first. */
export class DeflateBlock {
  readonly #bytes: Buffer
  #at = 0
  // What is no whole byte yet.
  #bits = 0
  #count = 0

  /** `bytes` has room for it: at most nine bits a byte, and two bytes. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#put(coded(0b011, 3))
  }

  literals(bytes: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at++) this.#put(LITERALS[bytes[at] as number] as number)
  }

  /** `length` bytes that stand `distance` bytes before, once more. */
  repeat(length: number, distance: number): void {
    this.#put(LENGTHS[length] as number)
    const beyond = distance - 1
    const extraCount = beyond < 4 ? 0 : 30 - Math.clz32(beyond)
    const extra = beyond & ((1 << extraCount) - 1)
    this.#put(coded((DISTANCES[2 * extraCount + (beyond >> extraCount)] as number) | (extra << 5), 5 + extraCount))
  }

  end(): Buffer {
    this.#put(END)
    this.#put(coded(0, 7))
    return this.#bytes.subarray(0, this.#at)
  }

  #put(code: number): void {
    let bits = this.#bits | ((code >>> 5) << this.#count)
    let count = this.#count + (code & 31)
    while (count >= 8) {
      this.#bytes[this.#at++] = bits
      bits >>>= 8
      count -= 8
    }
    this.#bits = bits
    this.#count = count
  }
}

function coded(bits: number, count: number): number {
  return (bits << 5) | count
}

function fixedCode(symbol: number): number {
  if (symbol < 144) return coded(reversed(0x30 + symbol, 8), 8)
  if (symbol < 256) return coded(reversed(0x190 + symbol - 144, 9), 9)
  if (symbol < 280) return coded(reversed(symbol - 256, 7), 7)
  return coded(reversed(0xc0 + symbol - 280, 8), 8)
}

/** One code for several lengths, and which of them in extra bits. */
function lengthCode(length: number): number {
  const beyond = length - REPEAT_MIN
  const extraCount = beyond < 8 ? 0 : 29 - Math.clz32(beyond)
  const code = fixedCode(257 + 4 * extraCount + (beyond >> extraCount))
  const [bits, count] = [code >>> 5, code & 31]
  return coded(bits | ((beyond & ((1 << extraCount) - 1)) << count), count + extraCount)
}

/** Codes are sent from their highest bit on, numbers from their lowest. */
function reversed(code: number, count: number): number {
  let bits = 0
  for (let at = 0; at < count; at++) bits |= ((code >> at) & 1) << (count - 1 - at)
  return bits
}
