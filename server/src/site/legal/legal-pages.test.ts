import { paths } from '@petsetu/contract/paths.ts'
import { FILING_FEE_RUPEES_MIN } from '@petsetu/contract/platform/money.ts'
import type { LegalPageName } from '@petsetu/contract/site/public-pages.ts'
import { formatCount, formatRupees } from '@petsetu/languages/formats.ts'
import { LANGUAGES } from '@petsetu/languages/languages.ts'
import { expect, test } from 'vitest'
import { changeSettings } from '../../../test/foundation.ts'
import { testApp } from '../../../test/harness.ts'
import { plainRequest } from '../../../test/plain-request.ts'
import { PAY_LINK_DAYS, PAY_LINK_KEPT_DAYS } from '../../payments/pay-links.ts'
import { PENDING_DAYS } from '../../payments/purpose-rules.ts'
import { AGE_DAYS_MAX, UNUSED_DAYS_MAX } from '../../people/auth/session-queries.ts'
import { DAYS_KEPT } from '../../people/privacy/erasing/forget-old.ts'
import { FOUND_DAYS_KEPT } from '../../pets/found/found-privacy.ts'

const NAMES: LegalPageName[] = ['privacy', 'terms', 'refunds', 'contact']
const SETTINGS = {
  LEGAL_NAME: 'Daya & Sons <Trust>',
  LEGAL_ADDRESS: '1 Long Lane, Nagpur 440001',
  CONTACT_EMAIL: 'help@daya.example',
  HELPLINE_PHONE: '+91 712 555 0199',
  REGISTRATION_NUMBER: 'F-77/2011',
  FOUNDATION_PAN: 'ABCTD1234E',
  GRIEVANCE_OFFICER_NAME: 'Ravi Deshmukh',
  GRIEVANCE_OFFICER_EMAIL: 'ravi@daya.example',
}
const app = await testApp(SETTINGS)

async function open(path: string, language = 'en', url = app.url) {
  const { status, text } = await plainRequest(url, {
    path: `${path}?lang=${language}`,
    headers: { accept: 'text/html' },
  })
  expect(status).toBe(200)
  // This part can be read without any script.
  const [, body = ''] = text.split('<body>')
  const [markup = ''] = body.split('<script')
  return { html: text, shown: withoutMarkup(markup), markup }
}

/** The words of the first link to this address. */
function textOfLink(markup: string, address: string): string {
  const [, content = ''] = markup.split(`<a href="${address}"`)
  return withoutMarkup(`<a${content.split('</a>')[0]}`).trim()
}

function withoutMarkup(markup: string): string {
  const text = markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  return text.replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ')
}

// PRV-2
test('the contact page shows what the settings say, with links and no markup', async () => {
  for (const language of LANGUAGES) {
    const { shown, markup } = await open('/contact', language)
    for (const value of Object.values(SETTINGS)) expect(shown).toContain(value)
    for (const href of ['tel:+917125550199', 'mailto:help@daya.example', 'mailto:ravi@daya.example'])
      expect(markup).toContain(`href="${href}"`)
    expect(markup).not.toContain('<Trust>')
  }
})

// PRV-2, LIT-4
test('the privacy page says when Razorpay’s program loads, and what it learns then', async () => {
  const { shown } = await open('/privacy')
  expect(shown).toContain('its program loads when you begin to fill in the form, or press the button of a pay link')
  expect(shown).toContain('It then learns your network address and your browser.')
})

// PRV-2
test('the form about our work has another title than the text beside it', async () => {
  const { markup } = await open('/contact')
  expect(markup.match(/about our work<\/h2>/g)).toHaveLength(1)
  expect(markup).toMatch(/>Write to us<\/h2>/)
})

// PRV-2, TRU-6
test('the contact page calls the helpline first, then the number for danger', async () => {
  const { markup } = await open('/contact')
  const [, article = ''] = /<article[^>]*>(.*?)<\/article>/s.exec(markup) ?? []
  const ways = [...article.matchAll(/href="((?:tel|mailto):[^"]+)"/g)].map(([, href]) => href)
  expect(ways.slice(0, 3)).toEqual(['tel:+917125550199', 'tel:112', 'mailto:help@daya.example'])
})

// PRV-2
test('without email and postal address the contact page offers the helpline alone', async () => {
  const { CONTACT_EMAIL: contactEmail, LEGAL_ADDRESS: legalAddress, HELPLINE_PHONE: helplinePhone } = SETTINGS
  const shown = async () => (await open('/contact')).shown
  await changeSettings(app, { contactEmail: '', legalAddress: '' })
  expect(await shown()).toContain(helplinePhone)
  expect(await shown()).not.toMatch(/How to reach us|has not entered its contact/)
  await changeSettings(app, { helplinePhone: null })
  expect(await shown()).toMatch(/How to reach us The foundation has not entered its contact here yet/)
  await changeSettings(app, { contactEmail, legalAddress, helplinePhone })
})

// PRV-2, JRN-4
test('the contact page says what each way to help an animal leads to', async () => {
  const { markup } = await open('/contact')
  const [, ways = ''] = /Is it about an animal\?<\/h2>(.*?)<\/section>/s.exec(markup) ?? []
  expect([...ways.matchAll(/href="(.+?)"/g)].map(([, href]) => href)).toEqual(['/complaint', '/', '/complaint/track'])
  expect(textOfLink(ways, '/complaint')).toMatch(/^Report cruelty to an animal You file a complaint/)
  expect(textOfLink(ways, '/complaint/track')).toMatch(/^Track your complaint With its reference/)
})

// PRV-2
test('the content of the contact page says the postal address and the website once', async () => {
  const { markup } = await open('/contact')
  const [content = ''] = markup.split('<footer')
  expect(content.match(/440001</g)).toHaveLength(1)
  const [, ways = ''] = /How to reach us<\/h2>(.*?)<\/section>/s.exec(content) ?? []
  expect(ways).toContain('Website<small>')
  expect(content.match(/Website</g)).toHaveLength(1)
})

// TRU-6
test('the contact page says what the grievance officer is, and how to call them', async () => {
  await changeSettings(app, { grievanceOfficerTitle: 'Secretary', grievanceOfficerPhone: '+91 712 555 0177' })
  const { shown, markup } = await open('/contact')
  expect(shown).toContain('Grievance officer Ravi Deshmukh, Secretary')
  expect(shown).toContain('Grievance officer’s phone +91 712 555 0177')
  expect(markup).toContain('href="tel:+917125550177"')
})

// PRV-2
test('each page is whole in its first HTML, names who runs it and leads to the others', async () => {
  for (const name of NAMES) {
    const contents = new Set<string>()
    for (const language of LANGUAGES) {
      const { html, markup, shown } = await open(`/${name}`, language)
      const [, heading = ''] = /<h1>(.*?)<\/h1>/.exec(markup) ?? []
      expect(html).toContain(`<title>${heading} · PetSetu</title>`)
      expect(html).not.toContain('noindex')
      expect(shown).toContain(SETTINGS.LEGAL_NAME)
      const [content = ''] = markup.split('<footer')
      for (const other of NAMES.filter((one) => one !== name))
        expect(content).toContain(`href="${paths[other].to({})}"`)
      contents.add(content)
    }
    expect(contents.size).toBe(LANGUAGES.length)
  }
})

// PRV-2, LNG-5
test('the privacy page says how many days each thing is kept, as the code deletes it', async () => {
  const { knownNetworks, providerEvents, mailTexts, mails, scanDays, lostOnList, privacyRequests } = DAYS_KEPT
  const days = [UNUSED_DAYS_MAX, AGE_DAYS_MAX, PENDING_DAYS, FOUND_DAYS_KEPT.afterClosing, FOUND_DAYS_KEPT.silent]
  days.push(knownNetworks, providerEvents, mailTexts, mails, scanDays, lostOnList, privacyRequests)
  // Once of memberships, and once of donations.
  days.push(PENDING_DAYS)
  const { createdIds, idempotencyKeys, audit, importFiles, imports } = DAYS_KEPT
  // The last is that of links which confirm an address.
  days.push(createdIds, idempotencyKeys, audit, importFiles, imports, 7)
  days.push(
    PAY_LINK_DAYS,
    PAY_LINK_KEPT_DAYS,
    DAYS_KEPT.pushDevices,
    DAYS_KEPT.pushNotices,
    DAYS_KEPT.grievances,
    DAYS_KEPT.breachPeople,
  )
  const { markup } = await open('/privacy')
  const [, table = ''] = markup.split(/<.?tbody>/)
  // Some are the same number of days, each said in a place of its own.
  for (const count of days)
    expect(table.split(`${formatCount(count)} days`).length - 1).toBe(days.filter((other) => other === count).length)
})

// PRV-2
test('the privacy page begins with what one can ask for, and what is kept follows', async () => {
  const { markup, shown } = await open('/privacy')
  const headings = [...markup.matchAll(/<section[^>]* id=".+?"><h2>(.+?)<\/h2>/g)].map(([, heading]) => heading)
  expect(headings.slice(0, 3)).toEqual(['What you can ask for', 'Who sees it', 'What we keep, why, and for how long'])
  expect(shown).toContain('The list below shows what must stay for a time')
})

// PRV-2
test('what one can ask for is a list with its key words set off, in each language', async () => {
  for (const language of LANGUAGES) {
    const { markup } = await open('/privacy', language)
    const [, rights = ''] = /<section[^>]*><h2>.+?<\/h2>(<ul.*?<\/ul>)/s.exec(markup) ?? []
    const entries = [...rights.matchAll(/<li><strong>([^<:]+:)<\/strong> \S/g)].map(([, subject]) => subject)
    expect(new Set(entries).size, language).toBe(6)
    expect(rights.split('<li>')).toHaveLength(7)
  }
})

// PRV-2
test('the rules for refunds also fit a part sent back, a failed refund and the desk', async () => {
  const { shown } = await open('/refunds')
  expect(shown).toContain('We refund all that we still have of a payment.')
  expect(shown).toContain('If that fails, we return it in another way.')
  expect(shown).toContain('What you paid at our desk, you get back there.')
  expect(shown).not.toContain('always of the whole payment')
})

// PRV-2
test('terms and refunds name a complaint’s fee and an unpaid membership’s end', async () => {
  expect((await open('/terms')).shown).toContain(`The filing fee, ${formatRupees(FILING_FEE_RUPEES_MIN)} or more`)
  expect((await open('/refunds')).shown).toContain(`ends after ${PENDING_DAYS} days`)
})

// PRV-2
test('a page’s footer links to all four and says who runs the installation', async () => {
  for (const path of ['/', '/privacy', '/pet-detail/ABCDEFGHJKLM']) {
    const { text } = await plainRequest(app.url, { path, headers: { accept: 'text/html' } })
    const [, footer = ''] = /<footer[^>]*>(.*?)<\/footer>/s.exec(text) ?? []
    for (const name of NAMES) expect(footer).toContain(`href="${paths[name].to({})}"`)
    const { LEGAL_NAME, LEGAL_ADDRESS, HELPLINE_PHONE, CONTACT_EMAIL } = SETTINGS
    for (const value of [LEGAL_NAME, LEGAL_ADDRESS, HELPLINE_PHONE, CONTACT_EMAIL])
      expect(withoutMarkup(footer)).toContain(value)
  }
})

// DSK-8, PRV-2
test('the terms name the settings’ emergency numbers, the contact page calls them', async () => {
  const { url } = await testApp({ EMERGENCY_NUMBERS: 'Daya ambulance=1962, 100' })
  for (const [language, numbers, named, plain] of [
    ['en', 'in danger now, call Daya ambulance 1962 or 100.', 'Call Daya ambulance: 1962', 'Call 100'],
    ['hi', 'Daya ambulance 1962 या 100 पर फ़ोन करें।', 'Daya ambulance: 1962 पर फ़ोन करें', '100 पर फ़ोन करें'],
    ['mr', 'फोन करा: Daya ambulance 1962 किंवा 100.', 'Daya ambulance, फोन करा: 1962', 'फोन करा: 100'],
  ] as const) {
    expect((await open('/terms', language, url)).shown).toContain(numbers)
    const { markup } = await open('/contact', language, url)
    // The first section is headed by the question whether somebody is in danger.
    expect(markup).toMatch(/<h2[^>]*>[^<]+\?<\/h2><ul[^>]*><li[^>]*><a href="tel:1962"/)
    expect(textOfLink(markup, 'tel:1962')).toBe(named)
    expect(textOfLink(markup, 'tel:100')).toBe(plain)
  }
  expect((await open('/terms')).shown).toContain('in danger now, call 112.')
  expect(textOfLink((await open('/contact')).markup, 'tel:112')).toBe('Call 112')
})

// PRV-2
test('a long document lists its sections, each by a link to it', async () => {
  for (const name of ['privacy', 'terms', 'refunds']) {
    const { markup } = await open(`/${name}`)
    const [, list = ''] = /<details[^>]*><summary[^>]*>On this page<\/summary>(.*?)<\/details>/s.exec(markup) ?? []
    const listed = [...list.matchAll(/<a href="#(.+?)">(.+?)<\/a>/g)].map(([, id, heading]) => [id, heading])
    const sections = [...markup.matchAll(/<section[^>]* id="(.+?)"><h2>(.+?)<\/h2>/g)]
    expect(listed).toEqual(sections.map(([, id, heading]) => [id, heading]))
    expect(listed.length, name).toBeGreaterThan(5)
  }
  expect((await open('/contact')).markup).not.toMatch(/<summary[^>]*>On this page/)
})
