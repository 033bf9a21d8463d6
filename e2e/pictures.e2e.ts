import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type PageName, paths } from '@petsetu/contract/paths.ts'
import type { ScanDay } from '@petsetu/contract/pets/tags.ts'
import type { Page } from '@playwright/test'
import { aPortrait } from '../server/test/a-photo.ts'
import { chooseInCheckout } from './helpers/checkout.ts'
import { fileComplaint } from './helpers/complaints.ts'
import { type Demo, EVERY_PAGE, findDemo, openPage, pageNamed } from './helpers/every-page.ts'
import { addPet, expect, type Site, test } from './helpers/fixtures.ts'
import { holdStill, prepareStillness } from './helpers/stable-picture.ts'

// Screenshots of every page, stored in pictures/: a visual change makes the test fail. If it is intended, `npm run pictures` retakes
// them, including docs/pictures/.

// The demo's own days of care and loss are in 2026.
const NOW = '2026-11-16T12:00:00+05:30'

test.use({
  ownProgram: 'pictures',
  isDemo: true,
  settings: { CLOCK: NOW, NODE_OPTIONS: `--import=${import.meta.resolve('./helpers/still-clock.ts')}` },
  reuseContext: true,
})

/** Long pages are cut where they repeat themselves. */
type Screen = { width: number; height: number; depth: number }

const PHONE = { width: 360, height: 740, depth: 1_800 }
const LAPTOP = { width: 1280, height: 800, depth: 1_500 }
const SCREENS = [PHONE, LAPTOP]

// The weeks are at its end.
const WHOLE = ['dashboard']

// The pages with colours of their own, and one of each kind.
const IN_DARK = [
  ...['home', 'pet', 'pet-lost', 'found-form', 'finder-thread', 'login', 'complaint', 'regular-membership', 'member'],
  ...['receipt', 'my-pets', 'add-pet', 'care', 'found-thread', 'member-card', 'account', 'dashboard', 'complaints'],
  ...['complaint-detail', 'payment-report', 'membership-report', 'users'],
]

// The pages that most people see, so that Devanagari is looked at, too.
const IN_HINDI = [
  ...['home', 'pet', 'pet-lost', 'found-form', 'login', 'complaint', 'regular-membership'],
  ...['my-pets', 'dashboard', 'complaints'],
]

const LONG_NAME = 'Shrimantmaharajkumarchandrasen'

// Each visit to the pet's page counts, so how often it was scanned depends on which pictures are taken.
const SCANS: ScanDay[] = [
  { day: '2026-11-16', scans: 2 },
  { day: '2026-11-14', scans: 1 },
  { day: '2026-11-09', scans: 6 },
  { day: '2026-11-08', scans: 3 },
  { day: '2026-10-27', scans: 4 },
]

const DOCS = path.join(import.meta.dirname, '../docs/pictures')

let demo: Demo
let longNamed: { petId: string }

test.beforeAll(async ({ site }) => {
  demo = await findDemo(site)
  // Otherwise the last events are all people who signed up at noon.
  for (const table of ['users', 'pets'])
    await site.sql(`update ${table} set created_at = created_at - interval '40 days'`, [])
  longNamed = await addPet(site, demo.sessions.owner.accessToken, { petName: LONG_NAME })
  await makeLinksWork(site, demo.sessions.owner.id)
  // Otherwise the picture of a lost pet's page is one more mail in that of the mails.
  await site.sql("update lost_pets set scan_mailed_at = 'infinity'", [])
  // On a still clock, the mail about a finder waits for ever for its notice to be read.
  const isUnsent = ({ state, subject }: Mail) => state !== 'sent' && !subject?.startsWith('Somebody has found')
  await expect.poll(async () => (await mailsOf(site)).filter(isUnsent), { timeout: 30_000 }).toEqual([])
  // The first visitors after a start see no numbers.
  await expect.poll(async () => (await fetch(site.url)).text()).toContain('have come home')
})

/** The token 'x' is that of the pictured pages about an e-mail address, which name the address only for a link that works. */
async function makeLinksWork(site: Site, userId: number): Promise<void> {
  const values = "sha256('x'), id, email, now() + interval '7 days'"
  const link = "insert into one_time_links (purpose, hash, user_id, email, expires_at) select 'confirm-email',"
  const replaced = 'on conflict (user_id, purpose) do update set hash = excluded.hash'
  await site.sql(`${link} ${values} from users where id = $1 ${replaced}`, [userId])
  const undo = 'insert into email_undos (email_key, hash, user_id, email, expires_at) select lower(email),'
  await site.sql(`${undo} ${values} from users where id = $1`, [userId])
}

type Mail = { state: string; subject: string | null }

async function mailsOf(site: Site): Promise<Mail[]> {
  const { accessToken } = demo.sessions.admin
  return (await site.call<{ data: [] }>('GET', '/api/admin/mails', null, accessToken)).data
}

test.beforeEach(async ({ page, site }) => {
  await prepareStillness(page, NOW)
  // The offer of notices comes when its code has loaded, which may be after the picture.
  await page.addInitScript(() => localStorage.setItem('notices-refused', 'yes'))
  // Whoever opens the conversation reads it.
  await site.sql('update found_reports set read_at = null', [])
})

for (const entry of EVERY_PAGE) {
  const { name } = entry
  // APP-14
  test(`${name} looks as in its pictures`, async ({ page, site }, { config }) => {
    if (name === 'mails') await expectMailsOfEachMinute(site)
    if (name === 'care') await page.route(/\/scans$/, (route) => route.fulfill({ json: SCANS }))
    // Otherwise the count of new messages ends a moment after the page has opened.
    if (name === 'found-thread') await page.route(/\/found\/\d+\/read$/, (route) => route.fulfill({ status: 204 }))
    await openPage(page, demo, entry)
    await expectPictures(page, name)
    // Only colours differ, so one width and the first screen are enough.
    if (IN_DARK.includes(name)) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectPicture(page, `${name}-dark`, { ...LAPTOP, depth: LAPTOP.height })
    }
    if (config.updateSnapshots === 'all') await takeForDocs(page, entry)
  })
}

/**
 * Two mails are written by work of each minute: about the demo's complaint of today that is not paid, and about a finder's messages that
 * are not read. On a still clock all mails are of one moment, so each gets a minute of its own.
 */
async function expectMailsOfEachMinute(site: Site): Promise<void> {
  test.setTimeout(120_000)
  for (const words of ['its fee is not paid', 'new message about your pets']) {
    const isSent = async () =>
      (await mailsOf(site)).some((mail) => mail.state === 'sent' && mail.subject?.includes(words))
    await expect.poll(isSent, { message: words, timeout: 90_000 }).toBe(true)
  }
  await site.sql(
    `update mails set created_at = mails.created_at - placed.place * interval '1 minute'
     from (select id, row_number() over (order by kind, id) as place from mails) as placed where placed.id = mails.id`,
    [],
  )
}

for (const name of IN_HINDI) {
  // LNG-7
  test(`${name} in Hindi looks as in its pictures`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'lang', value: 'hi', url: baseURL ?? '' }])
    await openPage(page, demo, pageNamed(name))
    await expectPictures(page, `${name}-hi`)
  })
}

// PET-13
test('a pet with a name of 30 letters looks as in its pictures', async ({ page }) => {
  await openPage(page, demo, { ...pageNamed('pet'), address: () => paths.petDetail.to(longNamed) })
  await expectPictures(page, 'pet-long-name')
})

// APP-13
test('a list that failed to load looks as in its pictures', async ({ page }) => {
  await page.route(/\/pets(\?|$)/, (route) => route.abort())
  await openPage(page, demo, pageNamed('my-pets'))
  await expect(page.getByText('Failed to fetch pets. Please try again later.')).toBeVisible()
  // The list below it comes by a call of its own.
  await expect(page.getByRole('heading', { name: 'Sundari' })).toBeVisible()
  await expectPictures(page, 'my-pets-failed')
})

// CASE-4
test('a case on a screen of 1440 × 900 looks as in its picture', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPage(page, demo, pageNamed('complaint-detail'))
  await expectPicture(page, 'complaint-detail', { width: 1440, height: 900, depth: 900 })
})

// APP-1
test('there are pictures of every page', () => {
  const pictured = new Set(EVERY_PAGE.map(({ page }) => page))
  const names = (Object.keys(paths) as PageName[]).filter((name) => paths[name].area)
  expect([...pictured].sort()).toEqual(names.sort())
})

// The last ones, because lists show what they add from then on.
// DON-1
test('a donation that has just been paid looks as in its pictures', async ({ page }) => {
  await openPage(page, demo, pageNamed('donate'))
  await page.getByLabel('Name', { exact: true }).fill('Lalita Joshi')
  await page.getByLabel('Email').fill('lalita@example.org')
  await page.getByLabel('Phone').fill('+91 55500 67890')
  await page.getByLabel('Address').fill('3 Fort Road, Satara')
  await page.getByLabel('Who gives this donation?').selectOption('An Indian citizen')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await chooseInCheckout(page, 'Pay successfully')
  await expect(page.getByText('Payment successful! Thank you for your donation.')).toBeVisible()
  await expectPictures(page, 'donate-paid')
})

// CASE-4
test('a case with photos, an assignee and an answer looks as in its pictures', async ({ page, site }) => {
  const { id: assignee_id, accessToken } = demo.sessions.admin
  const photos = await Promise.all(['dog-tan', 'dog-white'].map(aPortrait))
  const files = photos.map((photo, index) => new File([photo], `dog-${index}.jpg`))
  const id = await fileComplaint(site, {}, ...files)
  const change = { ids: [id], status: 'in_progress', assignee_id }
  await site.call('PUT', '/api/admin/complaints', change, accessToken)
  const answer = { text: 'Thank you for telling us. Our team comes today.', internal: false }
  await site.call('POST', `/api/admin/complaints/${id}/notes`, answer, accessToken)
  await openPage(page, demo, { ...pageNamed('complaint-detail'), address: () => paths.complaintDetail.to({ id }) })
  await expectPictures(page, 'complaint-detail-answered')
})

// ACC-3
test('the complaints of one person look as in their pictures', async ({ page, site }) => {
  const email = 'meera@example.org'
  await fileComplaint(site, { email })
  await fileComplaint(site, { email, type_of_complaint: 'Abandonment', location_of_incident: 'Behind the station' })
  await openPage(page, demo, pageNamed('my-complaints'))
  await expectPictures(page, 'my-complaints-filed')
})

// FND-4
test('the page of a pet that is lost looks as in its pictures', async ({ page, site }) => {
  const { accessToken } = demo.sessions.owner
  const { id, petId } = await addPet(site, accessToken, { petName: 'Sona' })
  const lost = { since: '2026-11-09', area: 'Kothrud, Pune', note: 'A red collar.', reward: 2_000, listed: true }
  await site.call('PUT', `/pets/${id}/lost`, lost, accessToken)
  await openPage(page, demo, { ...pageNamed('lost-pet'), address: () => paths.lostPet.to({ petId }) })
  await expectPictures(page, 'lost-pet-marked')
})

// FND-2
test('a conversation with a number, a photo and an answer looks as in its pictures', async ({ page, site }) => {
  const { accessToken } = demo.sessions.owner
  const { petId } = await addPet(site, accessToken, { petName: 'Tommy' })
  const found = new FormData()
  found.set('message', 'He is with me, near the temple.')
  found.set('contact', '+91 90000 11111')
  found.set('photo', new File([await aPortrait('dog-golden')], 'tommy.jpg'))
  const sending = { method: 'POST', headers: { accept: 'text/html' }, body: found, redirect: 'manual' } as const
  const sent = await fetch(`${site.url}${paths.foundForm.to({ petId })}`, sending)
  const threads = await site.call<{ data: { id: number; pet_id: string }[] }>('GET', '/api/found', null, accessToken)
  const id = threads.data.find(({ pet_id }) => pet_id === petId)?.id ?? 0
  await site.call('POST', `/api/found/${id}/messages`, { message: 'I am coming.' }, accessToken)
  await site.call('POST', sent.headers.get('location') ?? '', { message: 'We wait here.' })
  await page.route(/\/found\/\d+\/read$/, (route) => route.fulfill({ status: 204 }))
  await openPage(page, demo, { ...pageNamed('found-thread'), address: () => paths.foundThread.to({ id }) })
  await expectPictures(page, 'found-thread-answered')
})

/** A complaint of the demo whose fee is not paid. */
const UNPAID =
  "from complaints where payment_status = 'none' and duplicate_of is null order by id limit 1 on conflict do nothing"

// CMP-7
test('the fee of a complaint that is to be paid looks as in its pictures', async ({ page, site }) => {
  const token = 'fee-'.padEnd(43, 'x')
  const insert = "insert into follow_links (hash, complaint_id) select sha256(convert_to($1, 'UTF8')), id"
  await site.sql(`${insert} ${UNPAID}`, [token])
  const address = () => `${paths.payComplaint.to({})}#${token}`
  await openPage(page, demo, { ...pageNamed('pay-complaint'), address })
  await expect(page.locator('#saved-heading')).toBeVisible()
  await expectPictures(page, 'pay-complaint-due')
})

// LNK-1
test('a pay link that is open looks as in its pictures', async ({ page, site }) => {
  const token = 'open-'.padEnd(43, 'x')
  const insert = 'insert into pay_links (hash, purpose, subject_id, amount_paise)'
  await site.sql(`${insert} select sha256(convert_to($1, 'UTF8')), 'complaint', id, 10000 ${UNPAID}`, [token])
  await openPage(page, demo, { ...pageNamed('pay-link'), address: () => paths.pay.to({ token }) })
  await expect(page.getByRole('button', { name: 'Pay ₹100' })).toBeVisible()
  await expectPictures(page, 'pay-link-open')
})

// MAIL-4
test('the choice of reminders looks as in its pictures', async ({ page, site }) => {
  const token = 'letters-'.padEnd(22, 'x')
  await site.sql(
    `insert into mail_preferences (address_key, token) values ('meera@example.org', $1)
     on conflict (address_key) do update set token = excluded.token`,
    [token],
  )
  await openPage(page, demo, { ...pageNamed('mail-preferences'), address: () => paths.mailPreferences.to({ token }) })
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expectPictures(page, 'mail-preferences-chosen')
})

/** A finder has written to the owner, which the owner's pages say once they know. On a still clock nothing is read after it was written. */
async function expectFinderTold(page: Page, name: string): Promise<void> {
  const { pathname } = new URL(page.url())
  if (!/^\/(user|account)/.test(pathname)) return
  await expect(page.locator('header a[href^="/user/found"]')).toHaveCount(1)
  // The banner above the pets, and the animals of the street below them.
  if (pathname === '/user' && name !== 'my-pets-failed') {
    await expect(page.locator('main a[href^="/user/found/"]')).toHaveCount(1)
    await expect(page.locator('#street-animals')).toBeVisible()
  }
}

/** The pictures of a page on a phone and on a laptop, in the light. */
async function expectPictures(page: Page, name: string): Promise<void> {
  await expectFinderTold(page, name)
  for (const screen of SCREENS)
    await expectPicture(page, name, WHOLE.includes(name) ? { ...screen, depth: Number.POSITIVE_INFINITY } : screen)
}

async function expectPicture(page: Page, name: string, { width, height, depth }: Screen): Promise<void> {
  await page.setViewportSize({ width, height })
  await holdStill(page)
  const long = await settledHeight(page)
  await expect.soft(page).toHaveScreenshot(`${name}-${width}.png`, {
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(depth, long) },
  })
}

/** The height of the page in pixels, once it has stayed the same twice: a part that comes late would be cut off. */
async function settledHeight(page: Page): Promise<number> {
  const heights: number[] = []
  const measure = async () => {
    heights.push(await page.evaluate(() => document.documentElement.scrollHeight))
    const [last, ...before] = heights.slice(-3).reverse()
    return before.length === 2 && before.every((height) => height === last)
  }
  await expect.poll(measure, { intervals: [100] }).toBe(true)
  return heights.at(-1) ?? 0
}

/** Pages for the public on a phone, the others on a laptop. */
async function takeForDocs(page: Page, { name, person }: (typeof EVERY_PAGE)[number]): Promise<void> {
  await page.setViewportSize(person === 'visitor' ? { width: 360, height: 740 } : { width: 1120, height: 700 })
  await page.emulateMedia({ colorScheme: 'light' })
  await holdStill(page)
  await mkdir(DOCS, { recursive: true })
  await page.screenshot({ path: path.join(DOCS, `${name}.png`), animations: 'disabled' })
}
