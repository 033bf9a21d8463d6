import { expect, test } from 'vitest'
import { wrongParts } from './text-parts.ts'

const ENTRY = 'web/src/site/home/home-entry.tsx'
const partOf = new Map([
  ['home.headline', 'home'],
  ['finder.owner', 'finder'],
  ['frame.login', 'frame'],
  ['complaint.heading', 'app'],
  ['users.heading', 'admin'],
  ['errors.busy', 'server'],
])

function problemsOf(file: string, id: string, imports: string[] = []): string[] {
  const modules = [
    { file: ENTRY, imports },
    { file, imports: [] },
  ]
  return wrongParts(modules, [{ file, source: `text('${id}')` }], partOf)
}

// LNG-6
test('a rendered page, and what it imports, uses texts of its own parts alone', () => {
  expect(problemsOf(ENTRY, 'home.headline')).toEqual([])
  expect(problemsOf(ENTRY, 'frame.login')).toEqual([])
  expect(problemsOf(ENTRY, 'finder.owner')).toHaveLength(1)
  expect(problemsOf(ENTRY, 'complaint.heading')).toHaveLength(1)
  expect(problemsOf('web/src/platform/ui/box.tsx', 'complaint.heading', ['web/src/platform/ui/box.tsx'])).toHaveLength(
    1,
  )
  expect(problemsOf('web/src/platform/ui/box.tsx', 'complaint.heading')).toEqual([])
})

// LNG-6
test('the texts of the admin area are used there and nowhere else', () => {
  expect(problemsOf('web/src/people/users/users-page.tsx', 'users.heading')).toEqual([])
  expect(problemsOf('web/src/complaints/admin/list.tsx', 'users.heading')).toEqual([])
  expect(problemsOf('web/src/complaints/file/form.tsx', 'users.heading')).toHaveLength(1)
})

// LNG-6
test('the browser uses no text of the server, nor the server one of rendered pages', () => {
  expect(problemsOf('web/src/people/users/users-page.tsx', 'errors.busy')).toHaveLength(1)
  expect(problemsOf('server/src/platform/errors.ts', 'errors.busy')).toEqual([])
  expect(problemsOf('server/src/platform/errors.ts', 'home.headline')).toHaveLength(1)
})
