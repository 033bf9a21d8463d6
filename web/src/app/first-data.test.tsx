import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { planCalls } from '@petsetu/contract/supporters/plans.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { SHELL_PAGES, sampleAddress, serverOfSamples, viewerOf } from '../../test/sample-replies.ts'

// The fake server answers before the page is rendered.

for (const name of SHELL_PAGES) {
  // APP-13
  test(`${name} requests nothing twice, though its data is early`, async () => {
    const server = await openPage(sampleAddress(name), { ...viewerOf(name), server: serverOfSamples() })
    await shownCompletely()
    const requests = server.arrived.map(({ call, params, query }) =>
      JSON.stringify([call.method, call.path, params, query]),
    )
    expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([])
  })
}

// APP-13
test('a page that is visited again by the menu requests its data again, once', async () => {
  const server = await openPage('/admin', { as: ADMIN, server: serverOfSamples() })
  const menu = page.getByRole('navigation', { name: 'Administration' })
  for (const times of [1, 2]) {
    for (const [link, title, call] of [
      ['Users', 'User List', userCalls.listAll],
      ['Membership Plans', 'Membership Plans', planCalls.listAll],
      ['All Pets', 'Pet List', petCalls.listAll],
    ] as const) {
      await menu.getByRole('link', { name: link }).click()
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await shownCompletely()
      await expect.poll(() => server.requests(call).length).toBe(times)
    }
  }
})

// APP-3, APP-4
test('a page that somebody may not see requests nothing', async () => {
  const server = await openPage('/user', { server: serverOfSamples() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  expect(server.arrived).toEqual([])
})
