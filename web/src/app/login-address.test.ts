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

test.each([
  '/found/Xk3-token',
  '/member/Xk3-token',
  '/complaint/follow/Xk3-token',
  '/receipt/Xk3-token',
  '/mail-preferences/Xk3-token',
])('the address of %s, which is secret, does not become part of the address of the login', (pathname) => {
  expect(loginAddress({ pathname, search: '' })).toBe('/login')
})
