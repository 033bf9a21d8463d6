import { type CareRecord, careCalls } from '@petsetu/contract/pets/care.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { scanCalls } from '@petsetu/contract/pets/tags.ts'
import { today } from '@petsetu/contract/platform/dates.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../test/examples.ts'
import { FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { failedCalls, OWNER, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'
import { currentQueries } from '../../app/query-provider.tsx'
import { keyOf } from '../../platform/lib/requests/call-query.ts'

const DEWORMING: CareRecord = {
  id: 5,
  version: 1,
  kind: 'deworming',
  product: 'Drontal',
  day: '2026-01-31',
  valid_until: null,
  vet: null,
  note: null,
}
const TOKEN = 'a'.repeat(43)

const kind = page.getByLabelText('Kind')
const validUntil = page.getByLabelText(/^Valid until/)
const save = page.getByRole('button', { name: 'Save' })
const dialog = page.getByRole('dialog')

async function openCare(records: CareRecord[], server = new FakeServer()): Promise<FakeServer> {
  server
    .byDefault(petCalls.read, MOTI)
    .byDefault(careCalls.list, records)
    .byDefault(careCalls.feedState, { created_at: null })
    .byDefault(scanCalls.list, [])
  return openPage(`/user/care/${MOTI.petId}`, { as: OWNER, server })
}

// CAR-1
test('the title of the care page names the pet', async () => {
  await openCare([])
  await expect
    .element(page.getByRole('heading', { level: 1, name: `${MOTI.petName}’s care`, exact: true }))
    .toBeVisible()
})

// CAR-1
test('the form proposes the usual end of a vaccination, and keeps a typed one', async () => {
  await openCare([])
  await expect.element(page.getByText('No care records yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add a record' }).click()
  await kind.selectOptions('Rabies vaccination')
  await page.getByLabelText('Date given').fill('2026-03-05')
  await expect.element(validUntil).toHaveValue('2027-03-05')
  await validUntil.fill('2999-03-05')
  await kind.selectOptions('Deworming')
  await kind.selectOptions('Rabies vaccination')
  await expect.element(validUntil).toHaveValue('2999-03-05')
})

// CAR-1, COM-1
test('the form says who reads a note', async () => {
  await openCare([])
  await page.getByRole('button', { name: 'Add a record' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Note' }))
    .toHaveAccessibleDescription('Only you and the foundation see this; for a street animal, its other carers too.')
})

// CAR-1
test('a new record stands in the list with the day until which it is valid', async () => {
  const server = await openCare([])
  server.on(careCalls.create, ({ body }) => {
    const stored = { ...DEWORMING, ...body } as CareRecord
    server.on(careCalls.list, [stored])
    return stored
  })
  await page.getByRole('button', { name: 'Add a record' }).click()
  await page.getByLabelText('Date given').fill('2026-03-05')
  await validUntil.fill('2999-03-05')
  await page.getByLabelText('What was given or done').fill('Nobivac Rabies')
  await page.getByLabelText('Note').fill('Left hind leg')
  await save.click()
  await expect.element(page.getByText('The record has been saved.')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Rabies vaccination' })).toBeVisible()
  await expect.element(page.getByText('Rabies vaccination due on 5 March 2999')).toBeVisible()
  expect(server.requests(careCalls.create).map(({ body }) => body)).toMatchObject([
    { kind: 'rabies', product: 'Nobivac Rabies', day: '2026-03-05', valid_until: '2999-03-05', note: 'Left hind leg' },
  ])
})

// CAR-3
test('the kind that is due first stands first, and one that is never due last', async () => {
  const rabies = { ...DEWORMING, id: 6, kind: 'rabies' as const, valid_until: '2999-03-05' }
  const other = { ...DEWORMING, id: 7, kind: 'other' as const, valid_until: '2027-01-31' }
  await openCare([DEWORMING, rabies, other])
  await expect.element(page.getByText('Valid until 5 March 2999')).toBeVisible()
  const kinds = [...document.querySelectorAll('section[id], section[aria-labelledby^=care-] > h2')]
  expect(kinds.map((heading) => heading.textContent).slice(0, 3)).toEqual(['Other', 'Rabies vaccination', 'Deworming'])
})

// CAR-3
test('what is due first stands above all records', async () => {
  const rabies = { ...DEWORMING, id: 6, kind: 'rabies' as const, valid_until: '2999-03-05' }
  await openCare([DEWORMING, rabies])
  const due = page.getByText('Rabies vaccination due on 5 March 2999')
  await expect.element(due).toBeVisible()
  // Its heading does not say the date again.
  expect(page.getByText(/2999/).elements()).toHaveLength(1)
  const heading = page.getByRole('heading', { name: 'Rabies vaccination' })
  expect(due.element().getBoundingClientRect().bottom).toBeLessThan(heading.element().getBoundingClientRect().top)
})

// CAR-3
test('a treatment that ended long ago is not what is due first', async () => {
  const longAgo = today(new Date(Date.now() - 40 * 86_400_000))
  const cream = { ...DEWORMING, id: 6, kind: 'treatment' as const, day: longAgo, valid_until: longAgo }
  const rabies = { ...DEWORMING, id: 7, kind: 'rabies' as const, valid_until: '2999-03-05' }
  await openCare([cream, rabies])
  await expect.element(page.getByText('Rabies vaccination due on 5 March 2999')).toBeVisible()
  expect(page.getByText(/\bwas due on/).elements()).toEqual([])
})

// CAR-3
test('a treatment stays due beside a newer one with another product', async () => {
  const drops = { ...DEWORMING, id: 6, kind: 'treatment' as const, product: 'Ear drops', day: '2026-09-10' }
  const tablet = { ...drops, id: 7, product: 'Tick tablet', day: '2026-09-01', valid_until: '2999-10-01' }
  await openCare([drops, tablet])
  await expect.element(page.getByText('Treatment due on 1 October 2999')).toBeVisible()
})

// CAR-3
test('what else is due stays due beside a newer record of something else', async () => {
  const insurance = { ...DEWORMING, id: 6, kind: 'other' as const, product: 'Insurance', day: '2026-09-10' }
  const licence = { ...insurance, id: 7, product: 'Licence', day: '2026-09-01', valid_until: '2999-10-01' }
  await openCare([insurance, licence])
  await expect.element(page.getByText('Care due on 1 October 2999')).toBeVisible()
})

// CAR-3
test('a vaccination of the pet form replaces the one before, whatever it names', async () => {
  const shots = { ...DEWORMING, kind: 'other' as const, is_vaccination: true }
  const newer = { ...shots, id: 6, product: 'All of 2026', day: '2026-09-10', valid_until: '2999-12-31' }
  const older = { ...shots, id: 7, product: 'All of 2025', day: '2025-10-01', valid_until: '2999-10-01' }
  await openCare([newer, older])
  await expect.element(page.getByText('Care due on 31 December 2999')).toBeVisible()
})

// CAR-3
test('rabies is no longer due once another vaccination names it as well', async () => {
  const both = { ...DEWORMING, id: 6, kind: 'other' as const, is_vaccination: true, product: 'Anti-rabies + DHPPi' }
  const newer = { ...both, day: '2026-11-20', valid_until: '2999-11-20' }
  const rabies = { ...DEWORMING, id: 7, kind: 'rabies' as const, day: '2025-12-03', valid_until: '2026-01-31' }
  await openCare([newer, rabies])
  await expect.element(page.getByText('Care due on 20 November 2999')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Rabies vaccination' })).toBeVisible()
  expect(page.getByText(/31 January 2026/).elements()).toHaveLength(0)
  expect(page.getByText('No next date: no reminder').elements()).toHaveLength(0)
})

// CAR-1
test('a record that would end before its day is not saved', async () => {
  const server = await openCare([DEWORMING])
  await page.getByRole('button', { name: /^Edit/ }).click()
  await expect.element(page.getByLabelText('Date given')).toHaveValue('2026-01-31')
  await validUntil.fill('2026-01-30')
  await save.click()
  await expect.element(page.getByText('This is before the date it was given')).toBeVisible()
  expect(server.requests(careCalls.update)).toEqual([])
})

// CAR-1
test('an edited record says when it was due', async () => {
  const server = await openCare([DEWORMING])
  server.on(careCalls.update, ({ body: { version: _, ...form } }) => {
    const stored = { ...DEWORMING, ...form, version: 2 } as CareRecord
    server.on(careCalls.list, [stored])
    return stored
  })
  await page.getByRole('button', { name: /^Edit/ }).click()
  await validUntil.fill('2026-04-30')
  await page.getByLabelText('Vet').fill('Dr. Rao')
  await save.click()
  await expect.element(page.getByText('Vet: Dr. Rao')).toBeVisible()
  await expect.element(page.getByText('Deworming was due on 30 April 2026', { exact: true })).toBeVisible()
})

// CAR-1, APP-14
test('the focus goes to the form of a record, and back to the button that opened it', async () => {
  await openCare([DEWORMING])
  const edit = page.getByRole('button', { name: /^Edit/ })
  await edit.click()
  await expect.element(kind).toHaveFocus()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).toHaveFocus()
  const add = page.getByRole('button', { name: 'Add a record' })
  await add.click()
  await expect.element(kind).toHaveFocus()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(add).toHaveFocus()
})

// CAR-1
test('a record is deleted after a confirmation', async () => {
  const server = await openCare([DEWORMING])
  server.on(careCalls.delete, () => {
    server.on(careCalls.list, [])
  })
  await page.getByRole('button', { name: /^Delete/ }).click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await expect.element(page.getByText('No care records yet')).toBeVisible()
})

// CAR-1
test('an open record that somebody else deletes keeps its text, and is added again', async () => {
  const rabies = { ...DEWORMING, id: 6, kind: 'rabies' as const, valid_until: '2999-03-05' }
  const server = await openCare([DEWORMING, rabies])
  server.on(careCalls.create, ({ body }) => ({ ...DEWORMING, ...body, id: 7 }) as CareRecord)
  await page.getByRole('button', { name: /^Edit.*Deworming/ }).click()
  const vet = page.getByLabelText('Vet')
  await vet.fill('Dr. Rao')
  server.on(careCalls.list, [rabies])
  await currentQueries().invalidateQueries({ queryKey: keyOf(careCalls.list) })
  await expect.element(page.getByText(/^Somebody deleted this record meanwhile\./)).toBeVisible()
  await expect.element(vet).toHaveValue('Dr. Rao')
  await save.click()
  await expect.element(page.getByText('The record has been saved.')).toBeVisible()
  await expect.element(vet).not.toBeInTheDocument()
  expect(server.requests(careCalls.update)).toEqual([])
  expect(server.requests(careCalls.create)).toMatchObject([
    { body: { kind: 'deworming', product: 'Drontal', day: '2026-01-31', vet: 'Dr. Rao' } },
  ])
})

// CAR-3
test('a new private link of the calendar is shown, and can be switched off', async () => {
  const server = await openCare([])
  server
    .on(careCalls.renewFeed, () => {
      server.on(careCalls.feedState, { created_at: '2026-03-05T08:00:00.000Z' })
      return { path: `/care/${TOKEN}.ics` }
    })
    .on(careCalls.revokeFeed, () => {
      server.on(careCalls.feedState, { created_at: null })
    })
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect.element(page.getByLabelText('Your link')).toHaveValue(`${location.origin}/care/${TOKEN}.ics`)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect.element(page.getByText('The link has been switched off.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
})

// CAR-3, APP-13
test('a calendar link that could not be loaded is loaded at the next try', async () => {
  const server = await openCare([], new FakeServer().on(careCalls.feedState, NO_ANSWER))
  await expect.element(page.getByText(/^The link for your calendar could not be loaded\./)).toBeVisible()
  expect(failedCalls).toContainEqual(expect.stringContaining('GET /care/feed failed:'))
  server.on(careCalls.feedState, { created_at: null })
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
})

// FND-6
test('a tag that nobody has scanned says so', async () => {
  await openCare([])
  await expect.element(page.getByText('The tag has not been scanned yet.')).toBeVisible()
})

// FND-6
test('the scans of the last thirty days are counted and drawn', async () => {
  await openCare([], new FakeServer().on(scanCalls.list, [{ day: today(), scans: 1 }]))
  await expect.element(page.getByText('1 scan in the last 30 days')).toBeVisible()
  await expect
    .element(page.getByRole('img', { name: 'Scans on each of the last 30 days; at most 1 on one day' }))
    .toBeVisible()
})

// FND-6
test('a bar of scans says how many they are', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const days = [3, 9].map((ago) => ({ day: day(ago), scans: ago + 4 }))
  await openCare([], new FakeServer().on(scanCalls.list, days))
  const chart = page.getByRole('figure')
  for (const scans of ['7', '13']) await expect.element(chart.getByText(scans, { exact: true }).first()).toBeVisible()
})

// FND-6
test('the scans of a tag stand in a table, too', async () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  await openCare([], new FakeServer().on(scanCalls.list, [{ day: day(3), scans: 4 }]))
  await page.getByText('Show as a table').click()
  const table = page.getByRole('table', { name: 'Scans of the tag' })
  await expect.element(table.getByRole('row').nth(1)).toMatchTextContent('4')
})

// CAR-3
test('care without its next day says that nobody reminds, and opens its newest record', async () => {
  const older = { ...DEWORMING, id: 4, day: '2025-10-31', valid_until: '2026-01-31' }
  const rabies = { ...DEWORMING, id: 6, kind: 'rabies' as const, valid_until: '2999-03-05' }
  const treatment = { ...DEWORMING, id: 7, kind: 'treatment' as const }
  await openCare([DEWORMING, older, rabies, treatment])
  await expect.element(page.getByText('Rabies vaccination due on 5 March 2999')).toBeVisible()
  expect(page.getByText(/^No next date: no reminder/).elements()).toHaveLength(1)
  const add = page.getByRole('button', { name: 'Add the date Deworming' })
  await add.click()
  await expect.element(page.getByLabelText('Date given')).toHaveValue('2026-01-31')
  await expect.element(add).not.toBeInTheDocument()
})

// CAR-1
test('on a phone the button for a record is beside the link to the public page', async () => {
  await setWindow(360, 740)
  await openCare([DEWORMING])
  const add = page.getByRole('button', { name: 'Add a record' })
  await expect.element(add).toBeVisible()
  const link = page.getByRole('main').getByRole('link', { name: 'Public page' })
  expect(add.element().getBoundingClientRect().top).toBe(link.element().getBoundingClientRect().top)
})
