import { expect, test } from 'vitest'
import { bytesWatcher } from './bytes-watcher.ts'

test('CMP-2 after each four megabytes of files what is done with is let go of, among what is young alone', () => {
  const asked: NodeJS.GCOptions[] = []
  const pass = bytesWatcher(((options: NodeJS.GCOptions) => void asked.push(options)) as NodeJS.GCFunction)
  for (let chunk = 0; chunk < 63; chunk++) pass(65_536)
  expect(asked).toEqual([])
  pass(65_536)
  expect(asked).toEqual([{ type: 'minor' }])
  for (let chunk = 0; chunk < 128; chunk++) pass(65_536)
  expect(asked).toHaveLength(3)
})
