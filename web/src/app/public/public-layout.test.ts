import { paths } from '@petsetu/contract/paths.ts'
import { expect, test } from 'vitest'
import { loginAddress } from './public-layout.tsx'

const isReturnedTo = (page: { pattern: string }) => 'pays' in page || page === paths.petDetail
const [returnedTo, left] = [true, false].map((isReturned) =>
  Object.values(paths).filter((page) => page.area === 'public' && isReturnedTo(page) === isReturned),
)

// APP-4, ACC-4
test.each(returnedTo ?? [])('the login in the header of $pattern leads back to it', ({ pattern }) => {
  const address = { pathname: pattern.replace('{petId}', 'ABCDEFGHJKLM'), search: '?page=2' }
  expect(loginAddress(address)).toBe(paths.login.to({}, { next: address.pathname + address.search }))
})

// AUTH-3
test.each(left ?? [])('the login in the header of $pattern leads to one’s own home', ({ pattern }) => {
  expect(loginAddress({ pathname: pattern.replace(/\{.*\}/, 'Xk3-token'), search: '' })).toBe('/login')
})
