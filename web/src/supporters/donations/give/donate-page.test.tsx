import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, rejected } from '../../../../test/fake-server.ts'
import { keptTexts } from '../../../../test/kept-texts.ts'
import { closePage } from '../../../../test/open-page.tsx'
import { field, fillDonation, openPaying, orderOver, RECEIPT } from '../../../../test/paying.ts'
import { setWindow } from '../../../../test/set-window.ts'

const THANKS = 'Payment successful! Thank you for your donation.'

const taking = () =>
  new FakeServer()
    .on(donationCalls.donate, ({ body }) =>
      succeed({ donation_id: 8, ...orderOver(Math.round(body.amount * 100)), is_settled: false }),
    )
    .on(donationCalls.verifyPayment, succeed({ donation_id: 8, receipt_path: RECEIPT }))

// DON-1
test('an amount that is chosen stands in its field and in what is paid', async () => {
  await openPaying('/donate', { server: taking() })
  await page.getByRole('button', { name: '₹2,500', exact: true }).click()
  await expect.element(field('Amount in ₹')).toHaveValue('2,500')
  await field('What is it for?').selectOptions('Food')
  await expect.element(page.getByText(/^Donation: Food ₹2,500/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Donate ₹2,500' })).toBeVisible()
})

const LINES = { 500: 'Feeds one dog for a month', 1000: 'Vaccinates five dogs', 2500: 'Sterilises one dog' }

for (const width of [360, 1280]) {
  // DON-1
  test(`an amount has a row with what it does to its right at ${width} px`, async () => {
    await setWindow(width, 800)
    await openPaying('/donate', { server: taking(), amountTexts: LINES })
    const amounts = page.getByRole('group', { name: 'Choose an amount' }).getByRole('button')
    await expect.element(amounts.first()).toBeVisible()
    const names = amounts.elements().map(({ textContent }) => textContent)
    expect(names).toEqual([
      '₹500 Feeds one dog for a month',
      '₹1,000 Vaccinates five dogs',
      '₹2,500 Sterilises one dog',
      '₹5,000',
    ])
    const boxes = amounts.elements().map((amount) => amount.getBoundingClientRect())
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1)
    expect(boxes.map(({ top }) => top)).toEqual(boxes.map(({ top }) => top).toSorted((one, other) => one - other))
    const lines = amounts.elements().flatMap((amount) => [...amount.querySelectorAll('small')])
    expect(new Set(lines.map((line) => line.getBoundingClientRect().left)).size).toBe(1)
    await page.getByRole('button', { name: '₹2,500 Sterilises one dog' }).click()
    await expect.element(field('Amount in ₹')).toHaveValue('2,500')
  })
}

// DON-1
test('on a laptop the receipt is beside the amounts, and the button below it', async () => {
  await openPaying('/donate', { server: taking() })
  await expect.element(field('Address')).toBeVisible()
  const [amount, name, address, button] = [
    field('Amount in ₹'),
    field('Name'),
    field('Address'),
    page.getByRole('button', { name: 'Donate ₹1,000' }),
  ].map((part) => part.element().getBoundingClientRect())
  expect(name?.left).toBe(amount?.left)
  expect(address?.left).toBeGreaterThan(amount?.right ?? Infinity)
  expect(address?.top).toBeLessThan(name?.top ?? 0)
  expect(button?.top).toBeGreaterThan(address?.bottom ?? Infinity)
})

// DON-1
test('without a line the amounts stand beside each other as numbers', async () => {
  await openPaying('/donate', { server: taking() })
  const amounts = page.getByRole('group', { name: 'Choose an amount' }).getByRole('button')
  await expect.element(amounts.first()).toBeVisible()
  const tops = amounts.elements().map((amount) => amount.getBoundingClientRect().top)
  expect([tops.length, new Set(tops).size]).toEqual([4, 1])
  expect(document.querySelectorAll('form button small')).toHaveLength(0)
})

// DON-1
test('a chosen amount keeps its size and its border, and the button is in the card', async () => {
  await openPaying('/donate', { server: taking() })
  await expect.element(field('Amount in ₹')).toHaveValue('1,000')
  const amount = page.getByRole('button', { name: '₹2,500', exact: true })
  await expect.element(amount).toBeVisible()
  const shape = () => {
    const { width, height } = amount.element().getBoundingClientRect()
    const { borderTopWidth, borderTopStyle } = getComputedStyle(amount.element())
    return { width, height, borderTopWidth, borderTopStyle }
  }
  const before = shape()
  await amount.click()
  await expect.element(amount).toHaveAttribute('aria-pressed', 'true')
  expect(shape()).toEqual(before)
  expect(before).toMatchObject({ borderTopStyle: 'solid' })
  const pay = page.getByRole('button', { name: 'Donate ₹2,500' }).element()
  const cards = [...document.querySelectorAll('form > div')].filter((card) => card.contains(pay))
  expect(cards.map((card) => card.contains(field('Name').element()))).toEqual([true])
})

// DON-1
test('a PAN that is pasted with spaces around it is not cut off', async () => {
  await openPaying('/donate', { server: taking() })
  await field('PAN').fill(' ABCPE1234F ')
  await expect.element(field('PAN')).toHaveValue(' ABCPE1234F ')
  await expect.element(field('PAN')).not.toHaveAttribute('maxlength')
})

// DON-1
test('the donation form says who is paid and on which terms', async () => {
  await openPaying('/donate', { server: taking() })
  await expect.element(page.getByText(/Paid to Karuna Animal Welfare Foundation through Razorpay/)).toBeVisible()
  for (const name of ['terms', 'refunds'])
    await expect.element(page.getByRole('main').getByRole('link', { name, exact: true })).toBeVisible()
})

// LIT-4
test('the provider’s script is loaded when somebody touches the form, and not before', async () => {
  const scripts = () => document.querySelectorAll('script[src^="data:text/javascript"]').length
  await openPaying('/donate', { server: taking() })
  await page.getByRole('heading', { name: 'Donate', level: 1 }).click()
  expect(scripts()).toBe(0)
  await field('Name').click()
  expect(scripts()).toBe(1)
  await field('Email').click()
  expect(scripts()).toBe(1)
})

// DON-1
test('each field of a donation says what is wrong with it', async () => {
  const server = taking()
  await openPaying('/donate', { server })
  await field('Amount in ₹').fill('5')
  await fillDonation('Lalita Joshi', 'ABCXE1234F')
  await page.getByRole('button', { name: 'Donate ₹5' }).click()
  await expect.element(page.getByText('A donation is at least ₹10')).toBeVisible()
  await expect.element(page.getByText(/A PAN has five letters, four digits and a letter/)).toBeVisible()
  expect(server.requests(donationCalls.donate)).toEqual([])
})

// TRU-7
test('a donor has to say where the money comes from', async () => {
  const server = taking()
  await openPaying('/donate', { server })
  await fillDonation('Lalita Joshi')
  await field('Who gives this donation?').selectOptions('Please choose')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await expect.element(page.getByText('This is required')).toBeVisible()
  expect(server.requests(donationCalls.donate)).toEqual([])
})

// TRU-7
test('a donation that may not be taken says why, before anybody pays', async () => {
  const why = 'We cannot take this donation: we take donations only from Indian citizens and from sources in India.'
  const server = taking().on(donationCalls.donate, rejected(409, 'donation_from_abroad', why))
  await openPaying('/donate', { server })
  await fillDonation('A foreign donor')
  await field('Who gives this donation?').selectOptions('A foreign citizen or organisation')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await expect.element(page.getByRole('alert').getByText(why)).toBeVisible()
  await expect.element(field('Name')).toHaveValue('A foreign donor')
})

// DON-1
test('a payment window that is closed keeps what was typed for a donation', async () => {
  const checkout = await openPaying('/donate', { server: taking() })
  await field('Amount in ₹').fill('10.50')
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹10.50' }).click()
  await checkout.close()
  await expect.element(page.getByText('The payment window was closed before the donation was paid.')).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Lalita Joshi')
  await page.getByRole('button', { name: 'Donate ₹10.50' }).click()
  await checkout.pay()
  await expect.element(page.getByRole('alert').getByText(THANKS)).toBeVisible()
})

// DON-1, JRN-3
test('a donation that is paid is thanked for, and leads to its receipt', async () => {
  const server = taking()
  const checkout = await openPaying('/donate', { server })
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  await expect.element(page.getByRole('alert').getByText(THANKS)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Donation received' })).toBeVisible()
  await expect.element(page.getByText('₹1,000', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/^We also send you the receipt by email today, \d+\u00a0\w+\u00a0\d{4}\.$/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open your receipt' })).toHaveAttribute('href', RECEIPT)
  await expect.element(field('Name')).not.toBeInTheDocument()
  expect(server.requests(donationCalls.donate)).toMatchObject([
    { body: { amount: 1000, name: 'Lalita Joshi', pan: 'ABCPE1234F', money_source: 'indian-citizen' } },
  ])
})

// DON-1
test('after a donation the receipt, sharing and the home page are the last things', async () => {
  const shared: unknown[] = []
  const share = async (what: unknown) => void shared.push(what)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const checkout = await openPaying('/donate', { server: taking() })
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  const end = page.getByRole('region', { name: 'Donation received' })
  await expect.element(end.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/')
  const ways = [...end.element().querySelectorAll('a, button')].map(({ textContent }) => textContent)
  expect(ways).toEqual(['Open your receipt', 'Tell your friends', 'Go to the home page', 'Donate again'])
  await end.getByRole('button', { name: 'Tell your friends' }).click()
  expect(shared).toEqual([{ title: document.title, url: location.href }])
  Reflect.deleteProperty(navigator, 'share')
})

// DON-1
test('the ways on after a donation are equally wide', async () => {
  const checkout = await openPaying('/donate', { server: taking() })
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  const [home, again] = [
    page.getByRole('link', { name: 'Go to the home page' }),
    page.getByRole('button', { name: 'Donate again' }),
  ]
  await expect.element(home).toBeVisible()
  const widthOf = (way: Element) => way.getBoundingClientRect().width
  expect(widthOf(home.element())).toBeCloseTo(widthOf(again.element()), 0)
})

// DON-1
test('a donation that was paid shows one picture, that of its success', async () => {
  const checkout = await openPaying('/donate', { server: taking() })
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  await expect.element(page.getByRole('alert').getByText(THANKS)).toBeVisible()
  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')].filter((each) => each.checkVisibility())
  expect(pictures.map((each) => each.getAttribute('src'))).toEqual(['/drawing-done.svg'])
})

// DON-1
test('on a phone a low bar with the sum comes once the amount is out of sight', async () => {
  await setWindow(360, 740)
  await openPaying('/donate', { server: taking() })
  const pay = page.getByRole('button', { name: 'Donate ₹1,000' })
  await expect.element(pay).toBeVisible()
  scrollTo({ top: 0 })
  await expect.poll(() => pay.element().getBoundingClientRect().top).toBeGreaterThan(740)
  field('Phone').element().scrollIntoView({ block: 'start' })
  await expect.poll(() => pay.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(740)
  const box = pay.element().parentElement?.getBoundingClientRect()
  const card = pay.element().closest('form > div')?.getBoundingClientRect()
  expect(Math.round(box?.bottom ?? 0)).toBe(740)
  expect(box?.height).toBeLessThanOrEqual(64)
  expect(Math.abs((box?.width ?? 0) - (card?.width ?? 0))).toBeLessThanOrEqual(2)
  await expect.element(page.getByText('Donation: Where it is needed most')).toBeInViewport({ ratio: 1 })
  scrollTo({ top: 0 })
  await expect.poll(() => pay.element().getBoundingClientRect().top).toBeGreaterThan(740)
})

// DON-1
test('who donates again types the PAN anew', async () => {
  const checkout = await openPaying('/donate', { server: taking() })
  await fillDonation('Lalita Joshi', 'abcpe1234f')
  await page.getByRole('button', { name: 'Donate ₹1,000' }).click()
  await checkout.pay()
  await page.getByRole('button', { name: 'Donate again' }).click()
  await expect.element(field('PAN')).toHaveValue('')
})

// DON-1
test('a draft of a donation keeps what was typed, but never the PAN', async () => {
  await openPaying('/donate', { server: taking() })
  await fillDonation('Drafted', 'ABCPE1234F')
  await expect.poll(keptTexts).toContain('Drafted')
  expect(await keptTexts()).not.toContain('ABCPE1234F')
  await closePage()
  await openPaying('/donate', { server: taking() })
  await expect.element(page.getByText(/What you had typed/)).toBeVisible()
  await expect.element(field('Name')).toHaveValue('Drafted')
  await expect.element(field('PAN')).toHaveValue('')
})

// DON-1, APP-14
test('the heading above the amounts names them for a screen reader', async () => {
  await openPaying('/donate', { server: taking() })
  await expect.element(page.getByRole('heading', { name: 'Choose an amount' })).toBeVisible()
  const group = page.getByRole('group', { name: 'Choose an amount' })
  await expect.element(group.getByRole('button', { name: '₹2,500' })).toBeVisible()
})
