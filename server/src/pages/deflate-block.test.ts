import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeflateBlock, REPEAT_MAX, REPEAT_MIN } from './deflate-block.ts'

const BEFORE = Buffer.from(Array.from({ length: 32_768 }, (_, place) => (place * 7 + (place >> 8) * 13) % 251))

const steps = fc.array(
  fc.oneof(
    fc.record({ literals: fc.uint8Array({ minLength: 1, maxLength: 20 }) }),
    fc.record({
      length: fc.integer({ min: REPEAT_MIN, max: REPEAT_MAX }),
      distance: fc.integer({ min: 1, max: 32_768 }),
    }),
  ),
)

test('APP-1 bytes and repeats of every length and distance are what every browser reads', () => {
  const everyLength = Array.from({ length: 255 }, (_, more) => ({
    length: REPEAT_MIN + more,
    distance: 2 ** (more % 16),
  }))
  const aroundPowers = Array.from({ length: 45 }, (_, n) => ({ length: 3, distance: Math.floor(2 ** (n / 3)) }))
  fc.assert(
    fc.property(steps, (all) => {
      const block = new DeflateBlock(Buffer.alloc(100_000))
      let told = BEFORE
      for (const step of all) {
        if ('literals' in step) {
          block.literals(Buffer.from(step.literals), 0, step.literals.length)
          told = Buffer.concat([told, step.literals])
        } else {
          block.repeat(step.length, step.distance)
          const source = told.subarray(told.length - step.distance)
          const repeated = Array.from({ length: step.length }, (_, at) => source[at % source.length] ?? 0)
          told = Buffer.concat([told, Buffer.from(repeated)])
        }
      }
      expect(inflateRawSync(block.end(), { dictionary: BEFORE })).toEqual(told.subarray(BEFORE.length))
    }),
    { numRuns: 200, examples: [[everyLength], [aroundPowers]] },
  )
})
