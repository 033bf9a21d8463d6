import { LANGUAGES, type Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { aPet, aUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const owner = await aUser(app.db)
const pet = await aPet(app.db, owner)

const HOME_HEADLINES: Record<Language, string> = {
  en: 'One scan brings a lost pet home',
  hi: 'एक स्कैन, और खोया पालतू घर वापस',
  mr: 'एक स्कॅन, आणि हरवलेला पाळीव प्राणी घरी परत',
}

const open = (path: string, headers: Record<string, string> = {}) =>
  plainRequest(app.url, { path, headers: { accept: 'text/html', ...headers } })

const languageOf = (html: string) => /<html lang="(\w+)">/.exec(html)?.[1]

// LNG-2
test('the address decides before the cookie, the cookie before the browser’s languages', async () => {
  const cases: [language: Language, path: string, headers: Record<string, string>][] = [
    ['mr', '/?lang=mr', { cookie: 'lang=hi', 'accept-language': 'en' }],
    ['hi', '/', { cookie: 'a=b; lang=hi', 'accept-language': 'mr' }],
    ['mr', '/', { 'accept-language': 'mr-IN,hi;q=0.8' }],
    ['en', '/', { 'accept-language': 'ta' }],
    ['en', '/', {}],
    ['en', '/?lang=xx', { cookie: 'lang=<script>' }],
  ]
  for (const [language, path, headers] of cases) {
    const { text: html } = await open(path, headers)
    expect(html, JSON.stringify([path, headers])).toContain(`${HOME_HEADLINES[language]}</h1>`)
  }
})

// LNG-2
test('a language in the address is kept in a cookie, and only there', async () => {
  const chosen = await open('/?lang=hi')
  expect(chosen.headers['set-cookie']).toEqual([
    expect.stringMatching(/^lang=hi; Path=\/; Max-Age=31536000; SameSite=Lax$/),
  ])
  expect((await open('/?lang=xx')).headers['set-cookie']).toBeUndefined()
  expect((await open('/', { cookie: 'lang=hi' })).headers['set-cookie']).toBeUndefined()
})

/** The addresses to which the links of a page to its other languages lead. */
function languageLinks(html: string): string[] {
  const links = html.matchAll(/<a href="([^"]*)" lang="\w+" hrefLang="\w+"/gi)
  return [...links].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

// LNG-2, LIT-1
test.each([
  ['/lost?area=Kothrud+%26+Warje&page=1&lang=hi', '?area=Kothrud+%26+Warje&page=1&lang='],
  ['/login?next=%2Fcomplaint%3Fanimal%3D%22%3Cb%3E', '?next=%2Fcomplaint%3Fanimal%3D%22%3Cb%3E&lang='],
  ['/register?lang=mr&next=%2Fuser', '?next=%2Fuser&lang='],
  ['/login?lang=mr', '?lang='],
  ['/lost', '?lang='],
])('the links of %s to other languages keep the rest of its query', async (path, start) => {
  expect(languageLinks((await open(path)).text)).toEqual(LANGUAGES.map((language) => start + language))
})

for (const path of [
  '/',
  `/pet-detail/${pet.petId}`,
  `/pet-detail/${pet.petId}/found`,
  '/pet-detail/unknown',
  '/login',
  '/admin/pets',
  '/receipt/x',
]) {
  // LNG-3, LIT-1
  test(`the HTML of ${path.replace(pet.petId, '{petId}')} is in the request’s language`, async () => {
    const titles = new Set<string | undefined>()
    for (const language of LANGUAGES) {
      const { headers, text: html } = await open(path, { 'accept-language': language })
      expect(languageOf(html)).toBe(language)
      expect(headers['content-language']).toBe(language)
      expect(headers.vary).toMatch(/accept-language.*cookie/)
      const ownAddress = path.startsWith('/receipt') || path.endsWith('unknown') ? '' : app.config.publicUrl + path
      expect(/<link rel="canonical" href="(.*?)">/.exec(html)?.[1] ?? '').toBe(ownAddress)
      for (const other of LANGUAGES) {
        // An address with a secret, or one of many, is not written into the page.
        expect(html).toContain(`<link rel="alternate" hreflang="${other}" href="${ownAddress}?lang=${other}">`)
      }
      titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1])
    }
    // A pet's title is its name and kind, which has a word of its own in each language.
    expect(titles.size).toBeGreaterThan(1)
  })
}

// LNG-3
test('pages for search engines have a description in each language, the app none', async () => {
  const about = async (path: string, language: Language) =>
    /<meta name="description" content="([^"]+)"/.exec((await open(path, { 'accept-language': language })).text)?.[1]
  for (const path of ['/complaint', '/donate', '/login', '/register', '/regular-membership', '/premium-membership']) {
    const descriptions = await Promise.all(LANGUAGES.map((language) => about(path, language)))
    expect(descriptions, path).not.toContain(undefined)
    expect(new Set(descriptions).size, path).toBe(LANGUAGES.length)
  }
  for (const path of ['/user', '/admin/pets']) {
    const { text: html } = await open(path)
    expect(html, path).toContain('<meta name="robots" content="noindex">')
    expect(html, path).not.toContain('name="description"')
  }
})

// LIT-1
test('a page of a link that does not work is described by what it says', async () => {
  for (const [path, sentence] of [
    ['/reset-password', 'Please open the link in your email again, or ask for a new one.'],
    ['/confirm-email', 'This link does not work any more. In your account you can ask for a new one.'],
    ['/undo-email-change', 'This link does not work any more. If somebody else uses your account, please tell us.'],
    ['/receipt/x', 'Please open the full link that you were given.'],
  ] as const) {
    const { text: html } = await open(path)
    expect(html, path).toContain('<meta name="robots" content="noindex">')
    expect(html, path).toContain(`<meta name="description" content="${sentence}">`)
    expect(html, path).toContain(`<p>${sentence}</p>`)
  }
})

// LIT-1
test('pages of recovery and tracking have a description, and tracking its own address', async () => {
  const address = app.config.publicUrl
  for (const path of ['/forgot-password', '/reset-password?token=x', '/confirm-email?token=x', '/complaint/track'])
    expect((await open(path)).text, path).toContain('<meta name="description" content="')
  const { text } = await open('/complaint/track')
  expect(text).toContain(`<link rel="canonical" href="${address}/complaint/track">`)
  expect(text).toContain(`hreflang="mr" href="${address}/complaint/track?lang=mr"`)
})

// LNG-3
test('of 200 pages rendered at once in three languages, none has a word of another', async () => {
  const path = `/pet-detail/${pet.petId}`
  const alone = new Map<string, string>()
  for (const language of LANGUAGES) alone.set(language, (await open(path, { 'accept-language': language })).text)
  // Pets of their own, so that each page is rendered and none comes from the cache.
  const pets = await Promise.all(
    Array.from({ length: 200 }, (_, index) => aPet(app.db, owner, { petName: `Moti ${index}` })),
  )
  const rendered = await Promise.all(
    pets.map(async ({ petId }, index) => {
      const language = LANGUAGES[index % LANGUAGES.length] ?? 'en'
      const { text } = await open(`/pet-detail/${petId}`, { 'accept-language': language })
      return { language, text: withoutPet(text, petId) }
    }),
  )
  for (const { language, text } of rendered) expect(text).toBe(withoutPet(alone.get(language) ?? '', pet.petId))
})

/** The page without what differs from pet to pet. */
function withoutPet(html: string, petId: string): string {
  const grouped = petId.replace(/(.{4})(?=.)/g, '$1-')
  return html
    .replaceAll(petId, 'ID')
    .replaceAll(grouped, 'ID')
    .replaceAll(/Moti( |%20)\d+/g, pet.petName)
}

const TRACK: Record<Language, string> = {
  en: 'Track your complaint',
  hi: 'अपनी शिकायत की स्थिति देखें',
  mr: 'तुमच्या तक्रारीची स्थिती पाहा',
}

for (const [path, isInMain] of [
  ['/', true],
  ['/contact', true],
  ['/lost', false],
  [`/pet-detail/${pet.petId}`, false],
  ['/pet-detail/unknown', false],
  ['/complaint/track', false],
] as const) {
  // JRN-4
  test(`${path.replace(pet.petId, '{petId}')} links the tracking of complaints`, async () => {
    for (const language of LANGUAGES) {
      const { text: html } = await open(path, { 'accept-language': language })
      const [main = '', footer = ''] = html.split('</main>')
      const link = new RegExp(`<a [^>]*href="/complaint/track"[^>]*>${TRACK[language]}</a>`)
      expect(footer).toMatch(link)
      if (isInMain) expect(main.replaceAll(/<span>|<small>.*?<\/small><\/span>/g, '')).toMatch(link)
    }
  })
}
