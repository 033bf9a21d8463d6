import { expect, test } from 'vitest'
import { downloadAll, pause } from './download-all.ts'

function record() {
  const log: string[] = []
  const stop = new AbortController()
  return {
    log,
    stop,
    pacing: {
      save: async (id: string) => void log.push(id),
      onSaved: (count: number) => void log.push(`saved ${count}`),
      wait: async (ms: number) => void log.push(`waits ${ms}`),
      signal: stop.signal,
    },
  }
}

// TAG-4
test('500 ms between files, none before the first or after the last', async () => {
  const { log, pacing } = record()
  await downloadAll(['A', 'B', 'C'], pacing)
  expect(log).toEqual(['A', 'saved 1', 'waits 500', 'B', 'saved 2', 'waits 500', 'C', 'saved 3'])
})

test('stopped while it waits, it saves no further file', async () => {
  const { log, stop, pacing } = record()
  await downloadAll(['A', 'B'], { ...pacing, wait: async () => stop.abort() })
  expect(log).toEqual(['A', 'saved 1'])
})

test('a file that cannot be created ends it with that error', async () => {
  const { pacing } = record()
  const save = () => Promise.reject(new Error('no picture'))
  await expect(downloadAll(['A'], { ...pacing, save })).rejects.toThrow('no picture')
})

test('a pause ends at once when stopped', async () => {
  const stop = new AbortController()
  const waiting = pause(60_000, stop.signal)
  stop.abort()
  await waiting
})
