import { mailCalls } from '@petsetu/contract/office/mails.ts'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { preferencesToken } from '../../platform/mail/mail-queries.ts'

const app = await testApp()
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const isOn = async (token: string) =>
  (await app.call(mailCalls.preferences, { params: { token } })).body.data.reminders.map(({ is_on }) => is_on)

// MAIL-4
test('one click of a mail program stops reminders; the page switches them on again', async () => {
  const token = await preferencesToken(app.db, 'Asha@example.org')
  expect(await isOn(token)).toEqual([true, true])
  const click = { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' }
  for (let times = 0; times < 2; times++) expect((await app.fetch(`/u/${token}`, click)).status).toBe(200)
  expect(await isOn(token)).toEqual([false, false])
  await app.call(mailCalls.choose, { params: { token }, body: { off: [] } })
  expect(await isOn(token)).toEqual([true, true])
})

// MAIL-4
test('one click may come as a multipart form, and another field of one stops nothing', async () => {
  const token = await preferencesToken(app.db, 'multipart@example.org')
  const post = (name: string, value: string) => {
    const body = new FormData()
    body.set(name, value)
    return app.fetch(`/u/${token}`, { method: 'POST', body })
  }
  expect((await post('Note', 'List-Unsubscribe=One-Click')).status).toBe(400)
  expect((await post('List-Unsubscribe', 'Later')).status).toBe(400)
  expect(await isOn(token)).toEqual([true, true])
  expect((await post('List-Unsubscribe', 'One-Click')).status).toBe(200)
  expect(await isOn(token)).toEqual([false, false])
})

// MAIL-4
test('no GET or HEAD of a link changes anything, and no post of something else', async () => {
  const token = await preferencesToken(app.db, 'scanned@example.org')
  for (const path of [`/u/${token}`, `/mail-preferences/${token}`, `/api/mail/preferences/${token}`]) {
    for (const method of ['GET', 'HEAD']) {
      const reply = await app.fetch(path, { method, headers: { accept: 'text/html' } })
      expect(reply.status, `${method} ${path}`).toBeLessThan(400)
    }
  }
  expect((await app.fetch(`/u/${token}`)).headers.get('location')).toBe(`/mail-preferences/${token}`)
  expect((await app.fetch(`/u/${token}`, { method: 'POST', headers: FORM, body: 'x=1' })).status).toBe(400)
  expect(
    await app.db.selectFrom('mail_wishes').select('kind').where('address_key', '=', 'scanned@example.org').execute(),
  ).toEqual([])
})

// MAIL-4, LIT-1, LIT-2
test('the page shows the choice, and saves it without a script', async () => {
  const token = await preferencesToken(app.db, 'plain@example.org')
  const page = `/mail-preferences/${token}`
  const html = { accept: 'text/html' }
  const post = (body: string, headers = {}) =>
    app.fetch(page, {
      method: 'POST',
      headers: { ...FORM, ...html, 'sec-fetch-site': 'same-origin', ...headers },
      body,
    })
  const boxes = (text: string) =>
    [...text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].map(([box]) => box.includes('checked'))
  const opened = await (await app.fetch(page, { headers: html })).text()
  expect(opened).toMatch(new RegExp(`<form[^>]* action="${page}"`))
  expect(opened).toContain('p•••@example.org')
  expect(boxes(opened)).toEqual([true, true])
  const saved = await post('care-due=on')
  const text = await saved.text()
  expect([saved.status, saved.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(text).toContain('Your choice is saved.')
  expect(boxes(text)).toEqual([false, true])
  expect(await isOn(token)).toEqual([false, true])
  expect((await post('', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(await isOn(token)).toEqual([false, true])
})

// MAIL-4, LIT-1
test('the page is in the language of its reader, and not for search engines', async () => {
  const page = `/mail-preferences/${await preferencesToken(app.db, 'hindi@example.org')}`
  const reply = await app.fetch(`${page}?lang=hi`, { headers: { accept: 'text/html' } })
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
  const text = await reply.text()
  expect(text).toContain('<html lang="hi">')
  expect(text).toMatch(/<h1[^>]*>ईमेल/)
})

// MAIL-4
test('an unknown link is 404, and its page leads to the account and to us', async () => {
  const token = 'A'.repeat(22)
  expect(await app.call(mailCalls.preferences, { params: { token } })).toMatchObject({ status: 404 })
  const click = { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' }
  expect((await app.fetch(`/u/${token}`, click)).status).toBe(404)
  const page = await app.fetch(`/mail-preferences/${token}`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(404)
  const html = await page.text()
  for (const shown of ['This link does not work any more', '/drawing-link.svg', 'href="/account"', 'href="/contact"'])
    expect(html).toContain(shown)
})
