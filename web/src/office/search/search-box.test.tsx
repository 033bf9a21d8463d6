import { type SearchResult, searchCalls } from '@petsetu/contract/office/search.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { tagCalls } from '@petsetu/contract/pets/tags.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { type FakeServer, listed, NO_ANSWER } from '../../../test/fake-server.ts'
import { ADMIN, openPage } from '../../../test/open-page.tsx'
import { shownCompletely } from '../../../test/page-checks.ts'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { forgetTyped } from '../../platform/lib/drafts/forget-typed.ts'

const TAG = MOTI.petId
const PET: SearchResult = {
  kind: 'pet',
  id: '42',
  title: 'Moti',
  detail: TAG,
  status: null,
  path: `/admin/pets?search=${TAG}`,
}
const OF_TAG: SearchResult = {
  ...PET,
  kind: 'tag',
  title: 'ABCD-EFGH-JKLM',
  status: 'registered',
  path: `/generate-qr?tag=${TAG}`,
}
const PERSON: SearchResult = { ...PET, kind: 'user', id: '7', title: 'asha', path: '/admin/users?search=asha' }

/** Finds the tag of Moti exactly, and asha by her e-mail. */
function searchServer(): FakeServer {
  return serverOfSamples().on(searchCalls.find, ({ query: { q } }) => {
    if (/^abcd/i.test(q)) return succeed({ exact: [PET, OF_TAG], groups: [], is_too_short: false })
    const groups = q === 'owner@example.org' ? [{ kind: 'user' as const, results: [PERSON] }] : []
    return succeed({ exact: [], groups, is_too_short: q.length < 3 })
  })
}

const box = page.getByRole('dialog', { name: 'Search' })
const field = page.getByRole('combobox', { name: 'ID, reference, name, phone or email' })
const users = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' })

async function openDashboard(server = searchServer()): Promise<void> {
  await openPage('/admin', { as: ADMIN, server })
  await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

afterEach(() => page.viewport(1280, 800))

for (const [key, typed] of [
  ['/', '/'],
  ['Ctrl-K', '{Control>}k{/Control}'],
  ['⌘-K', '{Meta>}k{/Meta}'],
] as const) {
  // DSK-2
  test(`${key} opens the search with the cursor in it, and Escape gives the focus back`, async () => {
    await openDashboard()
    // The title takes the focus a moment after it is shown.
    await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toHaveFocus()
    users.element().focus()
    await userEvent.keyboard(typed)
    await expect.element(field).toHaveFocus()
    await expect.element(field).toHaveValue('')
    await userEvent.keyboard('{Escape}')
    await expect.element(box).not.toBeInTheDocument()
    await expect.element(users).toHaveFocus()
  })
}

// DSK-2
test('in a field a slash is a letter', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: searchServer().on(petCalls.listAll, listed([MOTI], 1)) })
  const search = page.getByRole('searchbox').first()
  await search.click()
  await userEvent.keyboard('a/b')
  await expect.element(search).toHaveValue('a/b')
  expect(box.elements()).toEqual([])
})

// DSK-2
test('Ctrl-K opens the search from a field, too', async () => {
  await openPage('/admin/pets', { as: ADMIN, server: searchServer().on(petCalls.listAll, listed([MOTI], 1)) })
  await page.getByRole('searchbox').first().click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
})

// DSK-2
test('a screen reader hears each choice among what is found', async () => {
  await openDashboard()
  await userEvent.keyboard('/')
  await field.fill('abcd-efgh-jklm')
  const options = box.getByRole('group', { name: 'Exact match' }).getByRole('option')
  await expect.element(box.getByRole('status')).toHaveTextContent('2 results')
  for (const [key, active] of [
    ['{ArrowDown}', 1],
    ['{ArrowDown}', 0],
    ['{ArrowUp}', 1],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(options.nth(active)).toHaveAttribute('aria-selected', 'true')
    await expect.element(options.nth(1 - active)).toHaveAttribute('aria-selected', 'false')
    await expect.element(field).toHaveAttribute('aria-activedescendant', options.nth(active).element().id)
  }
  expect(options.elements()).toHaveLength(2)
})

// DSK-2
test('Enter opens the chosen tag, whose page shows that tag alone', async () => {
  const tag = {
    petId: TAG,
    state: 'registered',
    petName: 'Moti',
    batch: null,
    createdAt: '2026-01-05T08:00:00.000Z',
  } as const
  await openDashboard(
    searchServer()
      .on(tagCalls.list, ({ query }) => listed(query.tag === TAG ? [tag] : [], 1))
      .on(tagCalls.listBatches, []),
  )
  await userEvent.keyboard('/')
  await field.fill('abcd-efgh-jklm')
  await expect.element(box.getByRole('status')).toHaveTextContent('2 results')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => location.pathname + location.search).toBe(`/generate-qr?tag=${TAG}`)
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByText(/Only the tag that you searched for is shown\./)).toBeVisible()
  const rows = page.getByRole('table').getByRole('row')
  await expect.element(rows.last()).toMatchTextContent('ABCD-EFGH-JKLM')
  expect(rows.elements()).toHaveLength(2)
})

// DSK-2
test('below a single hit there is no empty space', async () => {
  await openDashboard()
  await userEvent.keyboard('/')
  await field.fill('owner@example.org')
  const hit = box.getByRole('option')
  await expect.element(hit).toMatchTextContent('asha')
  const keys = box.getByText(/Enter opens, Esc closes/)
  const gap = keys.element().getBoundingClientRect().top - hit.element().getBoundingClientRect().bottom
  expect(gap).toBeLessThan(24)
})

// DSK-2
test('a name of few letters gets a hint', async () => {
  await openDashboard()
  await userEvent.keyboard('/')
  await field.fill('ab')
  await expect.element(box.getByText('Type three letters or more of a name, or a whole ID.').last()).toBeVisible()
})

// DSK-2
test('the search says that nothing was found, and what to try', async () => {
  await openDashboard()
  await userEvent.keyboard('/')
  await field.fill('zzqqyy')
  await expect.element(box.getByText('Nothing found for “zzqqyy”').last()).toBeVisible()
  await expect.element(box.getByText(/Check the spelling/)).toBeVisible()
})

// DSK-2
test('a search that failed can be tried again', async () => {
  const server = searchServer()
  await openDashboard(server)
  server.on(searchCalls.find, NO_ANSWER)
  await userEvent.keyboard('/')
  await field.fill('zzqqyyx')
  await expect.element(box.getByRole('alert')).toMatchTextContent('The search failed. Please try again.')
  server.on(searchCalls.find, succeed({ exact: [], groups: [], is_too_short: false }))
  await box.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(box.getByText('Nothing found for “zzqqyyx”').last()).toBeVisible()
})

// DSK-2
test('on a phone a button opens the search, and a tap what is found', async () => {
  await page.viewport(360, 740)
  await openDashboard(searchServer().on(userCalls.listAll, listed([], 0)))
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await field.fill('owner@example.org')
  await box.getByRole('option', { name: /asha/ }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/admin/users?search=asha')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  await shownCompletely()
})

// DSK-2
test('WCAG 2.1.4 with the keys of lists switched off, only Ctrl-K opens the search', async () => {
  await openPage('/admin/users', { as: ADMIN, server: searchServer() })
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.getByRole('checkbox', { name: 'Shortcuts are on in this browser' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  // The box is loaded by now, and would open at once.
  await userEvent.keyboard('/')
  expect(box.elements()).toEqual([])
})

// DSK-2
test('an empty box shows what was opened last, until somebody logs out', async () => {
  await openDashboard(searchServer().on(tagCalls.list, listed([], 0)).on(tagCalls.listBatches, []))
  await userEvent.keyboard('/')
  await field.fill('abcd')
  await expect.element(box.getByRole('status')).toHaveTextContent('2 results')
  await box.getByRole('option').last().click()
  await expect.element(page.getByRole('heading', { name: 'Generate QR Codes' })).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(box.getByRole('listbox', { name: 'Opened last' })).toBeVisible()
  await expect.element(box.getByRole('option')).toMatchTextContent('ABCD-EFGH-JKLM')
  await field.fill('owner@example.org')
  await expect.element(box.getByRole('option')).toMatchTextContent('asha')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'User List' })).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(box.getByRole('option').first()).toMatchTextContent('asha')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Generate QR Codes' })).toBeVisible()
  await forgetTyped()
  await userEvent.keyboard('/')
  await expect.element(box.getByText(/^Finds pets, tags, people/)).toBeVisible()
})
