import { type Breach, breachCalls } from '@petsetu/contract/people/breaches.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ADMIN, openPage } from '../../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../../test/sample-replies.ts'

const BREACH: Breach = {
  ...{ id: 3, title: 'A stolen laptop', happened: 'It was stolen.', occurred: '', kinds: ['pets'], version: 1 },
  ...{ noticed_at: '2026-01-05T08:00:00.000Z', from_day: null, to_day: null, letters_at: null, closed_at: null },
  ...{ consequences: '', measures: '', advice: '', steps: [] },
  team: { due_at: '2026-01-05T14:00:00.000Z', told_at: null, is_late: true },
  board: { due_at: '2026-01-08T08:00:00.000Z', told_at: null, is_late: false },
  concerned: { by_language: { en: 2, hi: 1, mr: 0 }, without_email: 1 },
  offered: [
    { kind: 'account', label: 'Your account' },
    { kind: 'pets', label: 'Your pets' },
  ],
}
const LETTER = { subject: 'About your data', body: 'A laptop was stolen.' }
const LETTERS = { en: LETTER, hi: LETTER, mr: LETTER }

function serverWith(given: Partial<Breach> = {}) {
  let now = { ...BREACH, ...given }
  const change = (fields: Partial<Breach>) => {
    now = { ...now, ...fields }
    return succeed(now)
  }
  return serverOfSamples()
    .on(breachCalls.read, () => succeed(now))
    .on(breachCalls.drafts, () =>
      succeed({ people: LETTERS, authority: LETTERS, emails: { team: 'team@example.org', board: '' } }),
    )
    .on(breachCalls.update, ({ body }) => change({ title: body.title, kinds: body.kinds, version: 2 }))
    .on(breachCalls.sendLetters, () => change({ letters_at: '2026-01-05T10:00:00.000Z' }))
    .on(breachCalls.tellAuthority, () => change({ team: { ...BREACH.team, told_at: '2026-01-05T10:00:00.000Z' } }))
}

// TRU-6
test('an admin says which data got out, and the clock that has run out is marked', async () => {
  const server = serverWith()
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await expect
    .element(page.getByText('Late: was to be told by 5 January 2026 at 19:30', { exact: false }))
    .toBeVisible()
  await page.getByRole('checkbox', { name: 'Your account' }).click()
  await page.getByRole('form', { name: 'What is known' }).getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.requests(breachCalls.update))
    .toMatchObject([{ body: { kinds: ['pets', 'account'], version: 1, noticed_at: '2026-01-05T13:30:00+05:30' } }])
})

// TRU-6
test('the letters are edited, sent once confirmed, and their proof takes their place', async () => {
  const server = serverWith()
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await page.getByLabelText('Letter (English)').fill('A laptop was stolen. Please take care.')
  await page.getByRole('button', { name: 'Send the letters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the letters to 3 people?' })
  await dialog.getByRole('button', { name: 'Send the letters' }).click()
  await expect.element(page.getByRole('region', { name: 'Who was told' })).toBeVisible()
  expect(server.requests(breachCalls.sendLetters)).toMatchObject([
    { body: { ...LETTERS, en: { body: 'A laptop was stolen. Please take care.' } } },
  ])
})

// TRU-6
test('a letter with a gap is not sent', async () => {
  const server = serverWith().on(breachCalls.drafts, () =>
    succeed({
      people: { ...LETTERS, hi: { ...LETTER, body: 'What we have done:\n[…]' } },
      ...{ authority: LETTERS, emails: { team: '', board: '' } },
    }),
  )
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Send the letters' }).click()
  await expect.element(page.getByLabelText('Letter (हिन्दी)')).toHaveAttribute('aria-invalid', 'true')
  expect(server.requests(breachCalls.sendLetters)).toEqual([])
})

// TRU-6
test('the letter to an authority goes to the address of the settings', async () => {
  const server = serverWith()
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Send to the authority' }).click()
  await expect.element(page.getByText('Told late, on 5 January 2026 at 15:30', { exact: false })).toBeVisible()
  expect(server.requests(breachCalls.tellAuthority)).toMatchObject([
    { body: { to: 'team', email: 'team@example.org' } },
  ])
})
