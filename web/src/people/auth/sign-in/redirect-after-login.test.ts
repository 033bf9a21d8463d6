import { describe, expect, test } from 'vitest'
import { homeOf } from '../session.ts'
import { redirectAfterLogin } from './redirect-after-login.ts'

const user = { role: 'user' }
const admin = { role: 'admin' }

// APP-3
test('everybody has a home of their own', () => {
  expect([homeOf(null), homeOf(user), homeOf(admin)]).toEqual(['/', '/user', '/admin'])
})

// APP-4
describe('after signing in a person lands', () => {
  test.each([
    ['on the page that sent them', user, '/user/pet-form?id=7#top', '/user/pet-form?id=7#top'],
    ['at home without one', user, null, '/user'],
    ['at home for an address of another site', user, 'https://elsewhere.example/user', '/user'],
    ['at home for another site in disguise', user, '//elsewhere.example', '/user'],
    ['at home for a disguise with a backslash', user, '/\\elsewhere.example', '/user'],
    ['at home for a page of the other role', user, '/generate-qr', '/user'],
    ['at home for a page of the other role', admin, '/user/membership', '/admin'],
    ['at home rather than on the login page again', user, '/login?next=%2Flogin', '/user'],
    ['at home rather than on the sign-up page', admin, '/register', '/admin'],
    ['on a page that merely begins alike', user, '/administration', '/administration'],
  ])('%s', (_, person, next, expected) => {
    expect(redirectAfterLogin(person, next)).toBe(expected)
  })

  test('on the form of their own area, when they came with a blank tag', () => {
    expect(redirectAfterLogin(user, '/user/pet-form?tag=ABCDEFGHJKLM')).toBe('/user/pet-form?tag=ABCDEFGHJKLM')
    expect(redirectAfterLogin(admin, '/user/pet-form?tag=ABCDEFGHJKLM')).toBe('/admin/pets/add?tag=ABCDEFGHJKLM')
  })
})
