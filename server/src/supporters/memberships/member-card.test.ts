import { paths } from '@petsetu/contract/paths.ts'
import { accountCalls } from '@petsetu/contract/people/account.ts'
import { userCalls } from '@petsetu/contract/people/users.ts'
import { memberNumber } from '@petsetu/contract/supporters/membership-facts.ts'
import { membershipCalls } from '@petsetu/contract/supporters/memberships.ts'
import { expect, test } from 'vitest'
import { anAdmin, aUser, PASSWORD } from '../../../test/factories.ts'
import { testApp } from '../../../test/harness.ts'
import { aMembership, dayFromToday } from '../../../test/memberships.ts'
import { readPdf } from '../../../test/read-pdf.ts'
import { LIMITS } from '../../limits.ts'
import { nameAndInitial } from './card-routes.ts'
import { eraseMemberships } from './membership-purpose.ts'

const app = await testApp()
type User = Awaited<ReturnType<typeof aUser>>

async function cardOf(user: { token: string }) {
  return (await app.call(membershipCalls.card, {}, user)).body.data
}

async function pathOf(user: { token: string }): Promise<string> {
  return (await cardOf(user))?.path ?? 'no card'
}

/** The status and the text of the page behind a card. */
async function checked(path: string, language = 'en') {
  const reply = await app.fetch(path, { headers: { accept: 'text/html', 'accept-language': language } })
  const html = await reply.text()
  const main = /<main[^>]*>(.*?)<\/main>/s.exec(html)?.[1] ?? ''
  return {
    status: reply.status,
    headers: reply.headers,
    html,
    main,
    said: main.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '),
  }
}

async function aMember(fields: Parameters<typeof aMembership>[2] = {}): Promise<User & { membershipId: number }> {
  const user = await aUser(app.db)
  return { ...user, membershipId: await aMembership(app.db, user, fields) }
}

// MBR-2
test('a card has name, number, plan and last day; its page shows only an initial', async () => {
  const member = await aMember({ expiry_date: '2996-02-29', plan_name: 'Guardian of Strays' })
  const card = await cardOf(member)
  expect(card).toMatchObject({
    ...{ name: 'Asha Rao', number: member.membershipId, plan_name: 'Guardian of Strays', category: 'regular' },
    ...{ valid_until: '2996-02-29', is_valid: true },
  })
  const { status, headers, html, said } = await checked(card?.path ?? '')
  expect(status).toBe(200)
  for (const told of ['Valid', 'Asha R.', 'Guardian of Strays', '29 February 2996']) expect(said).toContain(told)
  for (const hidden of ['Rao', member.email, member.username, '55500', 'Neem Road', 'To help']) {
    expect(html).not.toContain(hidden)
  }
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
  expect(html).toContain('<meta name="robots" content="noindex')
})

// LNG-2
test.each([
  ['en', 'Valid', 'Expired', 'Not found'],
  ['hi', 'मान्य', 'समाप्त', 'नहीं मिला'],
  ['mr', 'वैध', 'संपलेले', 'सापडले नाही'],
])(
  // MBR-2
  'in %s a card is valid on its last day, then expired, and needs a membership',
  async (language, valid, expired, missing) => {
    const said = async (path: string) => (await checked(path, language)).said
    const last = await aMember({ start_date: dayFromToday(-365), expiry_date: dayFromToday(0) })
    expect(await said(await pathOf(last))).toContain(` ${valid} `)
    expect((await checked(await pathOf(last), language)).main).not.toContain('href="/contact"')
    const over = await aMember({ start_date: dayFromToday(-366), expiry_date: dayFromToday(-1) })
    expect(await said(await pathOf(over))).toContain(` ${expired} `)
    const path = await pathOf(over)
    await app.db.updateTable('memberships').set({ status: 'cancelled' }).where('id', '=', over.membershipId).execute()
    expect(await said(path)).toContain(` ${missing} `)
    expect((await checked(path, language)).main).toContain('href="/contact"')
  },
)

// MBR-2
test('the same card is valid again after a renewal, with the new last day', async () => {
  const member = await aMember({ start_date: dayFromToday(-366), expiry_date: dayFromToday(-1) })
  const path = await pathOf(member)
  expect((await checked(path)).said).toContain('Expired')
  await aMembership(app.db, member, { start_date: dayFromToday(0), expiry_date: '2032-02-29' })
  const { said } = await checked(path)
  for (const told of ['Valid', '29 February 2032']) expect(said).toContain(told)
  expect(await pathOf(member)).toBe(path)
})

// MEM-12, MBR-2
test('beside a regular membership the premium one is current, on the page and the card', async () => {
  const member = await aMember({ expiry_date: dayFromToday(300), plan_name: 'Friend' })
  const premium = await aMembership(app.db, member, {
    ...{ category: 'premium', plan_name: 'Patron' },
    ...{ start_date: dayFromToday(-2), expiry_date: dayFromToday(150) },
  })
  const active = async () => (await app.call(membershipCalls.active, {}, member)).body.data
  expect(await active()).toMatchObject({ id: premium, category: 'premium' })
  const card = await cardOf(member)
  expect(card).toMatchObject({ number: premium, category: 'premium', valid_until: dayFromToday(150) })
  expect((await checked(card?.path ?? '')).said).toContain('Patron')
  const { body } = await app.call(
    userCalls.listAll,
    { query: { search: member.email, page: '1' } },
    await anAdmin(app.db),
  )
  expect(body).toMatchObject([{ membership: 'Patron' }])

  // Once it has ended, the regular one is current.
  await app.db
    .updateTable('memberships')
    .set({ expiry_date: dayFromToday(-1) })
    .where('id', '=', premium)
    .execute()
  expect(await active()).toMatchObject({ id: member.membershipId })
  expect(await cardOf(member)).toMatchObject({ number: member.membershipId, is_valid: true })
})

// MEM-12, MBR-2
test('of two memberships with the same days the page and the card show the same one', async () => {
  const days = { start_date: dayFromToday(0), expiry_date: dayFromToday(365) }
  const member = await aMember(days)
  const later = await aMembership(app.db, member, days)
  expect((await app.call(membershipCalls.active, {}, member)).body.data).toMatchObject({ id: later })
  expect(await cardOf(member)).toMatchObject({ number: later })
})

// MBR-2
test('a card of an erased, refunded or deleted member is not found', async () => {
  const erased = await aMember()
  const refunded = await aMember()
  const deleted = await aMember()
  const cards = await Promise.all([erased, refunded, deleted].map(pathOf))
  await eraseMemberships(app.db, [erased.membershipId])
  await app.db.updateTable('memberships').set({ status: 'cancelled' }).where('id', '=', refunded.membershipId).execute()
  await app.call(accountCalls.delete, { body: { password: PASSWORD } }, deleted)
  for (const path of cards) {
    const { status, said } = await checked(path)
    expect([status, said.includes('Not found')]).toEqual([404, true])
    expect(said).not.toContain('Asha')
  }
})

// MBR-2
test('a new code ends the old one, of this member alone', async () => {
  const [member, other] = [await aMember(), await aMember()]
  const [old, others] = [await pathOf(member), await pathOf(other)]
  const renewed = (await app.call(membershipCalls.renewCard, {}, member)).body.data?.path ?? ''
  expect(renewed).not.toBe(old)
  const statuses = await Promise.all([old, renewed, others].map(async (path) => (await checked(path)).status))
  expect(statuses).toEqual([404, 200, 200])
  expect(await pathOf(member)).toBe(renewed)
})

// MBR-2
test('without a membership there is neither card nor PDF', async () => {
  const user = await aUser(app.db)
  await aMembership(app.db, user, { start_date: dayFromToday(1) })
  expect(await cardOf(user)).toBeNull()
  expect((await app.call(membershipCalls.cardPdf, {}, user)).status).toBe(404)
})

// MBR-2
test('no changed character of a card’s token is accepted, nor another account’s', async () => {
  const [member, other] = [await aMember(), await aMember()]
  const token = (await pathOf(member)).split('/').at(-1) ?? ''
  expect(token).toMatch(/^[\w-]{32}$/)
  const forged = [...token].map((sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1))
  const foreign = (await pathOf(other)).split('/').at(-1) ?? ''
  for (const guess of [...forged, foreign.slice(0, 8) + token.slice(8), token.slice(1), `${token}A`, 'x', '%00']) {
    expect.soft((await checked(paths.member.to({ token: guess }))).status, guess).toBe(404)
  }
})

// MBR-2
test('guesses are throttled by address, and cards that exist wait with them', async () => {
  const throttled = await testApp({ RATE_LIMITS: 'on' }, { pool: app.pool, db: app.db })
  const statusOf = async (token: string) => (await throttled.fetch(paths.member.to({ token }))).status
  const { points } = LIMITS.memberTokenMisses
  const statuses: number[] = []
  for (let guess = 0; guess <= points; guess++) statuses.push(await statusOf('x'.repeat(32)))
  expect(statuses).toEqual([...Array.from({ length: points }, () => 404), 429])
  const member = await aMember()
  const path = (await throttled.call(membershipCalls.card, {}, member)).body.data?.path ?? ''
  expect((await throttled.fetch(path)).status).toBe(429)
})

// LNG-8
test.each([
  ['en', 'Membership card', '29 February 2996', 'Guardian'],
  ['hi', 'सदस्यता कार्ड', '29 फ़रवरी 2996', 'रक्षक'],
  ['mr', 'सदस्यत्व कार्ड', '29 फेब्रुवारी, 2996', 'रक्षक'],
  // MBR-2
])('in %s, the PDF of a card has its facts on one page, in that language', async (language, title, day, plan) => {
  const member = await aMember({ name: 'आशा Rao', plan_name: plan, expiry_date: '2996-02-29' })
  const headers = { authorization: `Bearer ${member.token}`, 'accept-language': language }
  const reply = await app.fetch(membershipCalls.cardPdf.path, { headers })
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="petsetu-membership-card.pdf"')
  const pdf = await readPdf(await reply.bytes())
  expect([pdf.pages, pdf.language]).toEqual([1, language])
  for (const told of [
    'आशा Rao',
    plan,
    title,
    day,
    memberNumber({ number: member.membershipId, start_date: dayFromToday(-30) }),
  ])
    expect(pdf.readAloud).toContain(told)
})

// MBR-2
test('a long name does not leave the card', async () => {
  const member = await aMember({ name: 'W'.repeat(100), plan_name: 'W '.repeat(50) })
  const headers = { authorization: `Bearer ${member.token}` }
  const { pieces, pages } = await readPdf(await (await app.fetch(membershipCalls.cardPdf.path, { headers })).bytes())
  expect(pages).toBe(1)
  for (const { x, width } of pieces) expect(x + width).toBeLessThanOrEqual((85.6 * 72) / 25.4)
})

test.each([
  ['Asha Rao', 'Asha R.'],
  ['  Dr. Asha   Devi Rao ', 'Asha R.'],
  ['आशा राव', 'आशा रा.'],
  ['श्रीमती आशा राव', 'आशा रा.'],
  ['asha', 'asha'],
  ['Dr.', 'Dr.'],
  ['Mary o’neil', 'Mary O.'],
  // MBR-2
])('the page behind a card of %s names %s', (name, shown) => {
  expect(nameAndInitial(name)).toBe(shown)
})
