import { expect, test } from 'vitest'
import { HttpError } from '../../errors.ts'
import { createLoadShedding, workLimit } from './load-shedding.ts'

/** Work that is pending until the test settles it. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { hasBegun: false }
  const begin = () => {
    state.hasBegun = true
    return promise
  }
  return { state, begin, end: resolve, fail: () => reject(new Error('this work failed')) }
}

// V15.2.2
test('a limited number runs, a limited number waits in order, and one more gets 503', async () => {
  const limit = workLimit(2, 2)
  const works = [work(), work(), work(), work()]
  const done = works.map(({ begin }) => limit(begin))
  const begun = () => works.map(({ state }) => state.hasBegun)
  await expect.poll(begun).toEqual([true, true, false, false])
  const refused = await limit(async () => 'never done').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(HttpError)
  expect(refused).toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) })

  works[1]?.end('second')
  expect(await done[1]).toBe('second')
  await expect.poll(begun).toEqual([true, true, true, false])
  works[0]?.fail()
  await expect(done[0]).rejects.toThrow('this work failed')
  await expect.poll(begun).toEqual([true, true, true, true])
  for (const one of works) one.end('done')
  expect(await Promise.all(done.slice(2))).toEqual(['done', 'done'])
  expect(await limit(async () => 'free again')).toBe('free again')
})

// V15.2.2
test('however many ask for a list or a PDF, only four of them keep others waiting', async () => {
  const { run } = createLoadShedding()
  const low = Array.from({ length: 40 }, work)
  const done = low.map(({ begin }) => run(begin, 'low'))
  const begun = () => low.filter(({ state }) => state.hasBegun).length
  await expect.poll(begun).toBe(4)
  expect(await run(async () => 'a scan', 'critical')).toBe('a scan')
  expect(begun()).toBe(4)
  for (const one of low) one.end('done')
  await Promise.all(done)
  expect(begun()).toBe(40)
})
