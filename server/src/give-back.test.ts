import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { giveBackWhenQuiet } from './give-back.ts'

test('a node gives memory back once it is quiet after a start or a rush, and never in the middle of one', async () => {
  const asked: NodeJS.GCOptions[] = []
  giveBackWhenQuiet(((options: NodeJS.GCOptions) => void asked.push(options)) as NodeJS.GCFunction)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatchObject({ type: 'major', flavor: 'last-resort' })

  await work(4_500)
  expect(asked).toHaveLength(1)
  await expect.poll(() => asked.length).toBe(2)

  // Nothing was done since: there is nothing to give back.
  await setTimeout(2_500)
  expect(asked).toHaveLength(2)
})

async function work(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const pauseAt = performance.now() + 20
    while (performance.now() < pauseAt);
    await setImmediate()
  }
}
