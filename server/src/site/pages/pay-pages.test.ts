import { paths } from '@petsetu/contract/paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aPlan } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
await aPlan(app.db, { name: 'Friend', features: 'A newsletter\nA badge' })
await aPlan(app.db, { category: 'premium', name: 'Guardian', name_hi: 'संरक्षक' })

const htmlOf = async (path: string, language: Language) => {
  const headers = { accept: 'text/html', 'accept-language': language }
  return (await plainRequest(app.url, { path, headers })).text
}

/** The labels of fields as the page shows them. */
const LABELS: [path: string, language: Language, labels: string[]][] = [
  [
    paths.complaint.pattern,
    'en',
    ['Full name', 'Email', 'Phone', 'Location of incident', 'Date of incident', 'Description', 'Supporting document'],
  ],
  [
    paths.complaint.pattern,
    'hi',
    ['पूरा नाम', 'ईमेल', 'फ़ोन', 'घटना का स्थान', 'घटना की तारीख', 'विवरण', 'साथ का दस्तावेज़', 'शिकायत शुल्क (₹)', 'वाहन'],
  ],
  [
    paths.donate.pattern,
    'en',
    ['Amount in ₹', 'What is it for?', 'Name', 'Email', 'Phone', 'Address', 'PAN', 'Who gives this donation?'],
  ],
  [paths.donate.pattern, 'hi', ['रकम (₹)', 'दान किसके लिए है?', 'नाम', 'ईमेल', 'फ़ोन', 'पता', 'PAN', 'दान कौन दे रहा है?']],
  [
    paths.regularMembership.pattern,
    'en',
    ['Name', 'Email', 'Phone', 'Choose Membership Plan', 'Address', 'Why do you want to join?'],
  ],
  [paths.premiumMembership.pattern, 'hi', ['नाम', 'ईमेल', 'फ़ोन', 'सदस्यता योजना चुनें', 'पता', 'आप क्यों जुड़ना चाहते हैं?']],
  [paths.premiumMembership.pattern, 'mr', ['नाव', 'ईमेल', 'फोन', 'सदस्यत्व योजना निवडा', 'पत्ता']],
  [paths.payComplaint.pattern, 'en', ['Filing fee (₹)']],
  [paths.payComplaint.pattern, 'hi', ['शिकायत शुल्क (₹)']],
]

for (const [path, language, labels] of LABELS) {
  // LIT-1
  test(`${path} holds its heading and the label of every field in ${language}`, async () => {
    const html = await htmlOf(path, language)
    const [, main = ''] = /<main\b.*?>(.*)<\/main>/s.exec(html) ?? []
    const labelled = [...main.matchAll(/<label\b[^>]*\bfor="([^"]+)"[^>]*>([^<]+)/g)]
    expect(labelled.map(([, , label]) => label)).toEqual(expect.arrayContaining(labels))
    for (const [, id] of labelled) expect(main).toMatch(new RegExp(`<(input|select|textarea)[^>]* id="${id}"`))
    const [, title = ''] = /<title>(.*?) · PetSetu<\/title>/.exec(html) ?? []
    expect(main).toContain(`${title}</h1>`)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
    expect(html).toContain(`<link rel="canonical" href="${app.config.publicUrl}${path}">`)
  })

  // LIT-4
  test(`${path} in ${language} names no script of the payment provider`, async () => {
    const html = await htmlOf(path, language)
    const sources = [...html.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="([^"]+)"/g)].map(([, source]) => source)
    expect(sources.filter((source) => source?.endsWith('.js')).length).toBeGreaterThan(3)
    expect(sources.filter((source) => source?.includes('checkout.js'))).toEqual([])
  })
}

// LIT-1
test('the plans stand in the page in the reader’s language, with all that they include', async () => {
  const [, main = ''] = /<main\b.*?>(.*)<\/main>/s.exec(await htmlOf(paths.regularMembership.pattern, 'en')) ?? []
  expect(main).toMatch(/<li><button[^>]*><span[^>]*>Friend\b/)
  for (const feature of ['A newsletter', 'A badge']) expect(main).toContain(`${feature}</li>`)
  expect(main).toMatch(/<option value="\d+">Friend – /)
  expect(await htmlOf(paths.premiumMembership.pattern, 'hi')).toMatch(/<li><button[^>]*><span[^>]*>संरक्षक/)
  expect(await htmlOf(paths.premiumMembership.pattern, 'en')).not.toContain('Friend')
})

// LIT-1
test('a plan that was added stands in the page at once', async () => {
  const shown = async () => (await htmlOf(paths.regularMembership.pattern, 'en')).includes('Newcomer')
  expect(await shown()).toBe(false)
  await aPlan(app.db, { name: 'Newcomer' })
  expect(await shown()).toBe(true)
})

// LIT-1, MEM-3
test('where plans cannot be read the page says so, and has a link to try again', async () => {
  const broken = await testApp()
  await broken.pool.query('alter table plans rename to plans_away')
  const headers = { accept: 'text/html', 'accept-language': 'en' }
  const { status, text } = await plainRequest(broken.url, { path: paths.regularMembership.pattern, headers })
  expect(status).toBe(500)
  expect(text).toContain('Regular Membership</h1>')
  expect(text).toContain('Failed to load membership plans')
  expect(text).toMatch(/<a [^>]*href="\?"[^>]*>Try Again<\/a>/)
})
