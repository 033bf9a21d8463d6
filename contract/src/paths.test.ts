import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cameFor, maySee, pageAt, paths } from './paths.ts'
import { PURPOSES } from './platform/purposes.ts'
import { localPath } from './platform/urls.ts'
import { fillPath } from './visitor-paths.ts'

// APP-4, V3.7.2
test('signing in never leads to another site, however the address is disguised', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '///evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
  ]
  elsewhere.push(
    '/%09//evil\u0000',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'http:evil.example',
  )
  elsewhere.push(
    'evil.example',
    '',
    ' /user',
    '/user\r\nSet-Cookie: a=b',
    '/ /evil.example',
    '/\u0085/evil',
    '/user\\..\\..',
    '?next=/user',
    '#x',
  )
  for (const candidate of elsewhere) expect.soft(localPath(candidate), JSON.stringify(candidate)).toBeNull()
  expect(localPath(null)).toBeNull()
  expect(localPath(undefined)).toBeNull()
})

// APP-4, PET-16
test('the path of a page of this site is kept as it is, with search and hash', () => {
  for (const path of [
    '/',
    '/user',
    '/user/pet-form?petId=ABCDEFGHJKLM',
    '/admin/pets?page=2#top',
    '/pet-detail/%2F%2Fevil',
  ])
    expect(localPath(path)).toBe(path)
})

// APP-4
test('the result always leads to this origin, whatever the text', () => {
  const origin = 'https://pets.example.org'
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[/\\]{0,3}[a-z@:./\\?#%\t ]{0,20}$/))
  fc.assert(
    fc.property(text, (candidate) => {
      const path = localPath(candidate)
      if (path !== null) expect(new URL(path, `${origin}/login?next=x`).origin).toBe(origin)
    }),
    { numRuns: 5_000 },
  )
})

// TAG-3, V1.2.2
test('the parameters of an address are encoded, so that none leads to another page', () => {
  expect(paths.petDetail.to({ petId: 'a/../b?x#y' })).toBe('/pet-detail/a%2F..%2Fb%3Fx%23y')
  expect(paths.petFormFor.to({ petId: 'मोती' })).toBe(`/user/pet-form/${encodeURIComponent('मोती')}`)
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (petId) => {
      const { pathname, search, hash } = new URL(paths.petDetail.to({ petId: `x${petId}` }), 'http://a.example')
      expect([decodeURIComponent(pathname), search, hash]).toEqual([`/pet-detail/x${petId}`, '', ''])
    }),
  )
})

// APP-1
test('a search value that is empty is left out, zero is not, and others are encoded', () => {
  expect(paths.petForm.to({}, { id: '', petId: null, x: undefined })).toBe('/user/pet-form')
  expect(paths.petForm.to({}, { id: 0 })).toBe('/user/pet-form?id=0')
  expect(paths.login.to({}, { next: '/a?b=c&d' })).toBe('/login?next=%2Fa%3Fb%3Dc%26d')
})

// APP-1
test('a path whose parameter is missing is an error and not a wrong address', () => {
  expect(() => fillPath('/pets/{id}', {})).toThrow('/pets/{id} needs id')
})

// APP-1, APP-5
test('the pages stand at exactly these addresses', () => {
  expect(Object.values(paths).map((page) => page.pattern)).toEqual(
    expect.arrayContaining([
      '/',
      '/login',
      '/register',
      '/regular-membership',
      '/premium-membership',
      '/pet-detail/{petId}',
      '/complaint',
    ]),
  )
  const patterns = Object.values(paths).map((page) => page.pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
})

// APP-3
test('a page is found by its path’s pattern, and by nothing that only begins alike', () => {
  for (const page of Object.values(paths)) {
    const path = page.pattern.replace(/\{\w+\}/g, 'मोती-1')
    expect.soft(pageAt(path), path).toBe(page)
    expect.soft(pageAt(`${path}/`), path).toBe(page)
    if (page.pattern === path) expect.soft(pageAt(`${path}ish`), path).toBeNull()
  }
  for (const path of ['/administration', '/user/pet-form/1/2', '/pet-detail', '/pet-detail/', '/LOGIN', '', 'user'])
    expect.soft(pageAt(path), path).toBeNull()
})

// APP-3, APP-4
test('who may see a page: anyone, anyone with an account, users alone or admins alone', () => {
  const seers = (page: Parameters<typeof maySee>[0]) => [null, 'user', 'admin'].filter((role) => maySee(page, role))
  expect(seers(paths.login)).toEqual([null, 'user', 'admin'])
  expect(seers(paths.account)).toEqual(['user', 'admin'])
  expect(seers(paths.myPets)).toEqual(['user'])
  expect(seers(paths.generateQr)).toEqual(['admin'])
})

type PaidOn<Page> = Page extends { readonly pays: infer P } ? P : never
type PurposeWithPage = PaidOn<(typeof paths)[keyof typeof paths]>

// CMP-1, MEM-1
test('everything that can be paid for has a page on which it is paid', () => {
  // A purpose without a page is a type error here.
  const purposes: readonly PurposeWithPage[] = PURPOSES
  const paid = Object.values(paths).map(({ pays }) => pays)
  for (const purpose of purposes) expect(paid).toContain(purpose)
})

// APP-4
test.each([
  ['/user/pet-form?id=7', true],
  ['/account', true],
  ['/admin/pets', true],
  ['/complaint', false],
  ['/administration', false],
  ['https://elsewhere.example/user', false],
  [null, false],
])('whoever is to return to %j has to log in for it: %j', (next, expected) => {
  expect(cameFor(next)).toEqual({ next, reason: expected ? { kind: 'page' } : null })
})

test.each([
  ['/pet-detail/ABCDEFGHJKLM', 'ABCDEFGHJKLM'],
  ['/user/pet-form?tag=abcd-efgh-jklm', 'ABCDEFGHJKLM'],
  ['/user/pet-form', null],
  ['/pet-detail/%zz', null],
  ['/user?tag=ABCDEFGHJKLM', null],
  ['https://elsewhere.example/pet-detail/ABCDEFGHJKLM', null],
  [null, null],
  // ACC-4
])('a sign-in that came from %j is about the tag %j', (next, tag) => {
  const { reason } = cameFor(next)
  expect(reason?.kind === 'tag' ? reason.tag : null).toBe(tag)
})
