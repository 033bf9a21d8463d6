import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../server/test/at-end.ts'
import { problemOfNode, ROOT, unlessDone } from './prepare.mjs'

// CFG-1
test('a build that broke off is made again, also for the sources of before', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'petsetu-prepare-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const source = path.join(folder, 'source')
  let builds = 0
  const build = async (text: string, breaksOff = false) => {
    await writeFile(source, text)
    await unlessDone(path.relative(ROOT, path.join(folder, 'built')), [path.relative(ROOT, source)], async () => {
      builds += 1
      if (breaksOff) throw new Error('Killed')
    })
  }
  await build('first')
  await build('first')
  expect(builds).toBe(1)
  await expect(build('second', true)).rejects.toThrow('Killed')
  await build('first')
  expect(builds).toBe(3)
})

// CFG-1
test('a start under a Node that is too old says in one line which one it needs', () => {
  expect(problemOfNode(undefined, 'v18.19.0')).toMatch(/^PetSetu needs Node\.js 20\.11 or newer, not v18\.19\.0/)
  expect(problemOfNode(import.meta.dirname, process.version)).toBeNull()
})
