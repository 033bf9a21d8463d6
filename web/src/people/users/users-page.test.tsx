import type { Duty } from '@petsetu/contract/people/duties.ts'
import { DUTIES } from '@petsetu/contract/people/duties.ts'
import { type ListedUser, userCalls } from '@petsetu/contract/people/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listed, rejected } from '../../../test/fake-server.ts'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { serverOfSamples } from '../../../test/sample-replies.ts'
import { setWindow } from '../../../test/set-window.ts'

const MEERA: ListedUser = {
  id: 8,
  username: 'meera',
  email: 'meera@example.org',
  role: 'user',
  joinedAt: '2026-01-05T08:00:00.000Z',
  lastSeenAt: null,
  pets: 0,
  membership: null,
}

const row = page.getByRole('row', { name: /meera/ })
const dialog = page.getByRole('dialog')

/** Opens the list of users with this one, as an admin with all duties. */
async function openUsers(user: ListedUser) {
  let shown = user
  const server = serverOfSamples()
    .on(userCalls.listAll, () => listed([shown], 1))
    .on(userCalls.endSessions, undefined)
    .on(userCalls.endSecondFactor, () => {
      shown = { ...shown, hasSecondFactor: false }
    })
    .on(userCalls.giveDuties, ({ body }) => {
      shown = { ...shown, duties: body.duties }
      return shown
    })
  return openPage('/admin/users', { as: ADMIN, server })
}

const openMenu = () => row.getByRole('button', { name: /^Actions for/ }).click()

// APP-10
test('the list of users shows the initial of each account, without words of its own', async () => {
  await openUsers(MEERA)
  await expect.element(row).toBeVisible()
  const initial = row.element().querySelector('[data-initial]')
  expect(initial?.getAttribute('data-initial')).toBe('M')
  expect(initial?.getAttribute('aria-hidden')).toBe('true')
})

// ADM-2, APP-14
test('a screen reader hears how many accounts a search has found', async () => {
  const server = await openUsers(MEERA)
  const status = page.getByRole('main').getByRole('status')
  await expect.element(row).toBeVisible()
  expect(status.element().textContent).toBe('')
  await page.getByRole('main').getByRole('searchbox').fill('meera')
  await expect.element(status).toHaveTextContent('Found: 1')
  server.on(userCalls.listAll, () => listed([], 0))
  await page.getByRole('main').getByRole('searchbox').fill('nobody')
  await expect.element(status).toHaveTextContent('Found: 0')
})

// V7.4.5
test('an admin does not end the sessions of a person without a confirmation', async () => {
  const server = await openUsers(MEERA)
  await openMenu()
  await row.getByRole('menuitem', { name: 'End sessions of meera' }).click()
  await expect.element(dialog).toMatchTextContent('End all sessions of meera?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.requests(userCalls.endSessions)).toEqual([])
})

// V7.4.5
test('an admin logs a person out everywhere', async () => {
  const server = await openUsers(MEERA)
  await openMenu()
  await row.getByRole('menuitem', { name: 'End sessions of meera' }).click()
  await dialog.getByRole('button', { name: 'End sessions' }).click()
  await expect.element(page.getByText('meera is logged out everywhere.')).toBeVisible()
  expect(server.requests(userCalls.endSessions)).toMatchObject([{ params: { id: MEERA.id } }])
})

// ACC-7
test('an admin ends the second factor of somebody who lost it, and gives a reason', async () => {
  const server = await openUsers({ ...MEERA, hasSecondFactor: true })
  await openMenu()
  await row.getByRole('menuitem', { name: 'End two-step login of meera' }).click()
  await dialog.getByLabelText(/^Reason, for the audit/).fill('The phone is lost; known in person')
  await dialog.getByRole('button', { name: 'End two-step login' }).click()
  await expect.element(page.getByText('Two-step login of meera is off.')).toBeVisible()
  expect(server.requests(userCalls.endSecondFactor)).toMatchObject([
    { params: { id: MEERA.id }, body: { reason: 'The phone is lost; known in person' } },
  ])
})

// ACC-7
test('a reason that the server refuses is explained in the dialog', async () => {
  const server = await openUsers({ ...MEERA, hasSecondFactor: true })
  server.on(
    userCalls.endSecondFactor,
    rejected(400, 'invalid_fields', 'One field needs your attention.', { errors: { reason: 'Reason is required' } }),
  )
  await openMenu()
  await row.getByRole('menuitem', { name: 'End two-step login of meera' }).click()
  await dialog.getByLabelText(/^Reason, for the audit/).fill('x')
  await dialog.getByRole('button', { name: 'End two-step login' }).click()
  await expect.element(dialog.getByText('Reason is required')).toBeVisible()
})

// ACC-7
test('of an account without a second factor none is ended', async () => {
  await openUsers(MEERA)
  await openMenu()
  await expect.element(row.getByRole('menuitem', { name: /^End sessions/ })).toBeVisible()
  await expect.element(row.getByRole('menuitem', { name: /^End two-step login/ })).not.toBeInTheDocument()
})

// DSK-5
test('an admin with all duties gives another one some of them', async () => {
  const server = await openUsers({ ...MEERA, role: 'admin' })
  await openMenu()
  await row.getByRole('menuitem', { name: 'Duties of meera' }).click()
  const duties = page.getByRole('dialog', { name: 'Duties of meera' })
  const boxes = duties.getByRole('checkbox')
  await expect.element(boxes).toHaveLength(DUTIES.length)
  for (const box of boxes.all()) await expect.element(box).toBeChecked()
  for (const box of boxes.all()) await box.click()
  await duties.getByRole('button', { name: 'Save duties' }).click()
  await expect.element(duties).toMatchTextContent('Choose at least one duty.')
  expect(server.requests(userCalls.giveDuties)).toEqual([])

  await duties.getByRole('checkbox', { name: 'Complaints' }).click()
  await duties.getByRole('button', { name: 'Save duties' }).click()
  await expect.element(page.getByText('The duties of meera have been saved.')).toBeVisible()
  await expect.element(row).toMatchTextContent('Complaints')
  expect(server.requests(userCalls.giveDuties)).toMatchObject([
    { params: { id: MEERA.id }, body: { duties: ['cases'] satisfies Duty[] } },
  ])
})

// DSK-5
test('duties that another admin has changed meanwhile are shown, not overwritten', async () => {
  const now: ListedUser = { ...MEERA, role: 'admin', duties: ['money'] }
  const server = (await openUsers({ ...MEERA, role: 'admin', duties: ['pets', 'cases'] })).on(
    userCalls.giveDuties,
    ({ body: { duties, before = [] } }) =>
      before.includes('money')
        ? { ...now, duties }
        : rejected(409, 'changed_meanwhile', 'Somebody changed this account meanwhile.', { current: now }),
  )
  await openMenu()
  await row.getByRole('menuitem', { name: 'Duties of meera' }).click()
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  const save = dialog.getByRole('button', { name: 'Save duties' })
  await box('Complaints').click()
  await save.click()
  await expect.element(dialog.getByText('Another admin has changed these duties', { exact: false })).toBeVisible()
  await expect.element(box('Money')).toBeChecked()
  await expect.element(box('Pets and tags')).not.toBeChecked()
  await box('Complaints').click()
  await save.click()
  await expect.element(page.getByText('The duties of meera have been saved.')).toBeVisible()
  expect(server.requests(userCalls.giveDuties).map(({ body }) => body)).toEqual([
    { duties: ['pets'], before: ['pets', 'cases'] },
    { duties: ['money', 'cases'], before: ['money'] },
  ])
})

// JRN-9, ADM-2
test('the deletion of a user is one click away', async () => {
  const server = (await openUsers(MEERA)).on(userCalls.delete, undefined)
  await row.getByRole('button', { name: 'Delete meera' }).click()
  await expect.element(dialog).toMatchTextContent('Delete meera?')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('meera has been deleted.')).toBeVisible()
  expect(server.requests(userCalls.delete)).toMatchObject([{ params: { id: MEERA.id } }])
})

// ADM-4, TRU-3
test.each([
  ['user', 'A complaint that is held stays as a whole until its day.'],
  ['admin', 'What this admin did stays in the audit, with the name.'],
] as const)('before the deletion of a %s one reads what stays', async (role, stays) => {
  await openUsers({ ...MEERA, role })
  await row.getByRole('button', { name: 'Delete meera' }).click()
  await expect.element(dialog).toMatchTextContent(stays)
})

// DSK-3, DSK-5
test('of several duties a row names the first whole, and counts the others', async () => {
  await openUsers({ ...MEERA, role: 'admin', duties: ['pets', 'cases', 'money'] })
  await expect.element(row).toBeVisible()
  const duties = row.element().querySelector('small')
  expect(duties?.title).toBe('Pets and tags, Complaints, Money')
  const [short, all] = duties?.children ?? []
  expect(short?.textContent).toBe('Pets and tags +2')
  expect(all?.textContent).toBe('Pets and tags, Complaints, Money')
  expect(duties?.scrollWidth).toBeLessThanOrEqual(duties?.clientWidth ?? 0)
})

// ADM-2, DSK-3
test('the menus of all users stand below each other, also where nobody can be deleted', async () => {
  const server = await openUsers(MEERA)
  const own = { ...MEERA, id: ADMIN.id, username: ADMIN.username, email: 'office@example.org', role: 'admin' as const }
  server.on(userCalls.listAll, listed([own, MEERA], 2))
  await closePage()
  await openPage('/admin/users', { as: ADMIN, server })
  await expect.element(row).toBeVisible()
  const menus = page.getByRole('button', { name: /^Actions for/ }).elements()
  expect(new Set(menus.map((menu) => Math.round(menu.getBoundingClientRect().left))).size).toBe(1)
  expect(menus).toHaveLength(2)
})

// ADM-2, JRN-8
test('on a phone the number of pets ends where the day above it ends', async () => {
  await setWindow(360, 740)
  await openUsers({ ...MEERA, pets: 3 })
  await expect.element(row).toBeVisible()
  const endOf = (part: Node | null | undefined) => {
    const range = new Range()
    if (part) range.selectNodeContents(part)
    return range.getBoundingClientRect().right
  }
  const pets = endOf(row.getByRole('link', { name: /^Pets of meera/ }).element())
  expect(pets).toBeCloseTo(endOf(row.getByText('5 Jan 2026').element()), 0)
})

// ADM-2, APP-14
test('on a phone a long address breaks before its @', async () => {
  await setWindow(360, 740)
  await openUsers({ ...MEERA, email: 'volunteer.of.the.month.of.november@example.org' })
  const address = page.getByText('volunteer.of.the.month.of.november@example.org')
  await expect.element(address).toBeVisible()
  const [name, domain] = [...address.element().childNodes]
    .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(linesOf)
  expect(domain).toHaveLength(1)
  expect(domain?.[0]?.top).toBeGreaterThan(name?.at(-1)?.top ?? Infinity)
})

function linesOf(text: Node): DOMRect[] {
  const range = new Range()
  range.selectNodeContents(text)
  return [...range.getClientRects()]
}

// ADM-2
test('the deletion of a user is red only under the pointer', async () => {
  await openUsers(MEERA)
  const button = row.getByRole('button', { name: 'Delete meera' })
  const colourOf = (element: Element) => getComputedStyle(element).color
  await page.getByRole('heading', { level: 1 }).hover()
  await expect.element(button).toBeVisible()
  const quiet = colourOf(row.element())
  await expect.poll(() => colourOf(button.element())).toBe(quiet)
  await button.hover()
  await expect.poll(() => colourOf(button.element())).not.toBe(quiet)
})
