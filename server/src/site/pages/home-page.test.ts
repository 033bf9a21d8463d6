import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import { foundCalls } from '@petsetu/contract/pets/found.ts'
import type { HomeFacts } from '@petsetu/contract/site/public-pages.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../../test/factories.ts'
import { aFoundReport, REPORT } from '../../../test/found.ts'
import { testApp } from '../../../test/harness.ts'
import { aMembership } from '../../../test/memberships.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { forgetOldThreads } from '../../pets/found/found-privacy.ts'
import { countersIn, counterTotal } from '../../platform/db/counters.ts'
import { readBuiltPages } from './built-pages.ts'
import { renderedPages } from './rendered-pages.ts'

const app = await testApp()
const owner = await aUser(app.db)

const NOTHING_ELSE = { complaintsResolved: 0, members: 0, story: '', storyPhoto: null }
const SITE = {
  foundationName: 'Karuna',
  marketingUrl: 'https://example.org',
  donateUrl: 'https://example.org/donate',
  logo: null,
  emergencyNumbers: [],
  complaintDaysMax: 5,
  feeTexts: { en: '', hi: '', mr: '' },
  hasServiceWorker: true,
  developerCredit: 'Made by us',
  helplinePhone: null,
  legalName: 'Karuna Animal Welfare Foundation',
  legalAddress: '',
  contactEmail: '',
  publicUrl: 'https://pets.example.org',
  checkoutUrl: 'https://checkout.example.org',
}

const petsHome = () => counterTotal(countersIn(app.pool), 'pets-home')
const close = (id: number) => app.call(foundCalls.close, { params: { id: String(id) } }, owner)
const homeText = async () => (await plainRequest(app.url, { path: '/', headers: { accept: 'text/html' } })).text

// FND-1
test('home shows how many pets came home, from ten on, in each language', async () => {
  const pages = renderedPages(await readBuiltPages(), () => SITE)
  const textOf = (count: number, language: 'en' | 'hi' | 'mr') =>
    pages
      .encoded({ name: 'home', petsHome: count, ...NOTHING_ELSE }, language)
      .identity()
      .toString()
  expect(textOf(9, 'en')).not.toContain('have come home')
  expect(textOf(10, 'en')).toContain('10 pets have come home thanks to their tags')
  expect(textOf(1_23_456, 'hi')).toContain('टैग की मदद से 1,23,456 पालतू घर लौट चुके हैं')
  expect(textOf(11, 'mr')).toContain('टॅगच्या मदतीने 11 पाळीव प्राणी घरी परतले आहेत')
})

// JRN-9, FND-1
test('home tells the story of the settings, and numbers from ten on, in each language', async () => {
  const pages = renderedPages(await readBuiltPages(), () => SITE)
  const textOf = (facts: Partial<HomeFacts>, language: 'en' | 'hi' | 'mr') =>
    pages
      .encoded({ name: 'home', petsHome: 0, ...NOTHING_ELSE, ...facts }, language)
      .identity()
      .toString()
  expect(textOf({ members: 9, complaintsResolved: 9 }, 'en')).not.toContain('From our work')
  const numbers = textOf({ members: 10, complaintsResolved: 1_200 }, 'en')
  expect(numbers).toContain('10 members help us')
  expect(numbers).toContain('1,200 complaints resolved')
  const story = textOf({ story: 'मोती <पुल> के नीचे मिला।' }, 'hi')
  expect(story).toContain('मोती &lt;पुल&gt; के नीचे मिला।')
  expect(story).toContain('हमारे काम से')
  expect(story).not.toContain('सदस्य हमारे साथ हैं')
})

// JRN-9
test('home shows the photo of the settings in place of the drawing', async () => {
  const pages = renderedPages(await readBuiltPages(), () => SITE)
  const storyPhoto = { url: '/story.webp?v=1', width: 960, height: 640 }
  const html = (facts: Partial<HomeFacts>) =>
    pages
      .encoded({ name: 'home', petsHome: 0, ...NOTHING_ELSE, ...facts }, 'en')
      .identity()
      .toString()
  const photo = /<img [^>]*src="\/story\.webp\?v=1" width="960" height="640" alt="Photo from our work"/
  expect(html({ storyPhoto })).toMatch(photo)
  expect(html({ storyPhoto })).not.toContain('/drawing-pets.svg')
  expect(html({ story: 'Moti was found.' })).toContain('/drawing-pets.svg')
})

// FND-1
test('a pet counts once for all reports of one find, also once its thread is deleted', async () => {
  const first = await aFoundReport(app, owner)
  expect(await petsHome()).toBe(0)
  await close(first.id)
  await close(first.id)
  expect(await petsHome()).toBe(1)

  const { body } = await app.call(foundCalls.report, {
    params: { petId: first.pet.petId },
    body: { ...REPORT, message: 'He is here as well' },
  })
  expect(body.thread_path).not.toBe(first.path)
  const threads = (await app.call(foundCalls.listOwn, {}, owner)).body.data
  for (const { id } of threads) await close(id)
  expect(await petsHome()).toBe(1)

  await app.pool.query("update found_reports set closed_at = now() - interval '31 days'")
  await forgetOldThreads(app.db)
  expect((await app.call(foundCalls.listOwn, {}, owner)).body.data).toEqual([])
  expect(await petsHome()).toBe(1)
})

// FND-1
test('the home page takes up the count without making anybody wait for the database', async () => {
  for (let pet = 0; pet < 9; pet++) await close((await aFoundReport(app, owner)).id)
  expect(await petsHome()).toBe(10)
  expect(await homeText()).not.toContain('have come home')
  await expect.poll(homeText).toContain('10 pets have come home thanks to their tags')
})

// FND-1
test('home leads to the donations once, with a story and on a new installation', async () => {
  const pages = renderedPages(await readBuiltPages(), () => SITE)
  for (const story of ['', 'Moti was found.']) {
    const page = pages
      .encoded({ name: 'home', petsHome: 0, ...NOTHING_ELSE, story }, 'en')
      .identity()
      .toString()
    const main = /<main\b.*<\/main>/s.exec(page)?.[0] ?? ''
    expect(main.split(`href="${SITE.donateUrl}"`), story || 'a new installation').toHaveLength(2)
  }
})

// FND-1, FND-4
test('home links to tag field, pet form, complaint, membership, helpline and donations', async () => {
  const main = /<main\b.*<\/main>/s.exec(await homeText())?.[0] ?? ''
  const targets = [...main.matchAll(/<(?:a|form)\b[^>]* (?:href|action)="([^"]*)"/g)].map(([, target]) => target)
  expect(targets).toEqual([
    '/find-tag',
    '/register?next=%2Fuser%2Fpet-form',
    '/complaint',
    '/regular-membership',
    '/premium-membership',
    'tel:+912055501234',
    '/lost',
    '/complaint/track',
    'https://www.karuna-foundation.example/donate',
  ])
})

// DSK-8
test('a story that an admin saves stands on the home page of its language alone', async () => {
  const admin = await aUser(app.db, 'admin')
  const { settings } = (await app.call(foundationCalls.read, {}, admin)).body.data
  const stories = { en: 'Moti was found under a bridge.', hi: '', mr: '' }
  await app.call(foundationCalls.update, { body: { ...settings, stories } }, admin)
  await expect.poll(homeText).toContain('Moti was found under a bridge.')
  const inHindi = await plainRequest(app.url, { path: '/', headers: { accept: 'text/html', 'accept-language': 'hi' } })
  expect(inHindi.text).not.toContain('Moti was found')
  await app.call(foundationCalls.update, { body: settings }, admin)
})

// JRN-9
test('home counts what is resolved and who is a member', async () => {
  for (let one = 0; one < 10; one++) await aMembership(app.db, owner)
  const again = await testApp({}, { pool: app.pool, db: app.db })
  const text = async () => (await plainRequest(again.url, { path: '/', headers: { accept: 'text/html' } })).text
  await expect.poll(text).toContain('10 members help us')
})
