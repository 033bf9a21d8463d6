import { type Tag, type TagBatch, tagCalls } from '@petsetu/contract/pets/tags.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, listed, rejected } from '../../../test/fake-server.ts'
import { keptTexts } from '../../../test/kept-texts.ts'
import { ADMIN, closePage, openPage } from '../../../test/open-page.tsx'
import { setWindow } from '../../../test/set-window.ts'

const CAMP: TagBatch = {
  id: 4,
  name: 'Pune camp, November',
  createdAt: '2026-11-01T08:00:00.000Z',
  blank: 3,
  registered: 0,
  spent: 0,
}
const SUMMARY = 'Pune camp, November: 3 blank, 0 registered, 0 spent'
const TAGS: Tag[] = idsOf(4).map((petId, index) => ({
  petId,
  state: 'blank',
  petName: null,
  batch: index === 0 ? null : { id: CAMP.id, name: CAMP.name },
  createdAt: CAMP.createdAt,
}))

const count = page.getByLabelText('Number of QR codes')
const batchName = page.getByLabelText('Batch name')
const generate = page.getByRole('button', { name: 'Generate QR Codes' })
const batches = page.getByLabelText('Batch', { exact: true })
const batchLinks = page.getByRole('table').getByRole('link', { name: CAMP.name })

/** Different IDs of tags. */
function idsOf(number: number): string[] {
  const sign = (position: number) => '23456789'[position % 8] ?? ''
  return Array.from({ length: number }, (_, index) => `ABCDEFGHJ${sign(index >> 6)}${sign(index >> 3)}${sign(index)}`)
}

function withoutTags(): FakeServer {
  return new FakeServer()
    .on(tagCalls.list, listed([], 0))
    .on(tagCalls.listBatches, [])
    .on(tagCalls.generate, ({ query }) => idsOf(query.numberOfIds))
}

/** A server with four blank tags, three of them in a batch. */
function withCamp(): FakeServer {
  return withoutTags()
    .on(tagCalls.listBatches, [CAMP])
    .on(tagCalls.list, ({ query: { state, batch } }) => {
      const rows = TAGS.filter((tag) => (!state || tag.state === state) && (!batch || tag.batch?.id === batch))
      return listed(rows, rows.length)
    })
}

const canvases = () => [...document.querySelectorAll('canvas')]
const rowCount = () => document.querySelectorAll('tbody tr').length

async function openTags(server: FakeServer, address = '/generate-qr'): Promise<FakeServer> {
  return openPage(address, { as: ADMIN, server })
}

// TAG-1, TAG-2
test('the number of codes starts at 1 and says its limits', async () => {
  await openTags(withoutTags())
  await expect.element(count).toHaveValue(1)
  await expect.element(count).toHaveAttribute('min', '1')
  await expect.element(count).toHaveAttribute('max', '100')
  await expect.element(count).toHaveAccessibleDescription(/1 to 100/)
})

// TAG-1, TAG-2
test('a number of codes outside 1 to 100, or not whole, is refused', async () => {
  const server = await openTags(withoutTags())
  for (const wrong of ['0', '101', '1.5', '']) {
    await count.fill(wrong)
    await generate.click()
    await expect.element(page.getByText('Enter a whole number from 1 to 100')).toBeVisible()
  }
  expect(canvases()).toEqual([])
  expect(server.requests(tagCalls.generate)).toEqual([])
})

// TAG-1, TAG-2
test('a hundred codes are generated at a time, each 300 pixels wide', async () => {
  await openTags(withoutTags())
  await count.fill('100')
  await generate.click()
  await expect.element(page.getByRole('heading', { name: '100 new codes' })).toBeVisible()
  expect(canvases()).toHaveLength(100)
  expect(canvases()[0]?.getBoundingClientRect().width).toBe(300)
})

// TAG-1, APP-14
test('at 1280 px six new codes stand beside each other, at least two in a row', async () => {
  await openTags(withoutTags())
  await count.fill('6')
  await generate.click()
  await expect.element(page.getByRole('heading', { name: '6 new codes' })).toBeVisible()
  const rows = new Set(canvases().map((canvas) => canvas.getBoundingClientRect().top))
  expect(canvases()).toHaveLength(6)
  expect(rows.size).toBeLessThanOrEqual(3)
})

// TAG-1, TAG-5
test('codes that could not be generated are generated at the next try, once', async () => {
  const failure = rejected(500, 'unexpected', 'Something went wrong. Please try again.')
  const server = await openTags(withoutTags().on(tagCalls.generate, failure))
  await generate.click()
  await expect.element(page.getByText('Failed to generate pet IDs. Please try again.')).toBeVisible()
  server.on(tagCalls.generate, idsOf(1))
  await generate.click()
  await expect.element(page.getByRole('heading', { name: '1 new code' })).toBeVisible()
  await expect.element(page.getByText('Failed to generate pet IDs. Please try again.')).not.toBeInTheDocument()
  expect(canvases()).toHaveLength(1)
  // By the key the server knows that both ask for the same codes.
  const keys = server.requests(tagCalls.generate).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toEqual([expect.stringMatching(/^\S{8,}$/), keys[0]])
})

// TAG-6
test('without tags there is nothing to list and no batch to choose', async () => {
  await openTags(withoutTags())
  await expect.element(page.getByText('No tags found')).toBeVisible()
  await expect.element(batches).not.toBeInTheDocument()
})

// TAG-6
test('a name of a batch that is too long is rejected, and can be made shorter', async () => {
  const message = 'Batch name must be at most 60 characters long'
  const failure = rejected(400, 'invalid_fields', message, { errors: { batchName: message } })
  const server = withoutTags().on(tagCalls.generate, failure)
  await openTags(server)
  await count.fill('3')
  await batchName.fill('Pune camp, a name that the server takes for one that is long')
  await generate.click()
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(batchName).toHaveFocus()
  server.on(tagCalls.generate, idsOf(3))
  await batchName.fill(CAMP.name)
  await generate.click()
  await expect.element(page.getByRole('heading', { name: '3 new codes' })).toBeVisible()
  expect(server.requests(tagCalls.generate).at(-1)?.query).toEqual({ numberOfIds: 3, batchName: CAMP.name })
})

// TAG-6
test('the heading of the list is true of every filter', async () => {
  await openTags(withCamp(), '/generate-qr?state=blank')
  await expect.element(page.getByRole('heading', { level: 2, name: 'Tags', exact: true })).toBeVisible()
})

// TAG-6
test('the list names the batch of each tag that has one', async () => {
  await openTags(withCamp())
  await expect.poll(rowCount).toBe(4)
  expect(batchLinks.elements()).toHaveLength(3)
})

// TAG-6
test('the list shows the batch and the state that are chosen, as the address says', async () => {
  await openTags(withCamp())
  await batches.selectOptions(SUMMARY)
  await expect.poll(rowCount).toBe(3)
  expect(location.search).toBe('?batch=4')
  await page.getByRole('button', { name: 'Spent' }).click()
  await expect.element(page.getByText('No tags found')).toBeVisible()
  expect(location.search).toBe('?state=spent&batch=4')
  history.back()
  await expect.poll(rowCount).toBe(3)
  await batches.selectOptions('All batches')
  await expect.poll(rowCount).toBe(4)
  expect(location.search).toBe('')
})

// TAG-6
test('an address with a batch opens the list of its tags', async () => {
  await openTags(withCamp(), '/generate-qr?batch=4')
  await expect.poll(rowCount).toBe(3)
})

// TAG-6
test('the name of a batch leads to its tags', async () => {
  await openTags(withCamp())
  await batchLinks.first().click()
  await expect.poll(rowCount).toBe(3)
  expect(location.search).toBe('?batch=4')
})

const pageChoice = page.getByRole('checkbox', { name: 'Choose this page' })

// TAG-6, DSK-3
test('a box in the head of the table chooses the tags of the page', async () => {
  await openTags(withCamp())
  await expect.poll(rowCount).toBe(4)
  expect(pageChoice.element().closest('th')?.abbr).toBe('Tag ID')
  await pageChoice.click()
  await expect.element(page.getByText('4 chosen', { exact: true })).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('checkbox').click()
  await expect.element(page.getByText('3 chosen', { exact: true })).toBeVisible()
  await expect.element(pageChoice).not.toBeChecked()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect.element(pageChoice).not.toBeChecked()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  const left = (box: Element) => box.getBoundingClientRect().left
  const first = page.getByRole('row').nth(1).getByRole('checkbox')
  expect(left(pageChoice.element())).toBeCloseTo(left(first.element()), 0)
})

// TAG-6, JRN-9
test('on a phone the box that chooses the page has words above the cards', async () => {
  await setWindow(360, 740)
  await openTags(withCamp())
  await expect.poll(rowCount).toBe(4)
  const boxOf = (part: typeof count) => part.element().getBoundingClientRect()
  const filters = boxOf(page.getByRole('button', { name: 'Filters', exact: true }))
  const words = page.getByText('Choose this page', { exact: true })
  await expect.element(words).toBeVisible()
  expect(boxOf(pageChoice).top).toBeGreaterThan(filters.bottom)
  const first = boxOf(page.getByRole('row').nth(1))
  expect(boxOf(words).bottom).toBeLessThan(first.top)
  expect(first.top - filters.bottom).toBeLessThanOrEqual(17 + 44)
  const heading = boxOf(page.getByRole('heading', { name: 'Tags', exact: true }))
  expect(boxOf(page.getByRole('button', { name: 'Print 4 blank' })).top).toBeLessThan(heading.bottom)
  expect(document.documentElement.scrollWidth).toBe(360)
  await words.click()
  await expect.element(page.getByText('4 chosen', { exact: true })).toBeVisible()
})

// TAG-6
test('the button that prints says how many tags are blank, in all or in the batch', async () => {
  await openTags(withCamp(), '/generate-qr?state=registered')
  await expect.element(page.getByRole('button', { name: 'Print 4 blank', exact: true })).toBeVisible()
  await batches.selectOptions(SUMMARY)
  await expect.element(page.getByRole('button', { name: 'Print 3 blank of this batch', exact: true })).toBeVisible()
})

// TAG-6
test('without a blank tag there is nothing to print', async () => {
  await openTags(withoutTags())
  await expect.element(page.getByText('No tags found', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Print/ })).not.toBeInTheDocument()
})

// TAG-1, JRN-9
test('on a phone the fields for new codes stand open on the first screen', async () => {
  await setWindow(360, 740)
  await openTags(withCamp())
  await expect.poll(rowCount).toBe(4)
  for (const part of [count, batchName, generate])
    expect(part.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  await count.fill('0')
  await generate.click()
  await expect.element(page.getByText('Enter a whole number from 1 to 100')).toBeVisible()
  await count.fill('2')
  await generate.click()
  await expect.element(page.getByRole('heading', { name: '2 new codes' })).toBeVisible()
})

// TAG-1, APP-14
test('on a phone the fields for new codes are as far apart as those of other forms', async () => {
  await setWindow(360, 740)
  await openTags(withCamp())
  await expect.poll(rowCount).toBe(4)
  const boxOf = (part: typeof count) => part.element().getBoundingClientRect()
  const label = page.getByText('Batch name', { exact: true })
  expect(boxOf(label).top - boxOf(count).bottom).toBeGreaterThanOrEqual(30)
  expect(boxOf(generate).top - boxOf(batchName).bottom).toBeGreaterThanOrEqual(19)
})

// TAG-1, APP-12
test('on a phone a draft of new codes is in sight', async () => {
  await setWindow(360, 740)
  await openTags(withCamp())
  await batchName.fill(CAMP.name)
  await expect.poll(keptTexts).toContain(CAMP.name)
  await closePage()
  await openTags(withCamp())
  await expect.element(batchName).toBeVisible()
  await expect.element(batchName).toHaveValue(CAMP.name)
})

// TAG-6, APP-14
test('the pages of the tags are chosen in the line of the keyboard shortcuts', async () => {
  const rows = idsOf(20).map(
    (petId) => ({ petId, state: 'blank', ...{ petName: null, batch: null, createdAt: CAMP.createdAt } }) as const,
  )
  await openTags(withoutTags().on(tagCalls.list, listed(rows, 40)))
  const next = page.getByRole('link', { name: 'Next' })
  await expect.element(next).toBeVisible()
  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' })
  expect(next.element().getBoundingClientRect().top).toBeCloseTo(keys.element().getBoundingClientRect().top, 0)
})

// TAG-1, APP-14
test('the fields and the button for new codes are as far apart from each other', async () => {
  await openTags(withoutTags())
  await expect.element(generate).toBeVisible()
  const [number, name, button] = [count, batchName, generate].map((part) => part.element().getBoundingClientRect())
  expect(number && name && name.left - number.right).toBe(16)
  expect(name && button && button.left - name.right).toBe(16)
})
