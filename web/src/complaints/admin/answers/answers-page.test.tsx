import { type Answer, caseCalls } from '@petsetu/contract/complaints/cases.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, rejected } from '../../../../test/fake-server.ts'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { ADMIN, openPage } from '../../../../test/open-page.tsx'
import { setWindow } from '../../../../test/set-window.ts'
import { currentQueries } from '../../../app/query-provider.tsx'
import { keyOf } from '../../../platform/lib/requests/call-query.ts'

const ANSWERS = '/admin/complaints/work/answers'
const NONE = /^No prepared answers yet\./
const ON_OUR_WAY: Answer = {
  id: 3,
  version: 1,
  title: 'On our way',
  text: 'आमची टीम येत आहे.',
  language: 'mr',
  for_status: 'in_progress',
}

const form = page.getByRole('form')
const save = form.getByRole('button', { name: 'Save' })
const row = (title: string) => page.getByRole('row', { name: title, exact: false })

/** Opens the page before a server that keeps answers: these at first, and what the page then makes of them. */
function openAnswers(kept: Answer[], address = ANSWERS): Promise<FakeServer> {
  let answers = kept
  const server = new FakeServer()
    .on(caseCalls.listAnswers, () => succeed(answers))
    .on(caseCalls.createAnswer, ({ body }) => {
      const id = answers.length + 100
      answers = [...answers, { id, version: 1, ...body }]
      return succeed({ id })
    })
    .on(caseCalls.updateAnswer, ({ params: { id }, body: { version = 1, ...body } }) => {
      const changed = { id, ...body, version: version + 1 }
      answers = answers.map((answer) => (answer.id === id ? changed : answer))
      return succeed(changed)
    })
    .on(caseCalls.deleteAnswer, ({ params: { id } }) => {
      answers = answers.filter((answer) => answer.id !== id)
    })
  return openPage(address, { as: ADMIN, server })
}

async function pressDelete(title: string): Promise<void> {
  await row(title)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await confirmDeletion()
}

async function confirmDeletion(): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
}

/** Clicks the controls that begin with these words as soon as the list shows a text: earlier than any person could. */
function clickOnceListed(text: string, words: RegExp): void {
  new MutationObserver((_, observer) => {
    const listed = [...document.querySelectorAll('tr')].find((each) => each.textContent.includes(text))
    if (!listed) return
    observer.disconnect()
    for (const control of document.querySelectorAll<HTMLElement>('main a, main button')) {
      if (words.test(control.textContent)) control.click()
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

// CASE-4
test('an admin prepares an answer for a status and a language', async () => {
  const server = await openAnswers([])
  await expect.element(page.getByText(NONE)).toBeVisible()
  await page.getByRole('link', { name: 'Add an answer' }).click()
  await form.getByLabelText('Title').fill('On our way')
  await form.getByLabelText('Language').selectOptions('मराठी')
  await form.getByLabelText('Offered first for').selectOptions('In Progress')
  await form.getByLabelText('Text').fill('आमची टीम येत आहे.')
  await save.click()
  await expect.element(row('On our way')).toMatchTextContent('आमची टीम येत आहे')
  await expect.element(row('On our way')).toMatchTextContent('In Progress')
  await expect.element(form).not.toBeInTheDocument()
  const { id: _, version: __, ...sent } = ON_OUR_WAY
  expect(server.requests(caseCalls.createAnswer)).toMatchObject([{ body: sent }])
})

// CASE-4
test('the page of a new answer says so in its title, and leads back to the others', async () => {
  await openAnswers([], `${ANSWERS}?edit=new`)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Add an answer' })).toBeVisible()
  const back = page.getByRole('main').getByRole('link', { name: 'Prepared answers' })
  await expect.element(back).toHaveAttribute('href', ANSWERS)
  await back.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Prepared answers' })).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
})

// CASE-4
test('on a phone an answer can be saved from the start of its form', async () => {
  await setWindow(360, 740)
  await openAnswers([], `${ANSWERS}?edit=new`)
  await expect.element(form).toBeVisible()
  await expect.element(save).toBeInViewport({ ratio: 1 })
})

// CASE-4
test('an answer without a title is not saved', async () => {
  const server = await openAnswers([], `${ANSWERS}?edit=new`)
  await save.click()
  await expect.element(form.getByText('Title is required')).toBeVisible()
  expect(server.requests(caseCalls.createAnswer)).toEqual([])
})

// CASE-4
test('an admin finds a prepared answer by its language', async () => {
  await openAnswers([ON_OUR_WAY])
  await expect.element(row('On our way')).toBeVisible()
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect.element(page.getByText(NONE)).toBeVisible()
  await page.getByRole('button', { name: 'मराठी' }).click()
  await expect.element(row('On our way')).toBeVisible()
})

// CASE-4, APP-14
test('an answer and the name of its language are marked as in that language', async () => {
  await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  await expect.element(row('On our way').getByText('मराठी')).toHaveAttribute('lang', 'mr')
  await expect.element(form.getByLabelText('Text')).toHaveAttribute('lang', 'mr')
  await form.getByLabelText('Language').selectOptions('English')
  await expect.element(form.getByLabelText('Text')).toHaveAttribute('lang', 'en')
})

// CASE-4
test('an admin changes a prepared answer', async () => {
  await openAnswers([ON_OUR_WAY])
  await row('On our way').getByRole('link', { name: 'Edit On our way' }).click()
  await expect.element(page.getByRole('heading', { name: 'Change ‘On our way’' })).toBeVisible()
  await form.getByLabelText('Text').fill('आमची टीम आज येईल.')
  await save.click()
  await expect.element(row('On our way')).toMatchTextContent('आमची टीम आज येईल')
})

// CASE-4, APP-14
test('the focus follows the form of an answer when it opens, and when it closes', async () => {
  await openAnswers([ON_OUR_WAY])
  const title = page.getByRole('heading', { level: 1 })
  await row('On our way').getByRole('link', { name: 'Edit On our way' }).click()
  await expect.element(form).toBeVisible()
  await expect.element(title).toHaveFocus()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(title).toHaveFocus()
})

// CASE-4
test('an admin deletes a prepared answer after a question', async () => {
  await openAnswers([ON_OUR_WAY])
  await pressDelete('On our way')
  await expect.element(page.getByText('‘On our way’ has been deleted.')).toBeVisible()
  await expect.element(page.getByText(NONE)).toBeVisible()
})

test('after the answer in the form was deleted, another one can be added', async () => {
  await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  await expect.element(form).toBeVisible()
  await pressDelete('On our way')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Add an answer' })).toBeVisible()
})

const deletedElsewhere = form.getByText(/^Somebody deleted this answer meanwhile\./)

// CASE-4
test('an open answer that another admin deletes keeps its text, and is added again', async () => {
  const server = await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  await form.getByLabelText('Text').fill('We come today.')
  server.on(caseCalls.listAnswers, succeed([]))
  await currentQueries().invalidateQueries({ queryKey: keyOf(caseCalls.listAnswers) })
  await expect.element(row('On our way')).not.toBeInTheDocument()
  await expect.element(deletedElsewhere).toBeVisible()
  await expect.element(form.getByLabelText('Text')).toHaveValue('We come today.')
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  expect(server.requests(caseCalls.updateAnswer)).toEqual([])
  const { id: _, version: __, ...facts } = ON_OUR_WAY
  expect(server.requests(caseCalls.createAnswer)).toMatchObject([{ body: { ...facts, text: 'We come today.' } }])
})

// CASE-4
test('an answer that was deleted before it is saved can be added again', async () => {
  const server = await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  await form.getByLabelText('Text').fill('We come today.')
  server
    .on(caseCalls.listAnswers, succeed([]))
    .on(caseCalls.updateAnswer, rejected(404, 'answer_not_found', 'This answer does not exist any more.'))
  await save.click()
  await expect.element(deletedElsewhere).toBeVisible()
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  expect(server.requests(caseCalls.createAnswer)).toMatchObject([{ body: { text: 'We come today.' } }])
})

// CASE-4
test('a question that is asked as soon as a changed answer is listed stays open', async () => {
  await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  await form.getByLabelText('Text').fill('We came yesterday.')
  clickOnceListed('yesterday', /^Delete/)
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('On our way')
  await confirmDeletion()
  await expect.element(page.getByText('‘On our way’ has been deleted.')).toBeVisible()
})

// CASE-4
test('a form that is opened as soon as another answer is listed stays open', async () => {
  await openAnswers([], `${ANSWERS}?edit=new`)
  await form.getByLabelText('Title').fill('First')
  await form.getByLabelText('Text').fill('Thank you.')
  clickOnceListed('First', /^Edit/)
  await save.click()
  await expect.poll(() => location.search).toMatch(/edit=\d/)
  await expect.poll(keptTexts).not.toContain('First')
  expect(location.search).toMatch(/edit=\d/)
})

// CASE-4, DSK-3
test('the heads of the answers sort them, and the language that was chosen stays', async () => {
  const answers: Answer[] = [
    { ...ON_OUR_WAY, id: 4, title: 'Thank you', for_status: 'resolved' },
    { ...ON_OUR_WAY, id: 5, title: 'Any time', for_status: null },
    ON_OUR_WAY,
  ]
  await openAnswers(answers, `${ANSWERS}?language=mr`)
  const shown = () => [...document.querySelectorAll('tbody td[data-card="title"]')].map((cell) => cell.textContent)
  await expect.poll(shown).toEqual(['Any time', 'On our way', 'Thank you'])
  const head = page.getByRole('columnheader', { name: 'Offered first for' })
  await head.getByRole('button').click()
  await expect.poll(() => location.search).toBe('?language=mr&sort=status')
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect.poll(shown).toEqual(['Thank you', 'On our way', 'Any time'])
})

// CASE-4
test('while a form is open, no filters stand below it', async () => {
  await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=new`)
  const filter = page.getByRole('group', { name: 'Show by language' })
  await expect.element(form).toBeVisible()
  await expect.element(row('On our way')).toBeVisible()
  await expect.element(filter).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(filter).toBeVisible()
})

// CASE-4
test('an empty list has no filters, and invites to add one unless a form is open', async () => {
  await openAnswers([], `${ANSWERS}?edit=new`)
  await expect.element(form).toBeVisible()
  await expect.element(page.getByText(NONE)).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText(NONE)).toBeVisible()
  expect(page.getByRole('group', { name: 'Show by language' }).elements()).toEqual([])
})

// CASE-4
test('an answer that another admin changed meanwhile is compared, not saved over', async () => {
  const elsewhere: Answer = { ...ON_OUR_WAY, version: 2, text: 'We come at once.', for_status: 'pending' }
  const server = await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=3`)
  server.on(caseCalls.updateAnswer, ({ body }) =>
    body.version === 2
      ? succeed({ ...elsewhere, ...body, version: 3 })
      : rejected(409, 'changed_meanwhile', 'Somebody changed this answer meanwhile.', { current: elsewhere }),
  )
  await form.getByLabelText('Title').fill('Coming')
  await form.getByLabelText('Text').fill('We come today.')
  await save.click()
  await expect.element(page.getByText('Somebody changed this answer meanwhile.', { exact: false })).toBeVisible()
  await form.getByRole('radio', { name: 'Saved meanwhile: We come at once.' }).click()
  await save.click()
  await expect.element(form).not.toBeInTheDocument()
  expect(server.requests(caseCalls.updateAnswer).map(({ body }) => body)).toMatchObject([
    { version: 1, title: 'Coming', text: 'We come today.' },
    { version: 2, title: 'Coming', text: 'We come at once.', for_status: 'pending' },
  ])
})

// CASE-4, JRN-8
test('on a phone the form of a new answer has no list below it', async () => {
  await setWindow(360, 740)
  await openAnswers([ON_OUR_WAY], `${ANSWERS}?edit=new`)
  await expect.element(form).toBeVisible()
  await expect.element(row('On our way')).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('On our way')).toBeVisible()
})

// CASE-4, APP-14
test('a title of a few words has one line beside a long text', async () => {
  await openAnswers([{ ...ON_OUR_WAY, title: 'Please send a photo', text: 'Can you send us a photo? '.repeat(12) }])
  await expect.element(row('Please send a photo')).toBeVisible()
  expect(document.querySelector('td strong')?.getBoundingClientRect().height).toBeLessThan(24)
})

// DSK-3, APP-14
test('the columns of a list are told apart by more than a space between words', async () => {
  await openAnswers([ON_OUR_WAY])
  const text = page.getByRole('columnheader', { name: 'Text' })
  await expect.element(text).toBeVisible()
  expect(getComputedStyle(text.element()).paddingLeft).toBe('8px')
})
