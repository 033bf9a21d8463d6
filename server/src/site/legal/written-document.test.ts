import { foundationCalls } from '@petsetu/contract/office/foundation.ts'
import type { LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'

const app = await testApp()
const admin = await anAdmin(app.db)

function write(page: LegalPageName, language: Language, markdown: string, version?: number) {
  const body = { markdown, ...(version && { version }) }
  return app.call(foundationCalls.updateText, { params: { page, language }, body }, admin)
}

/** Returns the content of the page before any script. */
async function contentOf(page: LegalPageName, language: Language) {
  const headers = { accept: 'text/html' }
  const { status, text } = await plainRequest(app.url, { path: `/${page}?lang=${language}`, headers })
  expect(status).toBe(200)
  return { html: text, main: /<main\b.*?<\/main>/s.exec(text)?.[0] ?? '' }
}

const TERMS = `# Our own terms

Read this **first**, or [write to us](mailto:help@daya.example).

## Pets

1. Feed them
2. Walk them
   - in the morning
   - at night

### Water

> Always & [everywhere](/contact) <3

| What | Days |
| --- | --- |
| Food | 2 |
`

// PRV-2
test('Markdown becomes headings, links, lists and tables of the page', async () => {
  await write('terms', 'en', TERMS)
  const { html, main } = await contentOf('terms', 'en')
  expect(html).toContain('<title>Our own terms · PetSetu</title>')
  for (const part of [
    '<h1>Our own terms</h1>',
    '<strong>first</strong>',
    '<a href="mailto:help@daya.example">write to us</a>',
    '<h2>Pets</h2>',
    '<li>Feed them</li><li>Walk them</li><li>in the morning</li><li>at night</li></ol>',
    '<h3>Water</h3>',
    'Always &amp; <a href="/contact">everywhere</a> &lt;3',
    '<th scope="row">Food</th>',
  ])
    expect(main.replaceAll('<!-- -->', '')).toContain(part)
  for (const other of ['/privacy', '/refunds', '/contact']) expect(main).toContain(`href="${other}"`)
})

// PRV-2
test('a text holds for its own page and language only, until it is emptied', async () => {
  const before = (await contentOf('refunds', 'hi')).main
  await write('refunds', 'mr', '# परतावा\n\nआमचे स्वतःचे शब्द')
  expect((await contentOf('refunds', 'mr')).main).toContain('आमचे स्वतःचे शब्द')
  expect((await contentOf('refunds', 'hi')).main).toBe(before)
  expect((await contentOf('privacy', 'mr')).main).not.toContain('आमचे स्वतःचे शब्द')
  await write('refunds', 'mr', '')
  expect((await contentOf('refunds', 'mr')).main).not.toContain('आमचे स्वतःचे शब्द')
})

// PRV-2, V1.3.5
test('HTML in a text is shown as typed, and a link leads only to safe places', async () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(2)>',
    'Some <b onclick="alert(3)">bold</b> text',
    '</script><script>alert(4)</script>',
    '[one](javascript:alert(5)) [two](JaVaScRiPt:alert) [three](data:text/html,x) [four](//evil.example)',
    '[five](&#106;avascript:alert) [six](/\\\\evil.example) [seven](vbscript:x) <javascript:alert(6)>',
    '![eight](https://evil.example/pixel.png) [nine](https://good.example) [ten](tel:+911234567890) [eleven](/terms)',
    '[twelve][ref]\n\n[ref]: javascript:alert(7)',
  ].join('\n\n')
  await write('contact', 'en', hostile)
  const { html, main } = await contentOf('contact', 'en')
  expect(main).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(main).toContain('&lt;img src=x onerror=alert(2)&gt;')
  expect(main).not.toMatch(/<(script|img|b)\b/)
  expect(html).not.toContain('<script>alert')
  const targets = [...main.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)
  expect(targets).toEqual(['https://good.example', 'tel:+911234567890', '/terms', '/privacy', '/terms', '/refunds'])
  for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) expect(main).toContain(word)
})

// PRV-2
test('a text based on an older version, too long or too deep is rejected', async () => {
  const version = (await write('privacy', 'en', '# First')).body.data.version
  expect((await write('privacy', 'en', '# Second', version)).body.data.version).toBe(version + 1)
  const stale = await write('privacy', 'en', '# Third', version)
  expect([stale.status, stale.error.code]).toEqual([409, 'changed_meanwhile'])
  expect(stale.error.current).toEqual({
    markdown: '# Second',
    version: version + 1,
    changed_by: admin.username,
    changed_at: expect.stringMatching(/Z$/),
  })
  expect((await write('privacy', 'en', 'x'.repeat(20_001))).status).toBe(400)
  for (const deep of ['>'.repeat(60), '>'.repeat(3_000)]) {
    const reply = await write('privacy', 'en', `${deep} text`)
    expect(reply.error.errors).toEqual({ markdown: 'Lists or quotes are nested too deeply' })
  }
  const { main } = await contentOf('privacy', 'en')
  expect(main).toContain('<h1>Second</h1>')
  expect(main).toContain('href="/privacy/request"')
})

// PRV-2
test('a preview shows what would be published, and stores nothing', async () => {
  const params = { page: 'refunds', language: 'mr' } as const
  const preview = await app.call(foundationCalls.previewText, { params, body: { markdown: TERMS } }, admin)
  expect(preview.body.data.document).toMatchObject({ name: 'refunds', title: 'Our own terms' })
  expect((await contentOf('refunds', 'mr')).main).not.toContain('Our own terms')
  await write('refunds', 'mr', TERMS)
  const { html } = await contentOf('refunds', 'mr')
  const [, published = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(published).document).toEqual(preview.body.data.document)
})

// PRV-2
test('a preview without a text is the page that comes with the program', async () => {
  const params = { page: 'contact', language: 'en' } as const
  const { body } = await app.call(foundationCalls.previewText, { params, body: { markdown: '' } }, admin)
  expect(body.data.document.title).toBe('Contact')
  const deep = await app.call(foundationCalls.previewText, { params, body: { markdown: '> '.repeat(60) } }, admin)
  expect([deep.status, deep.error.errors]).toEqual([400, { markdown: 'Lists or quotes are nested too deeply' }])
})
