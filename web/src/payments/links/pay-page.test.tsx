import { linkCalls } from '@petsetu/contract/payments/links.ts'
import { paymentCalls } from '@petsetu/contract/payments/payments.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeServer, NO_ANSWER } from '../../../test/fake-server.ts'
import { openPaying, orderOver } from '../../../test/paying.ts'
import { setWindow } from '../../../test/set-window.ts'

const LINK = `/pay/${'x'.repeat(43)}`
const RECEIPT = '/receipt/aZ09_-aZ09_-aZ09_-aZ09'
const PAID = succeed({ is_paid: true, receipt_path: RECEIPT })

const server = () => new FakeServer().on(linkCalls.openOrder, succeed(orderOver(50_000)))
const pay = page.getByRole('button', { name: 'Pay ₹500' })
const closed = page.getByText('The payment window was closed before this was paid.', { exact: false })
const paid = page.getByRole('heading', { name: 'Paid' })

// LNK-1, PAY-6
test('a link that was paid although its window was closed is not offered again', async () => {
  const asked = server().on(paymentCalls.orderState, PAID)
  const checkout = await openPaying(LINK, { server: asked })
  await pay.click()
  await checkout.close()
  await expect.element(paid).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Show the receipt' })).toHaveAttribute('href', RECEIPT)
  await expect.element(pay).not.toBeInTheDocument()
  // A success is told by a sign as well, beside its words.
  const note = page.getByRole('status').filter({ hasText: 'This is paid.' }).element()
  const { maskImage, width } = getComputedStyle(note, '::before')
  expect(maskImage).toContain('icon-done.svg')
  expect(Number.parseFloat(getComputedStyle(note).paddingLeft)).toBeGreaterThan(16 + Number.parseFloat(width))
  expect(asked.requests(paymentCalls.orderState).map(({ body }) => body)).toEqual([{ order_id: 'order_1' }])
})

// LNK-1
test('on a phone all values of a pay link begin at one edge', async () => {
  await setWindow(360, 740)
  await openPaying(LINK, { server: server() })
  await expect.element(pay).toBeVisible()
  const edges = [...document.querySelectorAll('dd')].map((value) => value.getBoundingClientRect().left)
  expect(edges.length).toBeGreaterThan(1)
  expect(new Set(edges).size).toBe(1)
})

// LNK-1, PAY-6
test('a link that is paid in another app shows it once somebody comes back', async () => {
  const asked = server()
  const checkout = await openPaying(LINK, { server: asked })
  await pay.click()
  await checkout.close()
  await expect.element(closed).toBeVisible()
  await expect.element(pay).toBeEnabled()
  asked.on(paymentCalls.orderState, PAID)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(paid).toBeVisible()
})

// LNK-1
test('what came of a payment has the focus, in place of the button', async () => {
  const asked = server()
  const checkout = await openPaying(LINK, { server: asked })
  const note = (text: string) => page.getByRole('status').filter({ hasText: text })
  await pay.click()
  await checkout.close()
  await expect.element(note('The payment window was closed before this was paid.')).toHaveFocus()
  asked.on(paymentCalls.orderState, PAID)
  await pay.click()
  await checkout.close()
  await expect.element(note('This is paid.')).toHaveFocus()
})

// LNK-1, PAY-8
test('a server that does not answer about the order of a link keeps nobody from paying', async () => {
  const checkout = await openPaying(LINK, { server: server().on(paymentCalls.orderState, NO_ANSWER) })
  await pay.click()
  await checkout.close()
  await expect.element(closed).toBeVisible()
  await expect.element(pay).toBeEnabled()
})

// LNK-1, LNG-1
test.each([
  ['en', 'Pay ₹500', 'The payment did not go through. The bank said no.'],
  ['hi', '₹500 का भुगतान करें', 'भुगतान नहीं हो सका।'],
  ['mr', '₹500 भरा', 'पेमेंट होऊ शकले नाही.'],
] as const)('a failed payment is told in %s, and in no other language', async (language, button, words) => {
  const checkout = await openPaying(LINK, { server: server(), language })
  await page.getByRole('button', { name: button }).click()
  await checkout.fail('The bank said no.')
  await checkout.close()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

// PRV-2
test('by the button of a link are the rules for paying, and how to reach the payee', async () => {
  await openPaying(LINK, { server: server() })
  for (const [name, href] of [
    ['terms', '/terms'],
    ['refunds', '/refunds'],
    ['data', '/privacy'],
    ['Contact us', '/contact'],
  ] as const)
    await expect.element(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
})

// LNK-1
test('an open link names the payee once', async () => {
  await openPaying(LINK, { server: server() })
  const main = page.getByRole('main')
  await expect.element(main.getByText(/^Paid to Karuna Animal Welfare Foundation through Razorpay/)).toBeVisible()
  expect(main.getByText(/Paid to/).elements()).toHaveLength(1)
})

// LNK-1, PAY-8
test('a link whose price has changed since says the new one before its window opens', async () => {
  const repriced = new FakeServer().on(linkCalls.openOrder, succeed(orderOver(60_000)))
  const checkout = await openPaying(LINK, { server: repriced })
  await pay.click()
  await expect.element(page.getByText('The payment could not be opened. Please try again. Amount: ₹600')).toBeVisible()
  expect(checkout.opened).toEqual([])
  await page.getByRole('button', { name: 'Pay ₹600' }).click()
  await checkout.close()
  expect(checkout.opened).toMatchObject([{ amount: 60_000 }])
})

// LNK-1, PAY-8
test('an order by a link is asked for with the months that its page says', async () => {
  const asked = server()
  const checkout = await openPaying(LINK, { server: asked })
  await pay.click()
  await checkout.close()
  expect(asked.requests(linkCalls.openOrder).map(({ body }) => body)).toMatchObject([{ months: 12 }])
})
