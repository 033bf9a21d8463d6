import { foundCalls, type OwnThread } from '@petsetu/contract/pets/found.ts'
import { THREADS_LISTED_MAX } from '@petsetu/contract/pets/list-limits.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { closePage, OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const [SAMPLE] = sampleOf(foundCalls.listOwn, { rows: 1 }).data

/** A conversation of the list. */
function threadOf(id: number, pet_name: string, last: Partial<OwnThread>): OwnThread[] {
  const nothing = { finder_name: null, finder_place: null, last_message: null, last_part: null }
  return SAMPLE ? [{ ...SAMPLE, ...nothing, last_by: 'finder', id, pet_name, ...last }] : []
}

const openList = (threads: OwnThread[]) =>
  openPage('/user/found', { as: OWNER, server: serverOfAccount().on(foundCalls.listOwn, succeed(threads)) })

const about = (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name })

// JRN-1, FND-2
test('a message without words is listed as what came: no photo where there is none', async () => {
  await openList([
    ...threadOf(1, 'Moti', { last_part: 'photo' }),
    ...threadOf(2, 'Rani', { last_part: 'contact' }),
    ...threadOf(3, 'Tipu', { last_part: 'location' }),
    ...threadOf(4, 'Kalu', { last_message: 'Near the temple', last_part: 'photo' }),
  ])
  await expect.element(about('Moti')).toMatchTextContent('Photo from the finder')
  await expect.element(about('Rani')).toMatchTextContent('Contact')
  await expect.element(about('Tipu')).toMatchTextContent('Place')
  await expect.element(about('Kalu')).toMatchTextContent('Near the temple')
  await expect.element(page.getByText('Photo from the finder')).toBeVisible()
})

// JRN-1, FND-2
test('a listed conversation has its pet, time, last message and the number of new ones', async () => {
  const at = { created_at: '2026-11-16T06:30:00.000Z', last_message_at: '2026-11-16T06:30:00.000Z' }
  const unread = { ...at, last_message: 'Near the temple', is_new: true, unread: 2, closed_at: null }
  await openList([
    ...threadOf(1, 'Moti', unread),
    ...threadOf(2, 'Rani', { ...unread, is_new: false, unread: 0 }),
    ...threadOf(3, 'Kalu', { ...unread, closed_at: '2026-11-17T06:30:00.000Z' }),
  ])
  await expect.element(about('Moti')).toMatchTextContent(/^Moti ?16 Nov, 12:00 ?Near the temple ?2 new$/)
  await expect.element(about('Rani')).toMatchTextContent(/^Rani ?16 Nov, 12:00 ?Near the temple$/)
  await expect.element(about('Kalu')).toMatchTextContent(/^Kalu ?16 Nov, 12:00 ?Near the temple ?Closed$/)
  await expect.element(page.getByRole('link', { name: 'Moti', exact: true })).toHaveAttribute('href', '/user/found/1')
  const weightIn = (name: string) => getComputedStyle(about(name).getByText('Near the temple').element()).fontWeight
  expect([weightIn('Moti'), weightIn('Rani'), weightIn('Kalu')]).toEqual(['600', '400', '400'])
  const time = about('Moti').getByText('16 Nov, 12:00').element().getBoundingClientRect()
  const name = page.getByRole('link', { name: 'Moti', exact: true }).element().getBoundingClientRect()
  expect(time.left).toBeGreaterThan(name.right)
  expect(time.top).toBeLessThan(name.bottom)
})

// JRN-1
test('on a phone a listed conversation shows two lines of its last message', async () => {
  await setWindow(360, 740)
  const words = 'Yes, I am here until eight. Ask for Salma at the tea stall beside the temple, she has the dog.'
  await openList([
    ...threadOf(1, 'Moti', { last_message: words }),
    ...threadOf(2, 'Rani', { last_message: 'Near the temple' }),
  ])
  const heightOf = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect().height
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  expect(heightOf(words)).toBeCloseTo(2 * heightOf('Near the temple'), 0)
})

// FND-3
test('a list of conversations that is at its limit says that older ones are not in it', async () => {
  const threads = Array.from({ length: THREADS_LISTED_MAX }, (_, index) => threadOf(index + 1, 'Moti', {})).flat()
  await openList(threads)
  await expect.element(page.getByText('This list ends after the newest 200.')).toBeInTheDocument()
  await closePage()
  await openList(threads.slice(1))
  await expect.element(page.getByRole('link', { name: 'Moti' }).first()).toBeVisible()
  expect(page.getByText('This list ends after').query()).toBeNull()
})

// JRN-1
test('two conversations about one pet are told apart by their finders', async () => {
  const given = { finder_name: 'Asha', finder_place: 'Laxmi Road', last_message: 'She is well.' }
  await openList([
    ...threadOf(1, 'Moti', given),
    ...threadOf(2, 'Moti', { ...given, finder_name: null, last_message: 'He waits for you.' }),
    ...threadOf(3, 'Moti', { finder_name: 'Bilal', finder_place: 'Near the temple', last_message: 'Near the temple' }),
  ])
  await expect.element(about('She is well.').getByText('Asha · Laxmi Road', { exact: true })).toBeVisible()
  await expect.element(about('He waits for you.').getByText('Laxmi Road', { exact: true })).toBeVisible()
  // A place that is all that was written is said once.
  await expect.element(about('Near the temple').getByText('Bilal', { exact: true })).toBeVisible()
})
