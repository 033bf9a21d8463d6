import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importProblems, readModules } from './import-directions.ts'

const DIRECTIONS = [
  { folder: 'server/src/users', mayImport: ['server/src/db'], message: 'Look left.' },
  { folder: 'server/src/auth', mayImport: ['server/src/db', 'server/src/users'], message: 'Look left.' },
]

function problemsOf(file: string, ...imports: string[]): string[] {
  return importProblems([{ file, imports }], DIRECTIONS)
}

test('a feature may import what the table allows, and its own folder', () => {
  expect(problemsOf('server/src/auth/a.ts', 'server/src/users/b.ts', 'server/src/auth/c.ts')).toEqual([])
})

test('an import of a feature further right is reported, with what to do instead', () => {
  expect(problemsOf('server/src/users/a.ts', 'server/src/auth/b.ts')).toEqual([
    'server/src/users/a.ts imports server/src/auth/b.ts. Look left.',
  ])
})

test("a feature may not import another feature's routes", () => {
  expect(problemsOf('server/src/auth/a.ts', 'server/src/users/user-routes.ts')).toHaveLength(1)
})

test('a test may import any folder of its own package, and no other package', () => {
  expect(problemsOf('server/src/users/a.test.ts', 'server/src/auth/b.ts', 'server/test/harness.ts')).toEqual([])
  expect(problemsOf('server/src/users/a.test.ts', 'web/src/app/app.tsx')).toHaveLength(1)
})

test('modules that import each other in a circle are found', () => {
  const modules = [
    { file: 'a.ts', imports: ['b.ts'] },
    { file: 'b.ts', imports: ['c.ts'] },
    { file: 'c.ts', imports: ['b.ts'] },
  ]
  expect(importProblems(modules, DIRECTIONS)).toEqual(['Import cycle: b.ts → c.ts → b.ts'])
})

test('all kinds of imports are found: types, re-exports and dynamic imports', ({ onTestFinished }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const source = `
    import type { A } from './a.ts'
    import './b.ts'
    export { c } from '../c.ts'
    export * from '@petsetu/contract/d.ts'
    import { readFileSync } from 'node:fs'
    const e = () => import('./e.tsx')`
  writeFileSync(path.join(folder, 'all.tsx'), source)

  const [module] = readModules(folder, ['all.tsx'])

  expect(module?.imports.sort()).toEqual(['../c.ts', 'a.ts', 'b.ts', 'contract/src/d.ts', 'e.tsx'])
})
