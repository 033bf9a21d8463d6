import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { loginAddress } from './login-address.ts'

test('the login leads back to the page from which somebody came', () => {
  expect(loginAddress({ pathname: '/lost', search: '?page=2' })).toBe('/login?next=%2Flost%3Fpage%3D2')
  expect(loginAddress({ pathname: '/pet-detail/ABCDEFGHJKLM', search: '' })).toContain('next=%2Fpet-detail')
  expect(loginAddress({ pathname: '/complaint', search: '' })).toContain('next=%2Fcomplaint')
})

test.each(['/', '/login', '/register', '/forgot-password', '/reset-password', '/confirm-email', '/undo-email-change'])(
  'the login does not lead back to %s',
  (pathname) => {
    expect(loginAddress({ pathname, search: '' })).toBe('/login')
  },
)

const SECRET = Object.values(paths).filter(({ pattern }) => pattern.endsWith('{token}'))

test.each(SECRET)(
  'the address of $pattern, which is secret, does not become part of the address of the login',
  ({ pattern }) => {
    expect(loginAddress({ pathname: pattern.replace('{token}', 'Xk3-token'), search: '' })).toBe('/login')
  },
)
