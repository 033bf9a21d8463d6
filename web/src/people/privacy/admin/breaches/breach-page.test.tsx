import { type Breach, breachCalls } from '@petsetu/contract/people/breaches.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { NO_ANSWER, rejected } from '../../../../../test/fake-server.ts'
import { keptTexts } from '../../../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../../test/sample-replies.ts'
import { setWindow } from '../../../../../test/set-window.ts'

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
const TOLD = { due_at: BREACH.team.due_at, told_at: '2026-01-05T10:00:00.000Z', is_late: false }
const inHours = (hours: number) => new Date(Date.now() + (hours * 60 + 5) * 60_000).toISOString()
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
  await expect.element(page.getByText('Late: was to be told by 5 Jan 2026, 19:30', { exact: false })).toBeVisible()
  await page.getByText('1 of 2 kinds chosen', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Your account' }).click()
  await page.getByRole('form', { name: 'What is known' }).getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.requests(breachCalls.update))
    .toMatchObject([{ body: { kinds: ['pets', 'account'], version: 1, noticed_at: '2026-01-05T13:30:00+05:30' } }])
})

// TRU-6
test('each deadline says how long is left, or by how long it is missed', async () => {
  const server = serverWith({
    team: { due_at: inHours(-5), told_at: null, is_late: true },
    board: { due_at: inHours(67), told_at: null, is_late: false },
  })
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  const rows = page.getByRole('region', { name: 'Deadlines' }).getByRole('listitem')
  for (const [row, ...words] of [
    [0, 'CERT-In', 'Overdue by 5 hours'],
    [1, 'Data Protection Board', '67 hours left'],
    [2, 'Letters to people', 'Not sent', '3 people, without delay'],
  ] as const)
    for (const said of words) await expect.element(rows.nth(row).getByText(said, { exact: true })).toBeVisible()
  await rows.nth(2).getByRole('link', { name: 'Go to the letter' }).click()
  await expect.element(page.getByRole('region', { name: 'Letters to the people' })).toBeInViewport()
})

// TRU-6, APP-14
test('on a narrow phone with large text a deadline stays inside the page', async () => {
  const root = document.documentElement
  onTestFinished(() => {
    root.style.fontSize = ''
  })
  const server = serverWith({ board: { due_at: inHours(-23), told_at: null, is_late: true } })
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await setWindow(320, 800)
  root.style.fontSize = '200%'
  const badge = page.getByText('Overdue by 23 hours', { exact: true })
  await expect.element(badge).toBeVisible()
  // The browser lays the page out anew some moments later.
  await expect.poll(() => badge.element().getBoundingClientRect().right).toBeLessThan(320)
  await expect.poll(() => root.scrollWidth).toBeLessThanOrEqual(320)
})

// TRU-6
test.each([
  [5, 'cancelled'],
  [6, 'pending'],
])('with %i hours left to tell an authority the breach book has the tone %s', async (hours, tone) => {
  const team = { due_at: inHours(hours), told_at: null, is_late: false }
  const server = serverOfSamples().on(breachCalls.list, succeed([{ ...BREACH, team }]))
  await openPage('/admin/breaches', { as: ADMIN, server })
  const left = page.getByText(`${hours} h left to tell CERT-In`, { exact: true })
  await expect.element(left).toHaveAttribute('data-tone', tone)
})

// TRU-6
test.each([
  ['18 h left to tell CERT-In', { team: { due_at: inHours(18), told_at: null, is_late: false } }],
  ['Overdue: tell CERT-In', { team: { due_at: inHours(-5), told_at: null, is_late: true } }],
  ['67 h left to tell the Board', { board: { due_at: inHours(67), told_at: null, is_late: false }, team: TOLD }],
  ['Letters not sent', { team: TOLD, board: TOLD }],
  ['Closed', { closed_at: '2026-01-05T10:00:00.000Z' }],
])('the breach book says first what is to be done: %s', async (words, given) => {
  const server = serverOfSamples().on(breachCalls.list, succeed([{ ...BREACH, ...given }]))
  await openPage('/admin/breaches', { as: ADMIN, server })
  await expect.element(page.getByRole('cell', { name: words, exact: true })).toBeVisible()
})

// TRU-6, DSK-3
test('the heads of the breach book sort it, in the order of the address', async () => {
  const earlier = { ...BREACH, id: 2, title: 'An open folder', noticed_at: '2026-02-05T08:00:00.000Z' }
  const server = serverOfSamples().on(breachCalls.list, succeed([BREACH, earlier]))
  await openPage('/admin/breaches?sort=noticed-desc', { as: ADMIN, server })
  const shown = () => [...document.querySelectorAll('tbody td[data-card="title"]')].map((cell) => cell.textContent)
  await expect.poll(shown).toEqual([earlier.title, BREACH.title])
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click()
  await expect.poll(() => location.search).toBe('?sort=title')
  await expect.poll(shown).toEqual([BREACH.title, earlier.title])
})

// TRU-6
test('a breach whose answer was lost is sent again under the same key', async () => {
  const server = serverWith().on(breachCalls.create, NO_ANSWER)
  await openPage('/admin/breaches', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Write down a breach' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Title').fill(BREACH.title)
  await dialog.getByLabelText('What happened').fill(BREACH.happened)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('This could not be saved. Please try again.')).toBeVisible()
  server.on(breachCalls.create, succeed(BREACH))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: BREACH.title })).toBeVisible()
  const [first, second] = server.requests(breachCalls.create).map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toMatch(/^\S{8,}$/)
  expect(second).toBe(first)
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

// TRU-6, APP-14
test('each letter is marked as in its language', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith() })
  await expect.element(page.getByLabelText('Letter (हिन्दी)')).toHaveAttribute('lang', 'hi')
  const toAuthority = page.getByRole('region', { name: 'Letter to an authority' })
  await toAuthority.getByLabelText('Language').selectOptions('मराठी')
  await expect.element(page.getByLabelText('Letter to the authority')).toHaveAttribute('lang', 'mr')
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
  await expect.element(page.getByText('Told late, on 5 Jan 2026, 15:30', { exact: false })).toBeVisible()
  expect(server.requests(breachCalls.tellAuthority)).toMatchObject([
    { body: { to: 'team', email: 'team@example.org' } },
  ])
})

// TRU-6
test('a letter to an authority that failed is marked among the steps', async () => {
  const at = '2026-01-05T10:00:00.000Z'
  const letter = { id: 1, kind: 'team-told', text: 'team@example.org: A breach', by: 'asha', is_failed: true } as const
  const server = serverWith({ steps: [{ ...letter, at, written_at: at }] })
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  const step = page.getByRole('region', { name: 'Steps taken' }).getByRole('listitem').filter({ hasText: letter.text })
  await expect.element(step).toMatchTextContent(/CERT-In was told\s+Failed/)
})

const facts = page.getByRole('form', { name: 'What is known' })
const deadlines = page.getByRole('region', { name: 'Deadlines' })
const toAuthority = page.getByRole('region', { name: 'Letter to an authority' })
const boxOf = (part: Locator) => part.element().getBoundingClientRect()

// TRU-6
test('on a phone the letter to an authority comes first, and closing comes last', async () => {
  await setWindow(360, 740)
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith() })
  const affected = page.getByRole('region', { name: 'People affected, counted now' })
  const steps = page.getByRole('region', { name: 'Steps taken' })
  const close = page.getByRole('button', { name: 'Close this breach' })
  const parts = [deadlines, toAuthority, affected, facts, steps, close]
  for (const part of parts) await expect.element(part).toBeVisible()
  const tops = parts.map((part) => boxOf(part).top)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

// TRU-6
test('on a laptop the letters stand beside the deadlines, and the facts below these', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith() })
  for (const part of [deadlines, toAuthority, facts]) await expect.element(part).toBeVisible()
  const [first, letter, known] = [boxOf(deadlines), boxOf(toAuthority), boxOf(facts)]
  expect(letter.left).toBeGreaterThan(first.right)
  expect(letter.top).toBe(first.top)
  expect(known.left).toBe(first.left)
  expect(known.top - first.bottom).toBeCloseTo(24, 0)
})

// TRU-6, APP-14
test.each([
  ['red', inHours(-2)],
  ['later', inHours(60)],
])('with a %s deadline the button that sends the letter is the filled one', async (_, due_at) => {
  const team = { due_at, told_at: null, is_late: due_at < new Date().toISOString() }
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith({ team }) })
  const send = page.getByRole('button', { name: 'Send to the authority' })
  await expect.element(send).toHaveAttribute('data-variant', 'filled')
  const ways = deadlines.getByRole('link', { name: 'Go to the letter' })
  for (const way of [0, 1, 2]) await expect.element(ways.nth(way)).not.toHaveAttribute('data-variant')
  await ways.nth(0).click()
  await expect.element(toAuthority).toBeInViewport()
})

// TRU-6, APP-14
test('once the authorities are told, the letters to the people are the filled button', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith({ team: TOLD, board: TOLD }) })
  await expect.element(page.getByRole('button', { name: 'Send the letters' })).toHaveAttribute('data-variant', 'filled')
  await expect
    .element(page.getByRole('button', { name: 'Send to the authority' }))
    .toHaveAttribute('data-variant', 'default')
})

// TRU-6
test('a time in the future is refused beside its field', async () => {
  const server = serverWith()
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await facts.getByLabelText('Noticed').fill('2999-01-01T10:00')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(facts.getByText('Time cannot be in the future.', { exact: false })).toBeVisible()
  await expect.element(facts.getByLabelText('Noticed')).toHaveAttribute('aria-invalid', 'true')
  expect(server.requests(breachCalls.update)).toEqual([])
})

// TRU-6
test('a period that ends before it begins is refused beside its field', async () => {
  const server = serverWith()
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await facts.getByLabelText('Records made from').fill('2026-01-05')
  const until = facts.getByLabelText('Records made until')
  await until.fill('2026-01-04')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(until).toHaveAccessibleDescription('The end date is before the start date')
  expect(server.requests(breachCalls.update)).toEqual([])
})

// TRU-6
test('facts that another admin changed meanwhile are compared, not saved over', async () => {
  const elsewhere: Breach = { ...BREACH, version: 2, consequences: 'Calls by strangers.', kinds: ['pets', 'account'] }
  let stored = BREACH
  const server = serverWith()
    .on(breachCalls.read, () => succeed(stored))
    .on(breachCalls.update, ({ body }) => {
      if (body.version === 2) return succeed({ ...elsewhere, version: 3 })
      stored = elsewhere
      return rejected(409, 'changed_meanwhile', 'Somebody changed this breach meanwhile.', { current: elsewhere })
    })
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await facts.getByLabelText('What happened').fill('It was stolen from a car.')
  await facts.getByLabelText('What it can mean for people').fill('Nothing is known.')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(facts.getByText('Somebody changed this breach meanwhile.', { exact: false })).toBeVisible()
  await expect.element(facts.getByRole('textbox', { name: /^What happened/ })).toHaveValue('It was stolen from a car.')
  await facts.getByRole('radio', { name: 'Saved meanwhile: Calls by strangers.' }).click()
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Saved. The drafts of the letters have changed, too.')).toBeVisible()
  expect(server.requests(breachCalls.update).map(({ body }) => body)).toMatchObject([
    { version: 1, consequences: 'Nothing is known.' },
    {
      version: 2,
      happened: 'It was stolen from a car.',
      consequences: 'Calls by strangers.',
      kinds: ['pets', 'account'],
    },
  ])
})

/** Another admin closes the breach while this one makes the call. */
function serverOfClosed(call: typeof breachCalls.addStep | typeof breachCalls.update) {
  const at = '2026-01-05T11:00:00.000Z'
  const closed: Breach['steps'] = [
    { id: 1, kind: 'closed', at, written_at: at, text: '', by: 'asha', is_failed: false },
  ]
  let stored = BREACH
  return serverWith()
    .on(breachCalls.read, () => succeed(stored))
    .on(call, () => {
      stored = { ...BREACH, closed_at: at, steps: closed }
      return rejected(409, 'breach_closed', 'This breach is closed.')
    })
}

// TRU-6, APP-12
test('a step for a breach that was closed meanwhile stays to be copied', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfClosed(breachCalls.addStep) })
  const steps = page.getByRole('region', { name: 'Steps taken' })
  await steps.getByLabelText('What was done, and by whom').fill('The police know.')
  await steps.getByRole('button', { name: 'Add this step' }).click()
  await expect.element(steps.getByText('What you wrote here has not been added', { exact: false })).toBeVisible()
  await expect.element(steps.getByText('The police know.')).toBeVisible()
  await steps.getByRole('button', { name: 'Delete' }).click()
  await expect.element(steps.getByText('The police know.')).not.toBeInTheDocument()
})

// TRU-6
test('facts of a breach that was closed meanwhile are refused with a message', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfClosed(breachCalls.update) })
  await facts.getByLabelText('What happened').fill('It was stolen from a car.')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('This breach is closed.', { exact: true })).toBeVisible()
  await expect.element(facts).not.toBeInTheDocument()
})

const NEWER = { subject: 'About your data', body: 'A laptop was stolen from a car.' }

/** The drafts change once the facts are saved. */
function serverOfDrafts() {
  const server = serverWith()
  return server.on(breachCalls.drafts, () => {
    const letter = server.requests(breachCalls.update).length > 0 ? NEWER : LETTER
    const letters = { en: letter, hi: { ...letter, subject: 'आपकी जानकारी' }, mr: letter }
    return succeed({ people: letters, authority: letters, emails: { team: 'team@example.org', board: '' } })
  })
}

const people = page.getByLabelText('Letter (English)')
const authority = page.getByLabelText('Letter to the authority')
const form = page.getByRole('region', { name: 'Letter to an authority' })
const replace = page.getByRole('button', { name: /^Replace with/ })

/** The letter to an authority changes once this call was made, and those to the people stay. */
function serverOfSteps(call: typeof breachCalls.addStep | typeof breachCalls.tellAuthority) {
  const server = serverWith()
  return server.on(breachCalls.drafts, () => {
    const letter = server.requests(call).length > 0 ? NEWER : LETTER
    const emails = { team: 'team@example.org', board: 'board@example.org' }
    return succeed({ people: LETTERS, authority: { en: letter, hi: letter, mr: letter }, emails })
  })
}

// TRU-6
test('a step that was added is in the letter to an authority at once', async () => {
  const at = '2026-01-05T09:00:00.000Z'
  const step = { id: 1, kind: 'note' as const, at, written_at: at, text: 'We locked it.', by: 'asha', is_failed: false }
  const server = serverOfSteps(breachCalls.addStep).on(breachCalls.addStep, succeed({ ...BREACH, steps: [step] }))
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await people.fill('In my own words.')
  const steps = page.getByRole('form', { name: 'Add this step' })
  await steps.getByLabelText('What was done, and by whom').fill(step.text)
  await steps.getByRole('button', { name: 'Add this step' }).click()
  await expect.element(authority).toHaveValue(NEWER.body)
  await expect.element(people).toHaveValue('In my own words.')
  expect(replace.elements()).toEqual([])
  expect(server.requests(breachCalls.addStep)[0]?.headers.get('idempotency-key')).toMatch(/^\S{8,}$/)
})

// TRU-6
test('a step has the time at which it was sent, not at which the page was opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(new Date('2026-01-05T09:00:00.000Z'))
  const server = serverOfSteps(breachCalls.addStep).on(breachCalls.addStep, succeed(BREACH))
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  const steps = page.getByRole('form', { name: 'Add this step' })
  await steps.getByLabelText('What was done, and by whom').fill('We locked it.')
  vi.setSystemTime(new Date('2026-01-05T10:30:00.000Z'))
  await steps.getByRole('button', { name: 'Add this step' }).click()
  await expect
    .poll(() => server.requests(breachCalls.addStep))
    .toMatchObject([{ body: { at: '2026-01-05T16:00:00+05:30' } }])
})

// TRU-6
test('after a letter to one authority the newest draft for the other stands there', async () => {
  const { promise: slowAnswer, resolve: answer } = Promise.withResolvers<void>()
  const server = serverOfSteps(breachCalls.tellAuthority)
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  await authority.fill('In my own words.')
  server.on(breachCalls.read, async () => {
    await slowAnswer
    return succeed({ ...BREACH, team: TOLD })
  })
  await form.getByRole('button', { name: 'Send to the authority' }).click()
  // The drafts came before the breach.
  await expect.element(replace).toBeVisible()
  answer()
  await expect.element(form.getByLabelText('Email')).toHaveValue('board@example.org')
  await expect.element(authority).toHaveValue(NEWER.body)
  expect(replace.elements()).toEqual([])
})

// TRU-6
test('saved facts change an untouched letter, and one’s own words only by a button', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfDrafts() })
  await people.fill('In my own words.')
  await facts.getByLabelText('Title').fill('A laptop that was stolen')
  await facts.getByRole('button', { name: 'Save' }).click()
  await expect.element(authority).toHaveValue(NEWER.body)
  await expect
    .element(page.getByText('What is known has changed since you began to write', { exact: false }))
    .toBeVisible()
  await expect.element(people).toHaveValue('In my own words.')
  await page.getByRole('button', { name: 'Replace with the new drafts' }).click()
  await expect.element(people).toHaveValue(NEWER.body)
  await expect.element(page.getByRole('button', { name: 'Replace with the new drafts' })).not.toBeInTheDocument()
})

// TRU-6
test('letters about a breach that was changed meanwhile stay, and the page says so', async () => {
  const concerned = { by_language: { en: 9, hi: 1, mr: 0 }, without_email: 0 }
  const elsewhere: Breach = { ...BREACH, version: 2, kinds: ['account'], concerned }
  let stored = BREACH
  const server = serverWith()
    .on(breachCalls.read, () => succeed(stored))
    .on(breachCalls.sendLetters, ({ body }) => {
      stored = elsewhere
      if (body.version === 2) return succeed(elsewhere)
      return rejected(409, 'changed_meanwhile', 'Somebody changed this breach meanwhile.', { current: elsewhere })
    })
  await openPage('/admin/breaches/3', { as: ADMIN, server })
  const sendTo = async (count: number) => {
    await page.getByRole('button', { name: 'Send the letters' }).click()
    const dialog = page.getByRole('dialog', { name: `Send the letters to ${count} people?` })
    await dialog.getByRole('button', { name: 'Send the letters' }).click()
  }
  await people.fill('In my own words.')
  await sendTo(3)
  await expect.element(page.getByText('Somebody changed this breach meanwhile.')).toBeVisible()
  await expect.element(people).toHaveValue('In my own words.')
  await sendTo(10)
  await expect.element(page.getByText('The letters are on their way.')).toBeVisible()
  expect(server.requests(breachCalls.sendLetters).map(({ body }) => body.version)).toEqual([1, 2])
})

// TRU-6
test('another language keeps a letter in one’s own words until its draft is wanted', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfDrafts() })
  const language = form.getByLabelText('Language')
  const subject = form.getByLabelText('Subject')
  await language.selectOptions('हिन्दी')
  await expect.element(subject).toHaveValue('आपकी जानकारी')
  await authority.fill('In my own words.')
  language.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(language).toHaveValue('mr')
  await expect.element(authority).toHaveValue('In my own words.')
  await language.selectOptions('हिन्दी')
  await form.getByRole('button', { name: 'Replace with the draft (हिन्दी)' }).click()
  await expect.element(authority).toHaveValue(LETTER.body)
})

// TRU-6, APP-12
test('facts and letters that nobody sent are back after a reload', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfDrafts() })
  await facts.getByLabelText('What happened').fill('Facts in my own words.')
  await people.fill('To the people in my own words.')
  await authority.fill('To the authority in my own words.')
  for (const words of ['Facts in', 'To the people in', 'To the authority in'])
    await expect.poll(keptTexts).toContain(`${words} my own words.`)
  await closePage()
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverOfDrafts() })
  await expect.element(facts.getByLabelText('What happened')).toHaveValue('Facts in my own words.')
  await expect.element(people).toHaveValue('To the people in my own words.')
  await expect.element(authority).toHaveValue('To the authority in my own words.')
})

// TRU-6
test('a breach names the kinds of data that got out, and unfolds all, these first', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith() })
  const kinds = page.getByRole('group', { name: 'Which data it is about' })
  const summary = kinds.getByText('1 of 2 kinds chosen', { exact: true })
  await expect.element(summary).toBeVisible()
  await expect.element(kinds.getByRole('listitem')).toHaveTextContent('Your pets')
  expect(kinds.getByRole('checkbox').elements()).toEqual([])
  await summary.click()
  const boxes = kinds.getByRole('checkbox')
  await expect.element(boxes.nth(0)).toBeChecked()
  expect(boxes.elements().map((box) => box.getAttribute('value'))).toEqual(['pets', 'account'])
  await boxes.nth(1).click()
  await expect.element(kinds.getByText('2 of 2 kinds chosen', { exact: true })).toBeVisible()
  expect(kinds.getByRole('listitem').elements()).toEqual([])
})

// TRU-6
test('a breach about which nothing is known yet shows all kinds of data', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith({ kinds: [] }) })
  await expect.element(page.getByRole('checkbox', { name: 'Your account' })).toBeVisible()
  await expect.element(page.getByText('0 of 2 kinds chosen', { exact: true })).toBeVisible()
})

// TRU-6
test('an authority without an address in the settings has ways on beside its field', async () => {
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith() })
  await expect.element(toAuthority.getByLabelText('Email')).toHaveValue('team@example.org')
  expect(toAuthority.getByText('No address in the settings.').elements()).toEqual([])
  await toAuthority.getByLabelText('To', { exact: true }).selectOptions('Data Protection Board')
  await expect.element(toAuthority.getByLabelText('Email')).toHaveAccessibleDescription(/^No address in the settings\./)
  await expect
    .element(toAuthority.getByRole('link', { name: 'Enter it in the settings' }))
    .toHaveAttribute('href', '/admin/settings#settings-privacy')
  await toAuthority.getByRole('link', { name: 'Told on their website? Add a step' }).click()
  await expect.element(page.getByRole('form', { name: 'Add this step' })).toBeInViewport()
})

// TRU-6, DSK-5
test('an admin who may not change the settings is not sent there for an address', async () => {
  const server = serverWith({ team: TOLD })
  await openPage('/admin/breaches/3', { as: { ...ADMIN, duties: ['privacy'] }, server })
  await expect.element(toAuthority.getByRole('link', { name: /^Told on their website/ })).toBeVisible()
  expect(toAuthority.getByRole('link', { name: 'Enter it in the settings' }).elements()).toEqual([])
})

// TRU-6, APP-14
test.each([360, 1280])('at %i px the kinds of data scroll with the page', async (width) => {
  await setWindow(width, 740)
  const offered = Array.from({ length: 20 }, (_, index) => ({ kind: `kind-${index}`, label: `Kind ${index}` }))
  await openPage('/admin/breaches/3', { as: ADMIN, server: serverWith({ offered }) })
  await expect.element(page.getByRole('checkbox', { name: 'Kind 19' })).toBeVisible()
  const scrolling = [...document.querySelectorAll('form :not(textarea)')].filter(
    (part) => getComputedStyle(part).overflowY === 'auto' && part.scrollHeight > part.clientHeight + 1,
  )
  expect(scrolling).toEqual([])
})
