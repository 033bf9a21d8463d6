import { foundCalls } from '@petsetu/contract/pets/found.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverOfAccount } from '../../../../test/account-server.ts'
import { NO_ANSWER } from '../../../../test/fake-server.ts'
import { closePage, OWNER, openPage } from '../../../../test/open-page.tsx'
import { sampleOf } from '../../../../test/sample-replies.ts'
import { setWindow } from '../../../../test/set-window.ts'

const THREAD = { ...sampleOf(foundCalls.read).data, closed_at: null }

const threadOf = (id: number) => succeed({ ...THREAD, id })

// FND-2
test('an answer whose reply was lost is no repeat in another conversation', async () => {
  const server = serverOfAccount()
    .on(foundCalls.read, ({ params }) => threadOf(params.id))
    .on(foundCalls.answer, NO_ANSWER)
  const answerIn = async (id: number, message: string) => {
    await closePage()
    await openPage(`/user/found/${id}`, { as: OWNER, server })
    await page.getByLabelText('Your answer').fill(message)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await answerIn(1, 'I come at once.')
  await expect.poll(() => server.requests(foundCalls.answer)).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  server.on(foundCalls.answer, ({ params }) => threadOf(params.id))
  await answerIn(2, 'Thank you.')
  await expect.element(page.getByLabelText('Your answer')).toHaveValue('')
  await answerIn(1, 'I come at once.')
  await expect.poll(() => server.requests(foundCalls.answer)).toHaveLength(3)
  const [lost, other, repeat] = server.requests(foundCalls.answer).map(({ headers }) => headers.get('idempotency-key'))
  expect(other).not.toBe(lost)
  expect(repeat).toBe(lost)
})

// FND-2
test('an answer that did not go out stays in its field, and the form says so', async () => {
  const server = serverOfAccount().on(foundCalls.read, threadOf(1)).on(foundCalls.answer, NO_ANSWER)
  await openPage('/user/found/1', { as: OWNER, server })
  const answer = page.getByLabelText('Your answer')
  await answer.fill('I come at once.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('That did not work. Please try again.')
  await expect.element(answer).toHaveValue('I come at once.')
})

// FND-2
test('what is typed while an answer is on its way stays in the field', async () => {
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  const server = serverOfAccount()
    .on(foundCalls.read, threadOf(1))
    .on(foundCalls.answer, async () => {
      await hasArrived
      return threadOf(1)
    })
  await openPage('/user/found/1', { as: OWNER, server })
  const answer = page.getByLabelText('Your answer')
  await answer.fill('I come at once.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => server.requests(foundCalls.answer)).toHaveLength(1)
  await answer.fill('I come at once. Where are you?')
  arrive()
  await expect.element(answer).toHaveValue('Where are you?')
})

// FND-3
test('the button that ends a conversation names the pet, and asks first', async () => {
  const server = serverOfAccount().on(foundCalls.read, threadOf(1))
  await openPage('/user/found/1', { as: OWNER, server })
  await page.getByRole('button', { name: `${THREAD.pet_name} is home`, exact: true }).click()
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Home again' })).toBeVisible()
})

// FND-3, APP-14
test('on a phone the pet, the button that ends and the menu share a row', async () => {
  await setWindow(360, 740)
  const thread = { ...THREAD, id: 1, pet_name: 'Tommy', pet_photo: null, abuse_reported_at: null }
  await openPage('/user/found/1', { as: OWNER, server: serverOfAccount().on(foundCalls.read, succeed(thread)) })
  const menu = page.getByLabelText('More for Tommy', { exact: true })
  await expect.element(menu).toBeVisible()
  const [pet, home, more] = [
    page.getByRole('link', { name: 'Tommy', exact: true }),
    page.getByRole('button', { name: 'Tommy is home', exact: true }),
    menu,
  ].map((part) => part.element().getBoundingClientRect())
  const middleOf = (box: DOMRect | undefined) => (box ? (box.top + box.bottom) / 2 : 0)
  expect(Math.abs(middleOf(pet) - middleOf(home))).toBeLessThan(4)
  expect(Math.abs(middleOf(more) - middleOf(home))).toBeLessThan(4)
  expect(home?.right).toBeLessThanOrEqual(more?.left ?? 0)
  expect([more?.width, more?.height]).toEqual([44, 44])
  const abuse = page.getByText('Report abuse', { exact: true })
  await expect.element(abuse).not.toBeVisible()
  await menu.click()
  await expect.element(abuse).toBeVisible()
})

// FND-3, APP-14
test('the focus goes to the reason of a report, and back to the menu once it is sent', async () => {
  let thread = { ...THREAD, id: 1, pet_name: 'Tommy', abuse_reported_at: null as string | null }
  const server = serverOfAccount()
    .on(foundCalls.read, () => succeed(thread))
    .on(foundCalls.reportAbuse, () => {
      thread = { ...thread, abuse_reported_at: '2026-01-05T10:00:00.000Z' }
      return succeed(thread)
    })
  await openPage('/user/found/1', { as: OWNER, server })
  const menu = page.getByLabelText('More for Tommy', { exact: true })
  await menu.click()
  await page.getByRole('button', { name: 'Report abuse' }).click()
  const reason = page.getByLabelText('What is wrong?')
  await expect.element(reason).toHaveFocus()
  await reason.fill('They ask for money.')
  await page.getByRole('button', { name: 'Report this conversation' }).click()
  await expect.element(page.getByText('You have reported this conversation. We will look at it.')).toBeVisible()
  await expect.element(menu).toHaveFocus()
})

// APP-14, FND-2
test('the tab says which pet a conversation is about', async () => {
  const thread = { ...THREAD, id: 1, pet_name: 'Moti' }
  await openPage('/user/found/1', { as: OWNER, server: serverOfAccount().on(foundCalls.read, succeed(thread)) })
  await expect.poll(() => document.title).toBe('Moti: conversation with a finder · PetSetu')
})

// FND-2
test('the heading of a conversation names its finder, if there is one who gave a name', async () => {
  const [sample] = THREAD.messages
  if (!sample) throw new Error('No message')
  const write = { ...sample, by: 'finder' as const, finder: 1, name: null }
  const messages = [write, { ...write, id: write.id + 1, name: 'Salma' }]
  const server = serverOfAccount().on(foundCalls.read, succeed({ ...THREAD, id: 1, messages }))
  await openPage('/user/found/1', { as: OWNER, server })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toMatchTextContent('Conversation with Salma')
  await closePage()
  const third = { ...write, id: write.id + 2, finder: 2 }
  server.on(foundCalls.read, succeed({ ...THREAD, id: 1, messages: [...messages, third] }))
  await openPage('/user/found/1', { as: OWNER, server })
  await expect.element(page.getByText(/^These messages came from the same network/)).toBeVisible()
  await expect.element(heading).toMatchTextContent('Conversation with a finder')
})

// FND-2
test('a conversation names each day once, and its finder where there are several', async () => {
  const [sample] = THREAD.messages
  if (!sample) throw new Error('No message')
  const written = (finders: number[]) =>
    ['2026-11-16T06:30:00.000Z', '2026-11-16T07:05:00.000Z', '2026-11-17T06:30:00.000Z'].map((created_at, index) => ({
      ...sample,
      ...{ id: index + 1, by: 'finder' as const, finder: finders[index] ?? 1, created_at },
    }))
  const server = serverOfAccount().on(foundCalls.read, succeed({ ...THREAD, id: 1, messages: written([1, 1, 1]) }))
  await openPage('/user/found/1', { as: OWNER, server })
  const log = page.getByRole('log')
  const day = log.getByText('16 November 2026', { exact: true })
  await expect.element(day).toBeVisible()
  expect(getComputedStyle(day.element()).fontSize).toBe('14px')
  expect(log.getByText(/November/).elements()).toHaveLength(2)
  const times = [...log.element().querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times).toEqual(['12:00', '12:35', '12:00'])
  await expect.element(log.getByText('The finder').first()).toHaveClass('visually-hidden')

  await closePage()
  server.on(foundCalls.read, succeed({ ...THREAD, id: 1, messages: written([1, 2, 1]) }))
  await openPage('/user/found/1', { as: OWNER, server })
  await expect.element(log.getByText('Finder 2', { exact: true })).toBeVisible()
})

// FND-2, FND-3
test('a conversation is one card, which ends with the field for the answer', async () => {
  await openPage('/user/found/1', { as: OWNER, server: serverOfAccount().on(foundCalls.read, threadOf(1)) })
  const card = page.getByRole('article')
  await expect.element(card.getByRole('link', { name: THREAD.pet_name })).toBeVisible()
  await expect.element(card.getByRole('log', { name: 'Messages' })).toBeVisible()
  const warning = card.getByText(/^We never ask for money/)
  await expect.element(warning).toBeVisible()
  // The words that ask for something are in the colour of text, the sign beside them in that of the warning.
  expect(getComputedStyle(warning.element()).color).toBe(getComputedStyle(card.element()).color)
  const boxOf = (part: Element | null) => part?.getBoundingClientRect() ?? new DOMRect()
  // It stands once, above the first message, in one line that says more when it is opened.
  expect(boxOf(warning.element()).bottom).toBeLessThan(boxOf(card.getByRole('log').element()).top)
  const more = card.getByText(/^We ask for no code either/)
  await expect.element(more).not.toBeVisible()
  await warning.click()
  await expect.element(more).toBeVisible()
  scrollTo(0, document.body.scrollHeight)
  const [whole, composer] = [card.element(), page.getByLabelText('Your answer').element().closest('form')].map(boxOf)
  expect(composer?.width).toBe((whole?.width ?? 0) - 2)
  expect(composer?.bottom).toBe((whole?.bottom ?? 0) - 1)
})

// FND-2, FND-3
test('a message of the app, that emails and notices are off, covers no answer field', async () => {
  const thread = { ...THREAD, id: 1, muted_until: null }
  const server = serverOfAccount().on(foundCalls.read, succeed(thread)).on(foundCalls.mute, succeed(thread))
  await setWindow(360, 740)
  await openPage('/user/found/1', { as: OWNER, server })
  await page.getByLabelText(`More for ${THREAD.pet_name}`, { exact: true }).click()
  await page.getByRole('button', { name: `No emails or notices about ${THREAD.pet_name} for 24 hours` }).click()
  const message = page.getByText(
    `You get no emails or notices about finders and scans of ${THREAD.pet_name} for 24 hours.`,
  )
  await expect.element(message).toBeVisible()
  const { top } = page.getByLabelText('Your answer').element().getBoundingClientRect()
  expect(message.element().getBoundingClientRect().bottom).toBeLessThan(top)
})

// FND-2
test('the contact of a finder can be called, written to and reached by WhatsApp', async () => {
  const [message] = THREAD.messages
  if (!message) throw new Error('No message')
  const messages = [
    { ...message, id: 1, contact: '98765 43210' },
    { ...message, id: 2, contact: 'Ravi, asha@example.org' },
    { ...message, id: 3, contact: 'Ask at the tea stall' },
  ]
  await openPage('/user/found/1', {
    as: OWNER,
    server: serverOfAccount().on(foundCalls.read, succeed({ ...THREAD, id: 1, messages })),
  })
  const call = page.getByRole('link', { name: '98765 43210', exact: true })
  await expect.element(call).toHaveAttribute('href', 'tel:+919876543210')
  expect(call.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(getComputedStyle(call.element()).borderTopWidth).toBe('1px')
  const whatsApp = page.getByRole('link', { name: 'WhatsApp' })
  await expect.element(whatsApp).toHaveAttribute('href', 'https://wa.me/919876543210')
  const write = page.getByRole('link', { name: 'asha@example.org', exact: true })
  await expect.element(write).toHaveAttribute('href', 'mailto:asha@example.org')
  await expect.element(page.getByText('Ravi, asha@example.org', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Ask at the tea stall', { exact: true })).toBeVisible()
})

// FND-2, LNG-1
test.each([
  ['en', 'Erased'],
  ['hi', 'हटाया गया'],
  ['mr', 'पुसले'],
] as const)('in %s a message that was erased says so in its words', async (language, told) => {
  const messages = THREAD.messages
    .slice(0, 1)
    .map((message) => ({ ...message, by: 'finder' as const, message: 'Erased' }))
  const server = serverOfAccount().on(foundCalls.read, succeed({ ...THREAD, messages }))
  await openPage('/user/found/1', { as: OWNER, server, language })
  await expect.element(page.getByText(told, { exact: true })).toBeVisible()
})
