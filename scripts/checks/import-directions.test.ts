import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importProblems, readModules } from './import-directions.ts'

const DIRECTIONS = [
  { folder: 'server/src/people/users', mayImport: ['server/src/platform/db'], message: 'Look left.' },
  {
    folder: 'server/src/people/auth',
    mayImport: ['server/src/platform/db', 'server/src/people/users'],
    message: 'Look left.',
  },
]

function problemsOf(file: string, ...imports: string[]): string[] {
  return importProblems([{ file, imports }], DIRECTIONS)
}

test('a feature may import what the table allows, and its own folder', () => {
  expect(
    problemsOf('server/src/people/auth/a.ts', 'server/src/people/users/b.ts', 'server/src/people/auth/c.ts'),
  ).toEqual([])
})

test('an import of a feature further right is reported, with what to do instead', () => {
  expect(problemsOf('server/src/people/users/a.ts', 'server/src/people/auth/b.ts')).toEqual([
    'server/src/people/users/a.ts imports server/src/people/auth/b.ts. Look left.',
  ])
})

test("a feature may not import another feature's routes", () => {
  expect(problemsOf('server/src/people/auth/a.ts', 'server/src/people/users/user-routes.ts')).toHaveLength(1)
})

test('a test may import any folder of its own package, and no other package', () => {
  expect(
    problemsOf('server/src/people/users/a.test.ts', 'server/src/people/auth/b.ts', 'server/test/harness.ts'),
  ).toEqual([])
  expect(problemsOf('server/src/people/users/a.test.ts', 'web/src/app/app.tsx')).toHaveLength(1)
})

test('neither the product nor its helpers may import what tests and measures it', () => {
  const wrong = {
    'contract/src/calls.ts': 'server/test/harness.ts',
    'server/src/pets/a.ts': 'server/test/harness.ts',
    'server/src/app.ts': 'lab/bench/row.ts',
    'web/src/app/app.tsx': 'scripts/prepare.mjs',
    'sandbox/src/main.ts': 'lab/faults/src/main.ts',
    'server/test/harness.ts': 'lab/load/rows.ts',
    'web/test/fake-server.ts': 'server/src/app.ts',
    'scripts/backup.ts': 'lab/load/rows.ts',
    'e2e/pets.ts': 'server/src/app.ts',
    'lab/bench/row.ts': 'web/src/app/app.tsx',
  }
  const modules = Object.entries(wrong).map(([file, target]) => ({ file, imports: [target] }))
  expect(importProblems(modules).map((problem) => problem.split('. ')[0])).toEqual(
    modules.map(({ file, imports: [target] }) => `${file} imports ${target}`),
  )
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
