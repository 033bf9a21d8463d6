import { complaintCalls } from '@petsetu/contract/complaints/complaints.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { payFlow } from '../src/payments/checkout/pay-flow.ts'
import { FakeServer, rejected } from './fake-server.ts'
import { closePage } from './open-page.tsx'
import { PAYMENT } from './paying.ts'

export const FILED = { complaint_id: 31, reference: 'PS-2026-00031-K', follow_path: '/complaint/follow/token' }

export const DESCRIPTION = 'A dog is chained in the sun without water.'

/** The provider's checkout, in which somebody pays at once. */
export const PAID_CHECKOUT = `data:text/javascript,${encodeURIComponent(
  `window.Razorpay = function (options) { return { on() {}, open() { options.handler(${JSON.stringify(PAYMENT)}) } } }`,
)}`

/** A server that takes complaints, and no payments. What the test has filed is forgotten at its end. */
export function filingServer(): FakeServer {
  onTestFinished(forgetFiling)
  return new FakeServer()
    .on(complaintCalls.submit, succeed(FILED))
    .on(complaintCalls.initiatePayment, rejected(503, 'provider_unavailable', 'The payment provider does not answer.'))
}

const REQUIRED = {
  'Full name': 'Asha Rao',
  Email: 'complainant@example.org',
  Phone: '+91 55500 12345',
  'Location of incident': 'Kothrud, Pune',
  'Date of incident': '2026-01-31',
  Description: DESCRIPTION,
}

/** Fills in the required fields, all at once: one key after the other takes seconds. */
export async function fillComplaint(): Promise<void> {
  await page.getByRole('radio', { name: 'Cruelty' }).click()
  for (const [label, value] of Object.entries(REQUIRED)) {
    const field = page.getByLabelText(label)
    await expect.element(field).toBeVisible()
    const element = field.element()
    const { prototype } = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value)
    element.dispatchEvent(new Event('input', { bubbles: true }))
    await expect.element(field).toHaveValue(value)
  }
}

export const submitButton = page.getByRole('button', { name: /^Submit and Pay/ })

export const savedHeading = page.getByRole('heading', { name: 'Your complaint is saved' })

/** A small PDF. */
export function letter(name: string): File {
  return new File([`%PDF-1.4\n% ${name}\ntrailer\n<< >>\n%%EOF\n`], name, { type: 'application/pdf' })
}

/** Tells the page that the connection is lost, or there again. */
export function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

// The payment outlives the page that started it: what one test has saved would stand in the form of the next.
async function forgetFiling(): Promise<void> {
  vi.restoreAllMocks()
  await closePage()
  localStorage.clear()
  sessionStorage.clear()
  const payment = payFlow('complaint')
  payment.startOver()
  payment.leave()
}
