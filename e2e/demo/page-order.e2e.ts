import type { Locator, Page } from '@playwright/test'
import { type Demo, findDemo, openPage, pageNamed } from '../helpers/every-page.ts'
import { expect, test } from '../helpers/fixtures.ts'

// Layout: what a page is for comes first on a phone, and fills the width of a laptop.

const PHONE = { width: 360, height: 740 }
const LAPTOP = { width: 1280, height: 800 }

let demo: Demo

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
})

async function open(page: Page, name: string, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size)
  await openPage(page, demo, pageNamed(name))
  await page.evaluate(() => document.fonts.ready.then(() => {}))
}

async function boxOf(element: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

// PRV-2, TRU-6
test('the contact page leads with calling and writing, as buttons', async ({ page }) => {
  await open(page, 'contact', PHONE)
  const main = page.getByRole('main')
  for (const name of [
    'Call 112',
    'Call the helpline +91 20 5550 1234',
    'Write an email care@karuna-foundation.example',
  ]) {
    const { top, bottom } = await boxOf(main.getByRole('link', { name, exact: true }))
    expect(bottom, name).toBeLessThanOrEqual(560)
    expect(bottom - top, name).toBeGreaterThanOrEqual(44)
  }
})

// PRV-2, TRU-6
test('the contact page has the helpline, filled, above the number for danger', async ({ page }) => {
  await open(page, 'contact', PHONE)
  const main = page.getByRole('main')
  const helpline = main.getByRole('link', { name: /^Call the helpline/ })
  const danger = main.getByRole('link', { name: 'Call 112' })
  expect((await boxOf(helpline)).bottom).toBeLessThanOrEqual((await boxOf(danger)).top)
  const groundOf = (link: Locator) => link.evaluate((element) => getComputedStyle(element).backgroundColor)
  const none = 'rgba(0, 0, 0, 0)'
  expect(await groundOf(helpline)).not.toBe(none)
  expect(await groundOf(danger)).toBe(none)
  const address = await boxOf(main.getByText('care@karuna-foundation.example', { exact: true }))
  expect(address.bottom - address.top, 'the address is on one line').toBeLessThanOrEqual(30)
})

// CMP-1
test('on a laptop the advice stays in view beside the complaint form', async ({ page }) => {
  await open(page, 'complaint', LAPTOP)
  const advice = page.getByRole('heading', { name: 'What it costs' })
  await expect(advice).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await expect.poll(async () => Math.round((await boxOf(advice)).top)).toBeLessThanOrEqual(60)
  expect((await boxOf(advice)).top).toBeGreaterThanOrEqual(24)
})

// PRV-2
test('the number for danger is in the same box on Contact as above the complaint form', async ({ page }) => {
  const boxOn = async (name: string) => {
    await open(page, name, PHONE)
    const box = page.locator('main section').filter({ has: page.getByRole('link', { name: 'Call 112' }) })
    return await box.evaluate((element) => {
      const { borderTop, borderLeft, borderTopLeftRadius } = getComputedStyle(element)
      return { borderTop, borderLeft, borderTopLeftRadius }
    })
  }
  const onComplaint = await boxOn('complaint')
  expect(onComplaint.borderLeft).toMatch(/^6px solid /)
  expect(await boxOn('contact')).toEqual(onComplaint)
})

// TRU-6
test('the form to say what is not right is on the first screen of a laptop', async ({ page }) => {
  await open(page, 'contact', LAPTOP)
  expect((await boxOf(page.getByRole('textbox', { name: 'What is not right?' }))).bottom).toBeLessThanOrEqual(800)
  const toForm = page.getByText('Go to the form')
  await expect(toForm, 'the form stands beside it').toBeHidden()
  await page.setViewportSize(PHONE)
  await expect(toForm).toBeVisible()
})

// FND-2
test('a conversation begins with its messages; how to keep it comes after them', async ({ page }) => {
  await open(page, 'finder-thread', PHONE)
  const message = await boxOf(page.getByRole('log').getByRole('listitem').first())
  const send = await boxOf(page.getByRole('button', { name: 'Send me this link' }))
  expect(message.bottom).toBeLessThanOrEqual(330)
  expect(send.top).toBeGreaterThan(message.bottom)
})

// FND-2
test('a finder’s message is sent from the first screen of a phone', async ({ page }) => {
  await open(page, 'found-form', PHONE)
  await expect(page.getByRole('button', { name: 'Send my location' })).toBeVisible()
  const send = await boxOf(page.getByRole('button', { name: 'Send to the owner' }))
  expect(send.bottom).toBeLessThanOrEqual(PHONE.height)
})

// FND-2
test('a finder’s number is asked in view, between the place and the button that sends', async ({ page }) => {
  await open(page, 'found-form', PHONE)
  const place = await boxOf(page.getByRole('button', { name: 'Send my location' }))
  const contact = await boxOf(page.getByLabel('Your phone number or email'))
  const send = await boxOf(page.getByRole('button', { name: 'Send to the owner' }))
  expect(contact.top).toBeGreaterThanOrEqual(place.bottom)
  expect(contact.bottom).toBeLessThanOrEqual(send.top)
})

// FND-4
test('a lost pet’s photo, day, place, note and reward are above the bar of a phone', async ({ page }) => {
  await open(page, 'pet-lost', PHONE)
  const main = page.getByRole('main')
  const photo = await boxOf(main.getByRole('img', { name: 'Photo of Bruno' }))
  expect((photo.right - photo.left) / (photo.bottom - photo.top)).toBeCloseTo(4 / 3, 1)
  const call = await boxOf(main.getByRole('link', { name: /^Call the owner/ }))
  expect(call.bottom).toBeLessThanOrEqual(PHONE.height)
  for (const told of [/^Lost since \d+ \w+ \d{4}, Mylapore, Chennai$/, /do not chase him/, 'Reward: ₹2,000'])
    expect((await boxOf(main.getByText(told))).bottom, String(told)).toBeLessThanOrEqual(call.top)
  const name = await boxOf(main.getByRole('heading', { name: 'Bruno', exact: true }))
  expect((await boxOf(main.getByText(/^Lost since/))).top - name.bottom).toBeLessThanOrEqual(16)
})

// FND-2
test('on a phone the way back to a conversation stands above the composer', async ({ page }) => {
  await open(page, 'finder-thread', PHONE)
  const send = await boxOf(page.getByRole('button', { name: 'Send me this link' }))
  expect(send.bottom).toBeLessThanOrEqual((await boxOf(page.getByText('Your message', { exact: true }))).top)
})

// PET-13
test('on a laptop help stands beside the photo, and care beside the other facts', async ({ page }) => {
  await open(page, 'pet', LAPTOP)
  const main = page.getByRole('main')
  const photo = await boxOf(main.getByRole('img', { name: 'Photo of Moti', exact: true }))
  const ways = await boxOf(main.getByRole('navigation', { name: 'How to help' }))
  expect(ways.left).toBeGreaterThanOrEqual(photo.right - 1)
  expect(photo.right - photo.left).toBeGreaterThanOrEqual(540)
  expect((photo.right - photo.left) / (photo.bottom - photo.top)).toBeCloseTo(4 / 3, 1)
  const headingOf = (name: string) => boxOf(main.getByRole('heading', { name, exact: true }))
  const care = await headingOf('Care')
  expect(Math.abs(care.top - (await headingOf('Owner')).top)).toBeLessThanOrEqual(1)
  for (const name of ['Owner', 'Where it lives', 'Doctor'])
    expect((await headingOf(name)).right, name).toBeLessThan(care.left)
})

// COM-2
test('what to do for an animal of the street stands beside its photo on a laptop', async ({ page }) => {
  await open(page, 'street', LAPTOP)
  const main = page.getByRole('main')
  const photo = await boxOf(main.getByRole('img', { name: 'Photo of Kaalu' }))
  const { bottom } = await boxOf(main.getByRole('navigation'))
  expect(Math.abs(photo.bottom - bottom), 'the photo ends where the advice ends').toBeLessThanOrEqual(1)
  for (const beside of [
    main.getByRole('heading', { name: 'Kaalu', exact: true }),
    main.getByRole('heading', { name: 'Kaalu lives here' }),
    main.getByRole('link', { name: 'Something is wrong with this animal' }),
  ])
    expect((await boxOf(beside)).left).toBeGreaterThanOrEqual(photo.right)
  const hint = await boxOf(main.getByText('One tap.'))
  const button = await boxOf(main.getByRole('button', { name: 'I have seen it', exact: true }))
  expect(hint.top - button.bottom, 'the hint stands below its button').toBeLessThanOrEqual(16)
})

// COM-2
test('on the page of a street animal the free call is filled, the complaint outlined', async ({ page }) => {
  await open(page, 'street', PHONE)
  const main = page.getByRole('main')
  const groundOf = (name: RegExp) =>
    main.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor)
  const outlined = 'rgba(0, 0, 0, 0)'
  expect(await groundOf(/^Call the helpline/)).not.toBe(outlined)
  expect(await groundOf(/^Something is wrong/)).toBe(outlined)
  expect(await groundOf(/^Certificate/)).toBe(outlined)
})

// FND-6
test('the list of lost pets fills the width of a laptop', async ({ page }) => {
  await open(page, 'lost-pets', LAPTOP)
  const main = page.getByRole('main')
  const cards = await Promise.all((await main.locator('li:has(h2)').all()).map(boxOf))
  expect(Math.max(...cards.map(({ right }) => right))).toBeGreaterThanOrEqual(1190)
  const { top } = await boxOf(main.getByText('Is your pet lost?'))
  expect(top, 'below the list, as on a phone').toBeGreaterThanOrEqual(Math.max(...cards.map(({ bottom }) => bottom)))
})

// FND-6, JRN-9
test('on a phone the first lost pet begins high on the first screen', async ({ page }) => {
  await open(page, 'lost-pets', PHONE)
  const main = page.getByRole('main')
  expect((await boxOf(main.locator('li:has(h2)').first())).top).toBeLessThanOrEqual(430)
})

// FND-4, JRN-9
test('day and place of a lost pet are asked on the first screen of a phone', async ({ page }) => {
  await open(page, 'lost-pet', PHONE)
  const bar = await boxOf(page.getByRole('navigation').filter({ hasText: 'Account' }).last())
  for (const label of ['Lost since', 'Area']) {
    expect((await boxOf(page.getByLabel(label))).bottom, label).toBeLessThanOrEqual(bar.top)
  }
})

// COM-3
test('the counts of a camp stand beside its field on a laptop', async ({ page }) => {
  await open(page, 'camp', LAPTOP)
  const field = await boxOf(page.getByLabel('Tag ID'))
  const counts = await boxOf(page.getByText('10 animals', { exact: true }))
  expect(counts.left).toBeGreaterThan(field.right)
})

// MBR-2
test('the actions of a membership card stand beside it on a laptop', async ({ page }) => {
  await open(page, 'member-card', LAPTOP)
  const code = await boxOf(page.locator('main').getByRole('img', { name: /code/i }).first())
  expect((await boxOf(page.getByRole('button', { name: 'New code' }))).left).toBeGreaterThan(code.right)
})

// TAG-6
test('the list of tags begins on the first screen of a laptop', async ({ page }) => {
  await open(page, 'generate-qr', LAPTOP)
  expect((await boxOf(page.getByRole('table').getByRole('row').nth(2))).bottom).toBeLessThanOrEqual(800)
  const heading = await boxOf(page.getByRole('heading', { name: 'Tags', exact: true }))
  const all = await boxOf(page.getByRole('button', { name: /^Print \d+ blank$/ }))
  expect(all.top, 'in the line of the heading').toBeLessThan(heading.bottom)
})

// JRN-6
test('the buttons to the cases beside this one keep their words off their edges', async ({ page }) => {
  await open(page, 'complaint-detail', PHONE)
  const steps = page.getByRole('navigation', { name: 'Other complaints of the list' }).getByRole('link')
  // Buttons that lead nowhere stand there until it is known which complaints these are.
  await expect(steps).toHaveCount(2)
  for (const step of await steps.all()) {
    const room = await step.evaluate((button) => {
      const words = document.createRange()
      const [first] = button.querySelector('span span span')?.childNodes ?? []
      words.selectNodeContents(first ?? button)
      const [inside, outside] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
      return Math.min(inside.left - outside.left, outside.right - inside.right)
    })
    expect(room).toBeGreaterThanOrEqual(8)
  }
})

// CAR-1
test('the actions of each care record stand in the line of its day', async ({ page }) => {
  await open(page, 'care', PHONE)
  for (const edit of await page.getByRole('button', { name: /^Edit/ }).all()) {
    const day = await boxOf(edit.locator('xpath=ancestor::li').locator('time').first())
    expect((await boxOf(edit)).top).toBeLessThan(day.bottom)
  }
})

// PRV-2
test('the day since which a document is in force looks the same on each', async ({ page }) => {
  const colours = new Set<string>()
  for (const name of ['privacy', 'terms', 'refunds']) {
    await open(page, name, PHONE)
    colours.add(await page.getByText(/^In force since/).evaluate((line) => getComputedStyle(line).color))
  }
  expect(colours.size).toBe(1)
})

/** The number of characters on each line of a part that another line follows. */
function fullLines(part: Element): number[] {
  const lines = new Map<number, number>()
  const range = document.createRange()
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (let at = 0; at < (node.textContent ?? '').length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { bottom } = range.getBoundingClientRect()
      lines.set(bottom, (lines.get(bottom) ?? 0) + 1)
    }
  }
  return [...lines.values()].slice(0, -1)
}

// PRV-2
test('a full line of a legal page has at most 70 characters on average', async ({ page }) => {
  for (const name of ['privacy', 'terms', 'refunds']) {
    await open(page, name, LAPTOP)
    const parts = await page.getByRole('article').locator('section :is(p, li)').all()
    const lines = (await Promise.all(parts.map((part) => part.evaluate(fullLines)))).flat()
    expect(lines.length, name).toBeGreaterThan(2)
    expect(lines.reduce((sum, characters) => sum + characters, 0) / lines.length, name).toBeLessThanOrEqual(70)
  }
})
