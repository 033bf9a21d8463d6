import { lostCalls } from '@petsetu/contract/pets/lost.ts'
import { OWN_LOOK, OWN_LOOK_MS } from '@petsetu/contract/pets/own-look.ts'
import { petCalls } from '@petsetu/contract/pets/pets.ts'
import { NOTICE_VERSION } from '@petsetu/languages/notice-version.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { MOTI } from '../../../../test/examples.ts'
import { FakeServer, rejected } from '../../../../test/fake-server.ts'
import { closePage, OWNER, openPage } from '../../../../test/open-page.tsx'
import { setWindow } from '../../../../test/set-window.ts'
import { currentQueries } from '../../../app/query-provider.tsx'
import { keyOf } from '../../../platform/lib/requests/call-query.ts'

const LOST = { since: '2026-01-31', area: 'Kothrud', note: null, reward: null, listed: false }
const LOST_MOTI = { ...MOTI, lost: LOST }
const PAGE = `http://127.0.0.1:3000/pet-detail/${MOTI.petId}`
const SHARED = `Lost: Moti (Dog), since 31 January 2026 in Kothrud. Have you seen it? This page tells how to reach the owner: ${PAGE}`

const isLost = page.getByRole('heading', { name: 'Is Moti lost?' })
const poster = page.getByRole('button', { name: 'Poster, A4' })
const whatsApp = page.getByRole('link', { name: 'WhatsApp', exact: true })
const reward = page.getByLabelText('Reward in rupees')
const mark = page.getByRole('button', { name: 'Mark as lost' })
const unfold = () => page.getByText('Marks, reward, public list').click()
const change = page.getByText('Change date, area or reward')

function openLost(pet = MOTI, server = new FakeServer()): Promise<FakeServer> {
  return openPage(`/user/lost/${MOTI.petId}`, { as: OWNER, server: server.byDefault(petCalls.read, pet) })
}

const messageTo = (words: string) => `https://wa.me/?text=${encodeURIComponent(words)}`

// FND-4
test('the lost form names what is missing and what is no number', async () => {
  await openLost()
  await page.getByLabelText('Area').fill('')
  await unfold()
  await reward.fill('much')
  await mark.click()
  await expect.element(page.getByText('Area is required')).toBeVisible()
  await expect.element(page.getByText('Reward must be a whole number from 1 to 10,00,000')).toBeVisible()
  await expect.element(page.getByLabelText('Area')).toHaveFocus()
})

// TRU-5
test('the lost form says who reads what is typed, and until when', async () => {
  await openLost()
  await expect.element(page.getByText(/^Everybody who opens the pet’s page sees this/)).toBeVisible()
})

// FND-4, FND-5
test('an owner marks a pet as lost, and only then gets its poster', async () => {
  const server = await openLost()
  server.on(lostCalls.mark, ({ body: { note = null, reward = null, ...told } }) => {
    const marked = { ...MOTI, lost: { ...told, note, reward } }
    server.on(petCalls.read, marked)
    return marked
  })
  await expect.element(isLost).toBeVisible()
  await expect.element(poster).not.toBeInTheDocument()
  await page.getByLabelText('Lost since').fill('2026-01-31')
  await page.getByLabelText('Area').fill('Kothrud')
  await unfold()
  await page.getByLabelText('Marks, collar, habits').fill('White left forepaw\nShy')
  await reward.fill('₹2,000')
  await page.getByLabelText('Show on the public list of lost pets').click()
  await mark.click()
  await expect.element(page.getByRole('heading', { name: 'Moti is marked as lost' })).toBeVisible()
  await expect.element(page.getByText(/^Lost since 31\sJanuary\s2026 in Kothrud\./)).toBeVisible()
  await expect.element(page.getByText(/^You get an email at your confirmed address/)).toBeVisible()
  await expect.element(poster).toBeVisible()
  await expect.element(reward).toHaveValue('2000')
  await expect.element(page.getByRole('main')).not.toMatchTextContent('What you had typed before')
  expect(server.requests(lostCalls.mark).map(({ body }) => body)).toEqual([
    { since: '2026-01-31', area: 'Kothrud', note: 'White left forepaw\nShy', reward: 2_000, listed: true },
  ])
  expect(server.requests(lostCalls.mark)[0]?.headers.get('notice-version')).toBe(NOTICE_VERSION)
})

// FND-4
test('on a phone two texts stand around the fields, and the button is as wide as they', async () => {
  await setWindow(360, 740)
  await openLost()
  await expect.element(isLost).toBeVisible()
  const form = page.getByRole('region', { name: 'Is Moti lost?' }).element()
  // Without the hints of the fields.
  const texts = [...form.querySelectorAll('p:not([class*="-description"])')]
  expect(texts.map(({ textContent }) => textContent.slice(0, 15))).toEqual(['Its public page', 'Everybody who o'])
  const widthOf = (part: Element) => part.getBoundingClientRect().width
  expect(widthOf(mark.element())).toBe(widthOf(page.getByLabelText('Area').element()))
})

// FND-4
test('on a phone a pet is marked as lost without scrolling, all else is folded', async () => {
  await setWindow(360, 740)
  await openLost()
  await expect.element(isLost).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Your pages' }).element().getBoundingClientRect()
  expect(mark.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top)
  await expect.element(reward).not.toBeVisible()
  await unfold()
  await expect.element(reward).toBeVisible()
})

// FND-4
test('the form of a lost pet is folded away, with all fields once it is unfolded', async () => {
  await openLost({ ...MOTI, lost: { ...LOST, reward: 500 } })
  await expect.element(change).toBeVisible()
  await expect.element(page.getByLabelText('Area')).not.toBeVisible()
  await change.click()
  await expect.element(page.getByLabelText('Area')).toHaveValue('Kothrud')
  await expect.element(reward).toBeVisible()
  await expect.element(reward).toHaveValue('500')
})

// FND-4
test('the form of a lost pet follows another device, but for what was typed here', async () => {
  const server = await openLost(LOST_MOTI)
  await change.click()
  await reward.fill('500')
  server.on(petCalls.read, { ...MOTI, lost: { ...LOST, area: 'Near the market', note: 'Shy' } })
  await currentQueries().invalidateQueries({ queryKey: keyOf(petCalls.read) })
  await expect.element(page.getByLabelText('Area')).toHaveValue('Near the market')
  await expect.element(page.getByLabelText('Marks, collar, habits')).toHaveValue('Shy')
  await expect.element(reward).toHaveValue('500')
})

// FND-4
test('a changed notice does not mark a pet as lost anew that came home meanwhile', async () => {
  const server = await openLost(LOST_MOTI)
  await change.click()
  await reward.fill('500')
  const why = 'Somebody changed this pet meanwhile.'
  server.on(petCalls.read, MOTI).on(lostCalls.mark, rejected(409, 'changed_meanwhile', why, { current: MOTI }))
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('alert').getByText(why)).toBeVisible()
  await expect.element(isLost).toBeVisible()
  await expect.element(mark).toBeVisible()
  expect(server.requests(lostCalls.mark).map(({ body }) => body.changes)).toEqual([true])
})

// FND-4, FND-5
test('on a phone a lost pet’s page is shared and printed right below its state', async () => {
  await setWindow(360, 740)
  await openLost(LOST_MOTI)
  await expect.element(poster).toBeVisible()
  const state = page.getByRole('region', { name: 'Moti is marked as lost' })
  const [marked, share, print, form] = [
    state,
    page.getByRole('region', { name: 'Share the page' }),
    page.getByRole('region', { name: 'Print' }),
    change,
  ].map((part) => part.element().getBoundingClientRect())
  expect((share?.top ?? 0) - (marked?.bottom ?? 0)).toBeLessThanOrEqual(24)
  expect(print?.top).toBeGreaterThan(share?.bottom ?? 0)
  expect(form?.top).toBeGreaterThan(print?.bottom ?? 0)
})

// FND-5
test('once a pet is lost, sharing and the poster come before marking it as found', async () => {
  await openLost(LOST_MOTI)
  const print = page.getByRole('region', { name: 'Print' })
  await expect.element(print.getByRole('button', { name: 'Poster, A4' })).toHaveAttribute('data-variant', 'filled')
  await expect.element(print.getByRole('button', { name: 'Wallet card' })).toHaveAttribute('data-variant', 'default')
  await expect.element(whatsApp).toHaveAttribute('data-variant', 'filled')
  const home = page.getByRole('button', { name: 'Mark as found' })
  await expect.element(home).toHaveAttribute('data-variant', 'default')
})

// FND-4, APP-14
test('the page of a pet that may be lost is headed by the question or the answer', async () => {
  await openLost()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Is Moti lost?' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Lost pet, poster and card · PetSetu')
  await closePage()
  await openLost(LOST_MOTI)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Moti is marked as lost' })).toBeVisible()
})

// FND-4
test('the page of a lost pet shows the photo of the pet beside its name', async () => {
  const urls = { small: 'data:image/gif,small', medium: 'data:image/gif,medium', large: 'data:image/gif,large' }
  await openLost({ ...MOTI, photos: [{ id: 1, width: 600, height: 800, color: '#888888', urls }] })
  const photo = page.getByRole('img', { name: 'Photo of Moti' })
  await expect.element(photo).toHaveAttribute('src', urls.small)
  const [picture, name] = [photo, isLost].map((part) => part.element().getBoundingClientRect())
  expect(picture?.right).toBeLessThan(name?.left ?? 0)
})

// FND-4
test('a lost pet is home again after a confirmation', async () => {
  const server = await openLost(LOST_MOTI)
  server.on(lostCalls.end, () => {
    server.on(petCalls.read, MOTI)
  })
  await page.getByRole('button', { name: 'Mark as found' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as found' }).click()
  await expect.element(isLost).toBeVisible()
})

// FND-4
test.each([0, -5.5, 24])('a look by a link of the own page is no scan, with a clock %d hours behind', async (hours) => {
  const server = new FakeServer()
  server.aheadMs = hours * 3_600_000
  await openLost(LOST_MOTI, server)
  const link = page.getByRole('link', { name: 'Public page', exact: true })
  await expect.element(link).toHaveAttribute('href', `/pet-detail/${MOTI.petId}`)
  link.element().addEventListener('click', (event) => event.preventDefault())
  await link.click()
  const { search } = new URL((link.element() as HTMLAnchorElement).href)
  const at = Number(new URLSearchParams(search).get(OWN_LOOK))
  expect(Math.abs(Date.now() + server.aheadMs - at)).toBeLessThan(OWN_LOOK_MS)
})

// FND-5
test('the page of a pet is shared by WhatsApp', async () => {
  await openLost()
  await expect.element(whatsApp).toHaveAttribute('href', messageTo(`This is the page of Moti’s tag: ${PAGE}`))
  await expect.element(whatsApp).toHaveAttribute('data-variant', 'default')
})

// FND-5
test('what is shared about a lost pet tells since when and where', async () => {
  await openLost(LOST_MOTI)
  await expect.element(whatsApp).toHaveAttribute('href', messageTo(SHARED))
})

// FND-5
test('the page of a pet is shared by the share sheet where the device has one', async () => {
  const shared: (string | undefined)[] = []
  // The browser of the tests has no share sheet.
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ text }: ShareData) => void shared.push(text),
  })
  try {
    await openLost()
    await page.getByRole('button', { name: 'Share in another way' }).click()
    await expect.poll(() => shared).toEqual([`This is the page of Moti’s tag: ${PAGE}`])
  } finally {
    Reflect.deleteProperty(navigator, 'share')
  }
})
