import { grievanceCalls, type ListedGrievance } from '@petsetu/contract/people/grievances.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rejected } from '../../../../test/fake-server.ts'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../../test/open-page.tsx'
import { serverOfSamples } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const GRIEVANCE: ListedGrievance = {
  ...{ id: 7, number: 'G-7', kind: 'other', way: 'call', name: 'Meera Joshi', email: '', phone: '98220 12345' },
  ...{ language: 'en', text: 'Nobody calls me back.', received_at: '2026-01-05T08:00:00.000Z' },
  ...{ acknowledge_by: '2026-01-06T08:00:00.000Z', acknowledged_at: null, is_overdue: true, due_on: '2026-02-04' },
  ...{ answered_at: null, answer: null, entered_by: 'asha', acknowledged_by: null, answered_by: null },
}

/** A server whose grievance changes with what is done to it. */
function serverWith(given: Partial<ListedGrievance>) {
  let now = { ...GRIEVANCE, ...given }
  const change = (fields: Partial<ListedGrievance>) => {
    now = { ...now, ...fields }
    return succeed(now)
  }
  return serverOfSamples()
    .on(grievanceCalls.read, () => succeed(now))
    .on(grievanceCalls.acknowledge, () =>
      change({ acknowledged_at: '2026-01-05T09:00:00.000Z', acknowledged_by: 'admin', is_overdue: false }),
    )
    .on(grievanceCalls.answer, ({ body }) =>
      change({ answer: body.answer, answered_at: '2026-01-05T10:00:00.000Z', answered_by: 'admin' }),
    )
    .on(grievanceCalls.enter, () => change({}))
}

// TRU-6
test('an admin acknowledges a grievance of somebody without address, and answers', async () => {
  const server = serverWith({})
  await openPage('/admin/grievances/7', { as: ADMIN, server })
  await expect.element(page.getByText(/^Overdue by \d+ days$/)).toBeVisible()
  await expect.element(page.getByText('Overdue: acknowledge')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as acknowledged' }).click()
  await expect.element(page.getByText('5 January 2026', { exact: false }).first()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Mark as acknowledged' })).not.toBeInTheDocument()
  await page.getByLabelText(/^Answer/).fill('We called on Monday.')
  await page.getByRole('button', { name: 'Note the answer' }).click()
  await expect.element(page.getByRole('region', { name: 'Answer' })).toMatchTextContent('We called on Monday.')
  expect(server.requests(grievanceCalls.answer)).toMatchObject([{ body: { answer: 'We called on Monday.' } }])
})

// TRU-6, APP-12
test('an answer that comes second stays to be copied, beside the one that was first', async () => {
  const first = { answered_at: '2026-01-05T10:00:00.000Z', answer: 'We called on Monday.', answered_by: 'ravi' }
  let stored = GRIEVANCE
  const server = serverWith({})
    .on(grievanceCalls.read, () => succeed(stored))
    .on(grievanceCalls.answer, () => {
      stored = { ...GRIEVANCE, ...first }
      return rejected(409, 'grievance_answered', 'This grievance has been answered already.')
    })
  await openPage('/admin/grievances/7', { as: ADMIN, server })
  await page.getByLabelText(/^Answer/).fill('In my own words.')
  await page.getByRole('button', { name: 'Note the answer' }).click()
  const own = page.getByRole('region', { name: 'Your answer' })
  const given = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(given).toMatchTextContent(first.answer)
  await expect.element(own).toMatchTextContent('In my own words.')
  await expect.element(own.getByText('What you wrote here has not been sent', { exact: false })).toBeVisible()
  await expect.poll(keptTexts).toContain('In my own words.')
  await closePage()
  await openPage('/admin/grievances/7', { as: ADMIN, server })
  await expect.element(own).toMatchTextContent('In my own words.')
  await own.getByRole('button', { name: 'Delete' }).click()
  await expect.element(own).not.toBeInTheDocument()
  await expect.poll(keptTexts).not.toContain('In my own words.')
})

// TRU-6
test('the number of a grievance is never broken over two lines', async () => {
  await openPage('/admin/grievances/7', { as: ADMIN, server: serverWith({}) })
  const numbers = page.getByText('G-7', { exact: true })
  await expect.element(numbers).toHaveLength(2)
  for (const number of numbers.elements()) expect(getComputedStyle(number).whiteSpace).toBe('nowrap')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Grievance G-7: Something else' })).toBeVisible()
  expect(document.title).toBe('Grievance G-7: Something else · PetSetu')
})

// TRU-6
test('the page says once that a person has no address, also after the acknowledgement', async () => {
  await openPage('/admin/grievances/7', { as: ADMIN, server: serverWith({}) })
  const none = page.getByText(/^This person has no email address\./)
  const due = page.getByRole('region', { name: 'Acknowledgement' })
  await expect.element(due).toMatchTextContent('This person has no email address.')
  await expect.element(none).toHaveLength(1)
  await due.getByRole('button', { name: 'Mark as acknowledged' }).click()
  await expect.element(due).not.toBeInTheDocument()
  await expect.element(none).toHaveLength(1)
})

// TRU-6
test('the page says where the answer goes and in which language', async () => {
  await openPage('/admin/grievances/7', {
    as: ADMIN,
    server: serverWith({ email: 'meera@example.org', language: 'hi' }),
  })
  await expect
    .element(page.getByText('It goes to meera@example.org at once, in an email in हिन्दी.', { exact: false }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send the answer' })).toBeVisible()
})

// TRU-6
test('above the note of a spoken answer the page says in which language to speak', async () => {
  await openPage('/admin/grievances/7', { as: ADMIN, server: serverWith({ language: 'mr' }) })
  const form = page.getByRole('form', { name: 'Your answer' })
  await expect.element(form).toMatchTextContent('Call or tell them your answer in मराठी, and write here what you said.')
})

// TRU-6
test('an admin writes down a grievance and sees its number', async () => {
  const server = serverWith({ is_overdue: false })
  await openPage('/admin/grievances', { as: ADMIN, server })
  await page.getByRole('button', { name: 'Record a grievance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('What is not right?').fill('Nobody calls me back.')
  await dialog.getByLabelText('Name').fill('Meera Joshi')
  await dialog.getByLabelText('Phone number').fill('98220 12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Grievance G-7')
  expect(server.requests(grievanceCalls.enter)).toMatchObject([
    { body: { way: 'call', kind: 'other', name: 'Meera Joshi', phone: '98220 12345' } },
  ])
  expect(server.requests(grievanceCalls.enter)[0]?.headers.get('idempotency-key')).toMatch(/^\S{8,}$/)
})

// TRU-6, JRN-9
test('on a phone the acknowledgement comes after the words, and the facts come last', async () => {
  await setWindow(360, 740)
  await openPage('/admin/grievances/7', { as: ADMIN, server: serverWith({}) })
  const parts = [
    page.getByRole('region', { name: 'What this person says' }),
    page.getByRole('region', { name: 'Acknowledgement' }),
    page.getByRole('form', { name: 'Your answer' }),
    page.getByRole('region', { name: 'About this grievance' }),
  ]
  for (const part of parts) await expect.element(part).toBeVisible()
  const tops = parts.map((part) => part.element().getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

// TRU-6
test('the phone stands beside the words to acknowledge a grievance while these are due', async () => {
  await openPage('/admin/grievances/7', { as: ADMIN, server: serverWith({}) })
  const due = page.getByRole('region', { name: 'Acknowledgement' })
  await expect.element(due.getByRole('heading', { name: 'Acknowledgement' })).toBeVisible()
  await expect.element(due.getByRole('link', { name: 'Call' })).toBeVisible()
  const time = due.getByText('Due 6 Jan 2026, 13:30', { exact: true }).element()
  expect(time.getBoundingClientRect().height).toBeLessThan(40)
  await due.getByRole('button', { name: 'Mark as acknowledged' }).click()
  await expect.element(due).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Call' })).toHaveLength(1)
})
