import { expect, test } from 'vitest'
import { Refusal } from './errors.ts'
import { turns } from './turns.ts'

/** Work that goes on until it is told how it ends. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { hasBegun: false }
  const begin = () => {
    state.hasBegun = true
    return promise
  }
  return { state, begin, end: resolve, fail: () => reject(new Error('this work failed')) }
}

test('V15.2.2 so many run at a time, so many wait, in the order they came; one more is refused with 503', async () => {
  const inTurn = turns(2, 2)
  const works = [work(), work(), work(), work()]
  const done = works.map(({ begin }) => inTurn(begin))
  const begun = () => works.map(({ state }) => state.hasBegun)
  expect(begun()).toEqual([true, true, false, false])
  const refused = await inTurn(async () => 'never done').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) })

  works[1]?.end('second')
  expect(await done[1]).toBe('second')
  expect(begun()).toEqual([true, true, true, false])
  works[0]?.fail()
  await expect(done[0]).rejects.toThrow('this work failed')
  expect(begun()).toEqual([true, true, true, true])
  for (const one of works) one.end('done')
  expect(await Promise.all(done.slice(2))).toEqual(['done', 'done'])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})
