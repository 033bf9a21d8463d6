import { type Camp, campAdminCalls } from '@petsetu/contract/pets/camps/camps.ts'
import { communityCalls } from '@petsetu/contract/pets/community/community.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER, rejected } from '../../../test/fake-server.ts'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const CAMP: Camp = {
  ...{ id: 7, version: 3, name: 'Rabies day in Kothrud', day: '2026-01-31', ward: 'Kothrud', place: 'Near the market' },
  kinds: [{ kind: 'rabies', product: 'Raksharab', batch: 'RB-17', valid_until: '2027-01-30', vet: null }],
  helpers: ['asha'],
  counts: [],
  animals: 0,
}
const { counts: _, animals: __, version: ___, helpers: ____, kinds: _____, ...FACTS } = CAMP
const COUNTED: Camp = {
  ...CAMP,
  animals: 12,
  counts: [
    { kind: 'rabies', ward: 'Kothrud', sex: 'female', animals: 7, certified: null },
    { kind: 'rabies', ward: 'Kothrud', sex: 'male', animals: 5, certified: null },
    { kind: 'sterilisation', ward: 'Kothrud', sex: 'female', animals: 4, certified: 3 },
  ],
}

const CARERS = ['asha', 'meera'].map((username, id) => ({
  id,
  username,
  email: `${username}@example.org`,
  isEmailConfirmed: true,
  animals: 0,
}))

const aServer = (camp: Camp = CAMP) =>
  new FakeServer()
    .on(campAdminCalls.listAll, [{ ...FACTS, works: 12, animals: 9 }])
    .on(campAdminCalls.read, camp)
    .on(communityCalls.listCarers, succeed(CARERS))

const field = (label: string) => page.getByLabelText(label, { exact: true })
const check = (label: string) => page.getByRole('checkbox', { name: label })
const save = page.getByRole('button', { name: 'Save', exact: true })

async function fillCamp(): Promise<void> {
  await field('Name of the camp').fill(CAMP.name)
  await field('Day').fill(CAMP.day)
  await field('Ward').fill(CAMP.ward)
  await field('Well-known place').fill(CAMP.place)
}

// COM-3
test('in the form of a camp the fields for a day and a word are narrower', async () => {
  await setWindow(1280, 800)
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await expect.element(field('Day')).toBeVisible()
  const widthOf = (label: string) => field(label).element().getBoundingClientRect().width
  for (const label of ['Day', 'Ward']) expect(widthOf(label), label).toBeLessThan(widthOf('Well-known place') * 0.6)
})

// COM-3
test.each([360, 1280])('at %i px a new camp can be saved from the start of its form', async (width) => {
  await setWindow(width, 740)
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await expect.element(field('Day')).toBeVisible()
  await expect.element(save).toBeInViewport({ ratio: 1 })
})

// COM-3
test('on a laptop the kinds of work stand beside the facts of a camp', async () => {
  await setWindow(1280, 800)
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await expect.element(check('Deworming')).toBeVisible()
  const kinds = check('Deworming').element().getBoundingClientRect()
  expect(kinds.left).toBeGreaterThan(field('Name of the camp').element().getBoundingClientRect().right)
  expect(kinds.bottom).toBeLessThan(field('Day').element().getBoundingClientRect().bottom)
})

// COM-3
test('camps are listed with their day, ward and works', async () => {
  await openPage('/admin/camps', { as: ADMIN, server: aServer() })
  await expect.element(page.getByRole('link', { name: CAMP.name })).toHaveAttribute('href', '/admin/camps/7')
  await expect.element(page.getByText('31 Jan 2026')).toBeVisible()
})

// COM-3, DSK-3
test('the heads of the camps sort them, in the order of the address', async () => {
  const older = { ...FACTS, id: 6, name: 'Aundh in autumn', day: '2025-10-04', works: 30, animals: 9 }
  const server = aServer().on(campAdminCalls.listAll, [{ ...FACTS, works: 12, animals: 9 }, older])
  await openPage('/admin/camps', { as: ADMIN, server })
  const shown = () => [...document.querySelectorAll('tbody td[data-card="title"]')].map((cell) => cell.textContent)
  await expect.poll(shown).toEqual([CAMP.name, older.name])
  await page.getByRole('columnheader', { name: 'Name of the camp' }).getByRole('button').click()
  await expect.poll(shown).toEqual([older.name, CAMP.name])
  expect(location.search).toBe('?sort=name')
  await page.getByRole('columnheader', { name: 'Day' }).getByRole('button').click()
  await expect.poll(() => location.search).toBe('?sort=day')
  await expect.element(page.getByRole('columnheader', { name: 'Day' })).toHaveAttribute('aria-sort', 'ascending')
})

// COM-3, LNG-1
test.each([
  ['hi', '12 काम हुए'],
  ['mr', '12 कामे झाली'],
] as const)('on a phone a listed camp counts work, also tags, and no treatments: %s', async (language, words) => {
  await setWindow(360, 740)
  await openPage('/admin/camps', { as: ADMIN, server: aServer(), language })
  await expect.element(page.getByText(words)).toBeVisible()
})

// COM-3
test('a new camp has its kinds of work, with their details, and its helpers', async () => {
  const server = await openPage('/admin/camps', {
    as: ADMIN,
    server: aServer().on(campAdminCalls.create, CAMP),
  })
  await page.getByRole('link', { name: 'New camp' }).click()
  await fillCamp()
  await check('Rabies vaccination').click()
  await field('Vaccine or medicine').fill('Raksharab')
  await field('Batch').fill('RB-17')
  await check('Tag').click()
  await check('meera').click()
  await save.click()
  await expect.element(page.getByRole('heading', { name: CAMP.name })).toBeVisible()
  expect(server.requests(campAdminCalls.create)).toMatchObject([
    {
      body: {
        ...{ name: CAMP.name, day: CAMP.day, ward: CAMP.ward, place: CAMP.place, helpers: ['meera'] },
        kinds: [{ kind: 'rabies', product: 'Raksharab', batch: 'RB-17' }, { kind: 'tag' }],
      },
    },
  ])
})

// COM-3, CAR-1
test('a new camp proposes until when a vaccination lasts, by the day of the camp', async () => {
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await fillCamp()
  await check('Rabies vaccination').click()
  const until = field('Valid until, or next due')
  await expect.element(until).toHaveValue('2027-01-31')
  await field('Day').fill('2026-03-05')
  await expect.element(until).toHaveValue('2027-03-05')
  await until.fill('2029-03-05')
  await field('Day').fill('2026-04-05')
  await expect.element(until).toHaveValue('2029-03-05')
})

// COM-3
test('the form of a new camp is a page of one column', async () => {
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'New camp' })).toBeVisible()
  const labels = ['Name of the camp', 'Day', 'Ward', 'Well-known place']
  const boxes = labels.map((label) => field(label).element().getBoundingClientRect())
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
  expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((one, other) => one - other))
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Our camps' })).toBeVisible()
})

// APP-14
test('the lines of a hint are as far apart as those of a text', async () => {
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  const hint = page.getByText(/^Animals that are registered at the camp get it as their landmark/)
  await expect.element(hint).toBeVisible()
  expect(getComputedStyle(hint.element()).lineHeight).toBe(getComputedStyle(document.body).lineHeight)
})

// COM-3
test('the hint of the place of a camp stands above its field, like all others', async () => {
  await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  const hint = page.getByText(/^Animals that are registered at the camp get it as their landmark/)
  await expect.element(hint).toBeVisible()
  const { bottom } = hint.element().getBoundingClientRect()
  expect(bottom).toBeLessThanOrEqual(field('Well-known place').element().getBoundingClientRect().top)
})

// COM-3
test('a camp without a kind of work is not saved, and says what is missing', async () => {
  const server = await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await fillCamp()
  await save.click()
  await expect.element(page.getByText('Choose at least one kind of work')).toBeVisible()
  expect(server.requests(campAdminCalls.create)).toEqual([])
})

// COM-3, CAR-1
test('a vaccination that ends before the camp is refused at its field', async () => {
  const server = await openPage('/admin/camps?edit=new', { as: ADMIN, server: aServer() })
  await fillCamp()
  await check('Tag').click()
  await check('Rabies vaccination').click()
  const until = field('Valid until, or next due')
  await until.fill('2026-01-30')
  await save.click()
  await expect.element(until).toHaveAccessibleDescription(/before the date it was given/)
  await expect.element(until).toHaveFocus()
  expect(server.requests(campAdminCalls.create)).toEqual([])
})

// COM-3
test('a helper whom the server does not take is told at the helpers', async () => {
  const why = 'meera is not a carer.'
  const server = aServer().on(campAdminCalls.create, rejected(400, 'not_a_carer', why, { errors: { helpers: why } }))
  await openPage('/admin/camps?edit=new', { as: ADMIN, server })
  await fillCamp()
  await check('Tag').click()
  await check('meera').click()
  await save.click()
  await expect.element(page.getByText(why).first()).toBeVisible()
  await expect.element(field('Name of the camp')).toHaveValue(CAMP.name)
})

// COM-3
test('a camp is changed by its version, with the helpers that it had', async () => {
  const server = await openPage('/admin/camps/7', { as: ADMIN, server: aServer().on(campAdminCalls.update, CAMP) })
  await page.getByRole('link', { name: 'Change this camp' }).click()
  await expect.element(check('asha')).toBeChecked()
  await expect.element(field('Batch')).toHaveValue('RB-17')
  await field('Batch').fill('RB-18')
  await save.click()
  await expect.element(page.getByRole('link', { name: 'Change this camp' })).toBeVisible()
  expect(server.requests(campAdminCalls.update)).toMatchObject([
    { body: { version: 3, helpers: ['asha'], kinds: [{ kind: 'rabies', batch: 'RB-18', valid_until: '2027-01-30' }] } },
  ])
})

// COM-3, PET-6
test('a camp that another admin changed meanwhile is compared, not saved over', async () => {
  const elsewhere: Camp = { ...CAMP, version: 4, place: 'Near the school', helpers: ['asha', 'meera'] }
  let stored = CAMP
  const server = aServer()
    .on(campAdminCalls.read, () => stored)
    .on(campAdminCalls.update, ({ body }) =>
      body.version === 4
        ? elsewhere
        : rejected(409, 'changed_meanwhile', 'Somebody changed this camp meanwhile.', { current: elsewhere }),
    )
  await openPage('/admin/camps/7?edit=', { as: ADMIN, server })
  await field('Batch').fill('RB-18')
  await field('Well-known place').fill('Near the temple')
  // The page reads the camp again while the form is open.
  stored = elsewhere
  dispatchEvent(new Event('visibilitychange'))
  await save.click()
  const conflict = page.getByRole('alert')
  await expect.element(conflict).toMatchTextContent('Somebody changed this camp meanwhile.')
  await expect.element(conflict).toHaveFocus()
  await expect.element(conflict.getByRole('radio', { name: 'Saved meanwhile: Near the school' })).not.toBeChecked()
  await expect.element(page.getByRole('textbox', { name: /^Well-known place/ })).toHaveValue('Near the temple')
  await expect.element(check('meera')).toBeChecked()
  await save.click()
  await expect.element(page.getByRole('link', { name: 'Change this camp' })).toBeVisible()
  expect(server.requests(campAdminCalls.update).map(({ body }) => body)).toMatchObject([
    { version: 3 },
    { version: 4, place: 'Near the temple', helpers: ['asha', 'meera'], kinds: [{ kind: 'rabies', batch: 'RB-18' }] },
  ])
})

// COM-3
test('a camp shows its counts, and asks for its report and its CSV file', async () => {
  const server = aServer(COUNTED).on(campAdminCalls.report, NO_ANSWER).on(campAdminCalls.csv, NO_ANSWER)
  await openPage('/admin/camps/7', { as: ADMIN, server })
  await expect.element(page.getByText('12 animals')).toBeVisible()
  const rows = () =>
    page
      .getByRole('table')
      .getByRole('row')
      .elements()
      .map((row) => row.textContent)
  expect(rows().slice(1)).toEqual([
    'KothrudRabies vaccination, Kothrud7512',
    'KothrudSterilisation, Kothrud404',
    'KothrudSterilised, with certificate, Kothrud303',
  ])
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Report (PDF)' }).click()
  await expect.poll(() => server.requests(campAdminCalls.report)).toMatchObject([{ params: { id: 7 } }])
  await page.getByRole('button', { name: /CSV/ }).click()
  await expect.poll(() => server.requests(campAdminCalls.csv)).toMatchObject([{ params: { id: 7 } }])
})

// COM-3
test('a camp leads with the code for its helpers until something is done there', async () => {
  const topOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().top
  const report = page.getByRole('button', { name: 'Report (PDF)' })
  await openPage('/admin/camps/7', { as: ADMIN, server: aServer() })
  await expect.element(page.getByText('Nothing has been done yet.')).toBeVisible()
  expect(topOf('Open on a phone')).toBeLessThan(topOf('Counts by ward'))
  await expect.element(report).not.toBeInTheDocument()
  await closePage()
  await openPage('/admin/camps/7', { as: ADMIN, server: aServer(COUNTED) })
  await expect.element(report).toBeVisible()
  expect(topOf('Open on a phone')).toBeGreaterThan(topOf('Counts by ward'))
})

// COM-3
test('the files of a camp are beside its heading, and on a phone below the rows', async () => {
  await openPage('/admin/camps/7', { as: ADMIN, server: aServer(COUNTED) })
  const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect()
  const report = page.getByRole('button', { name: 'Report (PDF)' })
  const table = page.getByRole('table')
  await expect.element(report).toBeVisible()
  expect(boxOf(report).bottom).toBeLessThan(boxOf(table).top)
  const code = page.getByRole('img', { name: 'Open on a phone' })
  expect(boxOf(code).right).toBeLessThan(boxOf(page.getByText(/^Helpers scan this code/)).left)
  await setWindow(360, 740)
  await expect.poll(() => boxOf(report).top > boxOf(table).bottom).toBe(true)
  expect(boxOf(code).top).toBeGreaterThan(boxOf(page.getByText(/^Helpers scan this code/)).bottom)
})

// COM-3
test('on a phone each kind of work is a low card with its sum', async () => {
  await setWindow(360, 740)
  await openPage('/admin/camps/7', { as: ADMIN, server: aServer(COUNTED) })
  const row = page.getByRole('table').getByRole('row').nth(1)
  await expect.element(row).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBeLessThanOrEqual(80)
})

// COM-3
test('a camp that is gone says so', async () => {
  const server = aServer().on(campAdminCalls.read, rejected(404, 'camp_not_found', 'Camp not found'))
  await openPage('/admin/camps/7', { as: ADMIN, server })
  await expect.element(page.getByText('There is no camp at this address.')).toBeVisible()
})

// COM-3
test('a camp that is gone already is left when it is deleted', async () => {
  const server = aServer()
    .on(campAdminCalls.delete, rejected(404, 'camp_not_found', 'Camp not found'))
    .on(campAdminCalls.listAll, [])
  await openPage('/admin/camps/7', { as: ADMIN, server })
  await page.getByRole('button', { name: `Delete ${CAMP.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Our camps' })).toBeVisible()
  await expect.element(page.getByText('Camp not found')).not.toBeInTheDocument()
})
