import { expect, test } from 'vitest'
import { shared } from './shared.ts'

/** Somebody who answers each question when told to, and says how often and what they were asked. */
function slowClerk() {
  const asked: { question: string; answer: (text: string) => void; fail: (why: Error) => void }[] = []
  const together = shared<string>()
  const ask = (question: string) =>
    together(question, () => new Promise((answer, fail) => asked.push({ question, answer, fail })))
  const askedTimes = (count: number) => expect.poll(() => asked.length).toBe(count)
  return { asked, ask, askedTimes }
}

test('API-5 who asks the same at the same time shares one answer', async () => {
  const { asked, ask, askedTimes } = slowClerk()
  const answers = Promise.all([ask('page 1'), ask('page 1'), ask('page 2'), ask('page 1')])
  await askedTimes(2)
  for (const { question, answer } of asked) answer(`of ${question}`)
  expect(await answers).toEqual(['of page 1', 'of page 1', 'of page 2', 'of page 1'])
})

test('API-5 who asks while an answer is being looked for gets one that is looked for after they asked', async () => {
  const { asked, ask, askedTimes } = slowClerk()
  const early = ask('page 1')
  await askedTimes(1)
  const late = Promise.all([ask('page 1'), ask('page 1')])
  asked[0]?.answer('as it was')
  expect(await early).toBe('as it was')
  await askedTimes(2)
  asked[1]?.answer('as it is')
  expect(await late).toEqual(['as it is', 'as it is'])

  const later = ask('page 1')
  await askedTimes(3)
  asked[2]?.answer('as it is by now')
  expect(await later).toBe('as it is by now')
})

test('API-5 an error is told to all who shared the question, and the next one who asks is not held up by it', async () => {
  const { asked, ask, askedTimes } = slowClerk()
  const early = Promise.allSettled([ask('page 1'), ask('page 1')])
  await askedTimes(1)
  const late = ask('page 1')
  asked[0]?.fail(new Error('the database is away'))
  expect((await early).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await askedTimes(2)
  asked[1]?.answer('it is back')
  expect(await late).toBe('it is back')
})
