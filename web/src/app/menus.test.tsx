import { dashboardCalls } from '@petsetu/contract/office/dashboard.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, OWNER, openPage } from '../../test/open-page.tsx'
import { shownCompletely } from '../../test/page-checks.ts'
import { sampleOf, serverOfSamples } from '../../test/sample-replies.ts'

const PUBLIC_MENU = [
  'HOME',
  'About Founder',
  'Core Team Members',
  'CAREER',
  'CAUSES',
  'VOLUNTEERS',
  'Regular',
  'Premium',
  'CONTACT',
  'DONATE NOW',
]
const ADMIN_MENU = [
  'Dashboard',
  'All Pets',
  'Add Pet',
  'Generate QR',
  'Users',
  'Complaints',
  'Membership Plans',
  'Add Plan',
  'Membership Reports',
  'Payment Reports',
  'Donations',
  'Desk',
  'Settlements',
  'Financial years',
  'Street animals',
  'Our camps',
  'Reported conversations',
  'Privacy requests',
  'Grievances',
  'Mail',
  'Import',
  'Audit',
  'Settings',
]
const LEGAL_LINKS = [
  ['Privacy', '/privacy'],
  ['Terms', '/terms'],
  ['Refunds', '/refunds'],
  ['Contact us', '/contact'],
] as const

const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)
const visibleTexts = (elements: Element[]) => elements.map((element) => (element as HTMLElement).innerText)
const menu = (name: string) => page.getByRole('navigation', { name })

afterEach(() => page.viewport(1280, 800))

const KEEPER = { legalName: 'Karuna Trust', legalAddress: '12 Example Road, Pune', helplinePhone: '+91 20 5550 1234' }

// APP-9
test('on a laptop the pages of an owner begin at the edge of the public pages', async () => {
  await openPage('/user', { as: OWNER, server: serverOfSamples() })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toBeVisible()
  expect(heading.element().getBoundingClientRect().left).toBe(80)
})

for (const [address, as] of [
  ['/login'],
  ['/complaint'],
  ['/user', OWNER],
  ['/account', OWNER],
  ['/admin/pets', ADMIN],
] as const) {
  // APP-7
  test(`the footer of ${address} says who runs the site, and who built it`, async () => {
    const site = { developerCredit: 'Built with care by our team', ...KEEPER }
    await openPage(address, { ...(as && { as }), server: serverOfSamples(), site })
    const footer = page.getByRole('contentinfo')
    await expect.element(footer).toMatchTextContent(today().slice(0, 4))
    await expect.element(footer).toMatchTextContent('Karuna Animal Welfare Foundation')
    await expect.element(footer).toMatchTextContent('Built with care by our team')
    for (const fact of Object.values(KEEPER)) await expect.element(footer).toMatchTextContent(fact)
  })
}

for (const address of ['/login', '/complaint']) {
  // APP-6
  test(`the menu of ${address} has all entries in order, external ones in a new tab`, async () => {
    await openPage(address, { server: serverOfSamples() })
    await expect.element(menu('Main')).toBeVisible()
    const links = menu('Main').element().querySelectorAll('ul a')
    expect(textsOf(links)).toEqual(PUBLIC_MENU)
    expect(textsOf(menu('Main').element().querySelectorAll('summary'))).toEqual(['ABOUT', 'MEMBERSHIP PLANS'])
    for (const link of links) {
      const isOwn = ['HOME', 'Regular', 'Premium'].includes(link.textContent)
      expect(link.getAttribute('href')).toMatch(isOwn ? /^\// : /^https:\/\/foundation\.example\.org\//)
      expect(link.getAttribute('target')).toBe(isOwn ? null : '_blank')
      if (!isOwn) expect(link.getAttribute('rel')).toContain('noopener')
    }
    await expect.element(menu('Main').getByRole('link', { name: 'Login' })).toBeVisible()
  })
}

// APP-6, LIT-3
test('on a laptop the languages stand between the name and Login, above the menu', async () => {
  await openPage('/complaint', { server: serverOfSamples() })
  const header = page.getByRole('banner')
  const boxOf = (name: string | RegExp) => header.getByRole('link', { name }).first().element().getBoundingClientRect()
  await expect.element(header.getByRole('link', { name: 'Login' })).toBeVisible()
  const row = [boxOf('Karuna Animal Welfare Foundation'), boxOf('English'), boxOf('मराठी'), boxOf('Login')]
  const middles = row.map(({ top, height }) => top + height / 2)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(1)
  const lefts = row.map(({ left }) => left)
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  expect(boxOf('HOME').top).toBeGreaterThanOrEqual(Math.max(...row.map(({ bottom }) => bottom)) - 1)
  expect(header.element().getBoundingClientRect().height).toBeLessThanOrEqual(110)
})

// APP-6, APP-14
test('on a laptop the link of the foundation’s name ends where the name ends', async () => {
  await openPage('/complaint', { server: serverOfSamples() })
  const brand = page.getByRole('banner').getByRole('link', { name: 'Karuna Animal Welfare Foundation' })
  await expect.element(brand).toBeVisible()
  await document.fonts.ready
  const name = brand.getByText('Karuna Animal Welfare Foundation').element().getBoundingClientRect()
  expect(Math.abs(brand.element().getBoundingClientRect().right - name.right)).toBeLessThanOrEqual(1)
  expect(name.height).toBeLessThan(40)
})

// APP-10
test('the menu of an admin lists every part of the admin area in order', async () => {
  await openPage('/admin', { as: ADMIN, server: serverOfSamples().on(dashboardCalls.waiting, succeed({})) })
  await expect.poll(() => textsOf(menu('Administration').getByRole('link').elements())).toEqual(ADMIN_MENU)
  await expect.element(menu('Administration')).toMatchTextContent('Pets')
  await expect.element(menu('Administration')).toMatchTextContent('Memberships')
  await expect.element(page.getByRole('banner')).toMatchTextContent(ADMIN.username)
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

// JRN-7
test('the menu of an admin is visible whole at 1280×800, in groups', async () => {
  const server = serverOfSamples().on(dashboardCalls.waiting, succeed({ complaints: 3, conversations: 12, mails: 1 }))
  await openPage('/admin', { as: ADMIN, server })
  const links = () => menu('Administration').getByRole('link').elements()
  await expect.poll(() => links().length).toBe(ADMIN_MENU.length)
  const complaints = menu('Administration').getByRole('link', { name: 'Complaints' })
  await expect.element(complaints).toHaveAccessibleDescription('3 waiting')
  expect(Math.max(...links().map((link) => link.getBoundingClientRect().bottom))).toBeLessThanOrEqual(800)
  expect(Math.min(...links().map((link) => link.getBoundingClientRect().height))).toBeGreaterThanOrEqual(24)
  const lists = menu('Administration').getByRole('list').elements()
  const names = lists.flatMap((list) => list.getAttribute('aria-labelledby') ?? [])
  expect(names.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Pets',
    'Memberships',
    'Money',
    'Office',
  ])
})

// JRN-7, APP-10
test('each group of the menu of an admin has its own entries', async () => {
  await openPage('/admin', { as: ADMIN, server: serverOfSamples() })
  const group = (name: string) => menu('Administration').getByRole('list', { name, exact: true })
  await expect.element(group('Office')).toBeVisible()
  // Without the numbers of what waits.
  const entriesOf = (name: string) =>
    textsOf(group(name).element().querySelectorAll('a')).map((entry) => entry?.replace(/\d.*$/, ''))
  expect(['Pets', 'Memberships', 'Money', 'Office'].map(entriesOf)).toEqual([
    ADMIN_MENU.slice(1, 4),
    ADMIN_MENU.slice(6, 10),
    ADMIN_MENU.slice(10, 14),
    ADMIN_MENU.slice(14),
  ])
})

// JRN-7
for (const [address, entry] of [
  ['/admin/breaches', 'Grievances'],
  ['/admin/consents', 'Privacy requests'],
  ['/admin/camps/7', 'Our camps'],
] as const) {
  test(`on ${address} the menu marks the entry that leads there`, async () => {
    await openPage(address, { as: ADMIN, server: serverOfSamples() })
    const looks = (name: string) => {
      const { fontWeight, backgroundColor } = getComputedStyle(
        menu('Administration').getByRole('link', { name }).element(),
      )
      return [fontWeight, backgroundColor]
    }
    await expect.poll(() => looks(entry)[0]).toBe('600')
    expect(looks('Settings')[0]).toBe('400')
  })
}

// JRN-7
for (const [address, title, other] of [
  ['/admin/financial-years', 'Financial years', 'Payment Reports'],
  ['/admin/community', 'Street animals', 'All Pets'],
  ['/admin/camps', 'Our camps', 'Street animals'],
] as const) {
  test(`${title}, which the menu opens, has no link back to another page`, async () => {
    await openPage(address, { as: ADMIN, server: serverOfSamples() })
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.element(menu('Administration').getByRole('link', { name: other })).toBeVisible()
    expect(page.getByRole('main').getByRole('link', { name: other }).elements()).toEqual([])
  })
}

/** Returns the entries of the menu that have a description, with it. */
const counted = () => {
  const entries = menu('Administration').getByRole('link').elements()
  return entries.flatMap((entry) => {
    const said = document.getElementById(entry.getAttribute('aria-describedby') ?? '')?.textContent
    return said
      ? `${entry.firstChild?.nodeName === '#text' ? entry.firstChild.textContent : entry.childNodes[1]?.textContent}: ${said}`
      : []
  })
}

// JRN-7
test('entries of the menu where something waits carry its number', async () => {
  const waits = {
    complaints: 3,
    overdue_complaints: 0,
    conversations: 1,
    privacy_requests: 2,
    grievances: 6,
    payments: 4,
    desk: 5,
    mails: 100,
    settings: 1,
  }
  await openPage('/admin', { as: ADMIN, server: serverOfSamples().on(dashboardCalls.waiting, succeed(waits)) })
  await expect
    .poll(counted)
    .toEqual([
      'Complaints: 3 waiting',
      'Payment Reports: 4 waiting',
      'Desk: 5 waiting',
      'Reported conversations: 1 waiting',
      'Privacy requests: 2 waiting',
      'Grievances: 6 waiting',
      'Mail: 99+ waiting',
      'Settings: 1 waiting',
    ])
})

// JRN-7
test('the number of complaints says how many of them are overdue', async () => {
  const waits = { complaints: 7, overdue_complaints: 2 }
  await openPage('/admin', { as: ADMIN, server: serverOfSamples().on(dashboardCalls.waiting, succeed(waits)) })
  const words = '7 waiting, 2 of them in progress and overdue'
  await expect.poll(counted).toEqual([`Complaints: ${words}`])
  await expect.element(menu('Administration').getByTitle(words, { exact: true })).toBeVisible()
})

// JRN-7
test('each page asks anew how much waits', async () => {
  const server = serverOfSamples().on(dashboardCalls.waiting, succeed({ mails: 1 }))
  await openPage('/admin', { as: ADMIN, server })
  await expect.poll(counted).toEqual(['Mail: 1 waiting'])
  server.on(dashboardCalls.waiting, succeed({ mails: 0, desk: 2 }))
  await menu('Administration').getByRole('link', { name: 'Donations' }).click()
  await expect.poll(counted).toEqual(['Desk: 2 waiting'])
  expect(server.requests(dashboardCalls.waiting)).toHaveLength(2)
  await shownCompletely()
})

// APP-10
test('on a phone a button opens the menu of an admin, and a link closes it', async () => {
  await page.viewport(360, 740)
  await openPage('/admin', { as: ADMIN, server: serverOfSamples() })
  await expect.element(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  expect(document.querySelector('#admin-menu')?.checkVisibility()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu('Administration').getByRole('link', { name: 'Users' }).click()
  await expect.poll(() => location.pathname).toBe('/admin/users')
  await expect.poll(() => document.querySelector('#admin-menu')?.checkVisibility()).toBe(false)
  await expect.element(page.getByRole('heading', { level: 1, name: 'User List' })).toBeVisible()
  await shownCompletely()
})

// JRN-1
test('an admin who owns a pet reaches the messages of finders from every page', async () => {
  const [thread] = sampleOf(foundCalls.listOwn, { rows: 1 }).data
  const threads = succeed(thread ? [{ ...thread, is_new: true, closed_at: null, unread: 2 }] : [])
  const server = serverOfSamples().on(foundCalls.listOwn, threads)
  const messages = { name: 'Messages 2 new messages' }
  await openPage('/admin/users', { as: ADMIN, server })
  await expect.element(page.getByRole('banner').getByRole('link', messages)).toHaveAttribute('href', '/user/found')
  expect(menu('Administration').getByRole('link', messages).elements()).toEqual([])
  await page.viewport(360, 740)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect.element(menu('Administration').getByRole('link', messages)).toBeVisible()
  expect(page.getByRole('banner').getByRole('link', messages).elements()).toEqual([])
})

// JRN-1
test('an admin about whose pets nobody has written has no entry for messages', async () => {
  const server = await openPage('/admin/users', {
    as: ADMIN,
    server: serverOfSamples().on(foundCalls.listOwn, succeed([])),
  })
  await expect.poll(() => server.requests(foundCalls.listOwn)).not.toEqual([])
  await shownCompletely()
  expect(page.getByRole('link', { name: /^Messages/, includeHidden: true }).elements()).toEqual([])
})

for (const [who, address, as] of [
  ['an admin', '/admin', ADMIN],
  ['an owner', '/user', OWNER],
] as const) {
  // JRN-9, APP-9, APP-10
  test(`on a phone the header of ${who} is one row, also with a long name`, async () => {
    await page.viewport(360, 740)
    const username = 'shrimantmaharajkumarchandrasen'
    await openPage(address, { as: { ...as, username }, server: serverOfSamples() })
    const header = page.getByRole('banner')
    await expect.element(header.getByRole('link', { name: username })).toBeVisible()
    await expect.element(header.getByRole('button', { name: 'Logout' })).toBeVisible()
    expect(header.element().getBoundingClientRect().height).toBeLessThanOrEqual(64)
    expect(document.documentElement.scrollWidth).toBe(360)
    await shownCompletely()
  })
}

// APP-9, APP-14
test('on a phone the paw stands before the foundation’s name, which keeps two lines', async () => {
  await page.viewport(360, 740)
  await openPage('/user', { as: OWNER, server: serverOfSamples() })
  const brand = page.getByRole('banner').getByRole('link', { name: 'Karuna Animal Welfare Foundation' })
  await expect.element(brand).toBeVisible()
  const paw = brand.element().querySelector('svg')?.getBoundingClientRect()
  expect(paw?.width).toBe(28)
  await document.fonts.ready
  expect(brand.getByText('Karuna Animal Welfare Foundation').element().getBoundingClientRect().height).toBeLessThan(40)
})

// APP-9
test('the top bar of an owner leads everywhere that an owner may go', async () => {
  await openPage('/user', { as: OWNER, server: serverOfSamples() })
  const bar = page.getByRole('banner')
  await expect
    .poll(() => visibleTexts(bar.getByRole('navigation').getByRole('link').elements()))
    .toEqual(['Dashboard', 'Add Pet', 'Messages', 'Membership'])
  await expect.element(bar).toMatchTextContent(OWNER.username)
  await expect.element(bar.getByRole('button', { name: 'Logout' })).toBeVisible()
})

// JRN-1
test('on a phone four entries stand at the bottom edge, and Add Pet in the top bar', async () => {
  await page.viewport(360, 740)
  await openPage('/user', { as: OWNER, server: serverOfSamples() })
  const bar = menu('Your pages').getByRole('link')
  await expect.poll(() => visibleTexts(bar.elements())).toEqual(['My Pets', 'Messages', 'Membership', 'Account'])
  for (const link of bar.elements()) expect(link.getBoundingClientRect().bottom).toBeGreaterThan(690)
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Add Pet' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})

for (const [address, entry] of [
  ['/user/found/1', 'Messages'],
  ['/user/pet-form', 'Add Pet'],
  ['/user/pet-form?id=1', 'Dashboard'],
] as const) {
  // APP-9
  test(`the top bar marks '${entry}' at ${address}`, async () => {
    await openPage(address, { as: OWNER, server: serverOfSamples() })
    const marked = menu('Your pages').getByRole('link', { name: entry })
    await expect.element(marked).toHaveAttribute('aria-current', 'page')
  })
}

for (const address of ['/login', '/complaint', '/donate']) {
  // JRN-4
  test(`the footer of ${address} leads to the complaint that one has filed`, async () => {
    await openPage(address, { server: serverOfSamples() })
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Track your complaint' })
    await expect.element(link).toHaveAttribute('href', '/complaint/track')
  })
}

// JRN-4
test('the complaint form itself links the page that tracks a complaint', async () => {
  await openPage('/complaint', { server: serverOfSamples() })
  const link = page.getByRole('main').getByRole('link', { name: 'Track your complaint' })
  await expect.element(link).toHaveAttribute('href', '/complaint/track')
})

for (const [whose, address, as] of [
  ['the login', '/login', undefined],
  ['the pages of an owner', '/user', OWNER],
  ['the pages of an admin', '/admin/pets', ADMIN],
] as const) {
  // PRV-2
  test(`the footer of ${whose} leads to the four legal pages`, async () => {
    await openPage(address, { ...(as && { as }), server: serverOfSamples() })
    for (const [name, href] of LEGAL_LINKS) {
      const link = menu('About us and your rights').getByRole('link', { name })
      await expect.element(link).toHaveAttribute('href', href)
    }
  })
}

for (const [address, notice] of [
  ['/complaint', /so that we can act on the complaint and answer you/],
  ['/regular-membership', /for our register of members/],
] as const) {
  // PRV-2, PRV-3
  test(`${address} names the payee, the processor, the legal pages and what is kept`, async () => {
    await openPage(address, { server: serverOfSamples(), site: { legalName: 'Karuna Animal Welfare Trust' } })
    const main = page.getByRole('main')
    await expect.element(main.getByText(/Paid to Karuna Animal Welfare Trust through Razorpay\./)).toBeVisible()
    for (const [name, href] of [
      ['terms', '/terms'],
      ['refunds', '/refunds'],
      ['data', '/privacy'],
      ['Contact us', '/contact'],
    ] as const)
      await expect.element(main.getByRole('link', { name })).toHaveAttribute('href', href)
    await expect.element(main.getByText(notice)).toBeVisible()
  })
}
