import { paths } from '@petsetu/contract/paths.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()

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
    [
      ...['Amount in ₹', 'What is it for?', 'Name', 'Email', 'Phone', 'Address', 'PAN (optional)'],
      'Where does the money come from?',
    ],
  ],
  [
    paths.donate.pattern,
    'hi',
    ['रकम (₹)', 'दान किसके लिए है?', 'नाम', 'ईमेल', 'फ़ोन', 'पता', 'PAN (चाहें तो)', 'पैसा कहाँ से आता है?'],
  ],
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
