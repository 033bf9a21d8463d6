import { type CheckoutData, paymentCalls } from '@petsetu/contract/payments/payments.ts'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { succeed } from '@petsetu/contract/platform/envelope.ts'
import type { AmountTexts } from '@petsetu/contract/supporters/donation-causes.ts'
import type { Language } from '@petsetu/languages/languages.ts'
import { onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Razorpay } from '../src/payments/checkout/provider.ts'
import { forgetToken, signIn } from '../src/people/auth/session.ts'
import { FRIEND } from './examples.ts'
import type { FakeServer } from './fake-server.ts'
import { openPage } from './open-page.tsx'

declare global {
  interface Window {
    /** Becomes the provider's constructor when the page loads the provider's script. */
    providerOfTest?: Razorpay
  }
}

type CheckoutOptions = ConstructorParameters<Razorpay>[0]

export const RECEIPT = '/receipt/aZ09_-aZ09_-aZ09_-aZ09'

export const PAYMENT = {
  razorpay_payment_id: 'pay_Abcdefghij1234',
  razorpay_order_id: 'order_1',
  razorpay_signature: 'signed',
}

// A page that keeps the script opens the window of the test that runs.
const SCRIPT =
  'data:text/javascript,window.Razorpay=window.providerOfTest&&function(options){return new window.providerOfTest(options)}'

/** The details of an order over this amount, in paise. */
export function orderOver(amount: number): { order_id: string; checkout_data: CheckoutData } {
  const checkout_data = { key: 'key_1', amount, currency: 'INR' as const, name: 'Karuna', description: 'Payment' }
  return { order_id: 'order_1', checkout_data }
}

/** The payment provider's window, in which the test pays, fails or closes it. */
class FakeCheckout {
  /** The arguments of each window that was opened. */
  readonly opened: CheckoutOptions[] = []
  #shown: CheckoutOptions | null = null
  #fail: (description: string) => void = () => {}

  /** The provider's script has its constructor from now on; before, it is empty, as some blockers leave it. */
  install(): void {
    const listen = (fail: (description: string) => void) => {
      this.#fail = fail
    }
    const show = (options: CheckoutOptions) => {
      this.#shown = options
      this.opened.push(options)
    }
    window.providerOfTest = class {
      readonly #options: CheckoutOptions
      constructor(options: CheckoutOptions) {
        this.#options = options
      }
      on(_: 'payment.failed', listener: (failure: { error: { description: string } }) => void) {
        listen((description) => listener({ error: { description } }))
      }
      open() {
        show(this.#options)
      }
    }
  }

  async pay(): Promise<void> {
    const { handler } = await this.#window()
    this.#shown = null
    handler(PAYMENT)
  }

  /** An attempt fails; the window stays open. */
  async fail(description: string): Promise<void> {
    await this.#window()
    this.#fail(description)
  }

  async close(): Promise<void> {
    const { modal } = await this.#window()
    this.#shown = null
    modal.ondismiss()
  }

  /** The window, once it is open. */
  async #window(): Promise<CheckoutOptions> {
    return await vi.waitUntil(() => this.#shown, { timeout: 15_000 })
  }
}

type Opening = {
  as?: SessionUser
  server: FakeServer
  /** The provider's script does not work until the test installs the checkout. */
  isBlocked?: boolean
  language?: Language
  /** The lines beside the amounts of the donation page. */
  amountTexts?: AmountTexts
}

/** Opens a page that takes payments. What one test has paid does not stand on the page of the next. */
export async function openPaying(
  address: string,
  { as, server, isBlocked = false, language = 'en', amountTexts = {} }: Opening,
): Promise<FakeCheckout> {
  const checkout = new FakeCheckout()
  if (!isBlocked) checkout.install()
  onTestFinished(forgetPayments)
  // After a window that was closed the page asks whether the order was paid meanwhile.
  server.byDefault(paymentCalls.orderState, succeed({ is_paid: false, receipt_path: null }))
  if (as) signIn(as)
  await openPage(address, { ...(as && { as }), server, site: { checkoutUrl: SCRIPT, amountTexts }, language })
  return checkout
}

/** A field by the whole of its label. */
export const field = (label: string) => page.getByLabelText(label, { exact: true })

export async function fillRegistration(plan: { id: number } = FRIEND): Promise<void> {
  await field('Name').fill('Arjun Mehta')
  await field('Email').fill('arjun@example.org')
  await field('Phone').fill('+91 55500 54321')
  await field('Choose Membership Plan').selectOptions(String(plan.id))
  await field('Address').fill('8 Tank Street, Chennai')
  await field('Why do you want to join?').fill('I want to help.')
}

export async function fillDonation(name = 'Lalita Joshi', pan = ''): Promise<void> {
  await field('Name').fill(name)
  await field('Email').fill('lalita@example.org')
  await field('Phone').fill('+91 55500 67890')
  await field('Address').fill('3 Fort Road, Satara')
  await field('Who gives this donation?').selectOptions('An Indian citizen')
  await field('PAN').fill(pan)
}

/** Holds the clock, so that a page that leads on by itself after some seconds stays. */
export function holdClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

// The payment outlives its page, and follows whoever signs in.
function forgetPayments(): void {
  delete window.providerOfTest
  const nobody: SessionUser = { id: 999, username: 'nobody', email: '', role: 'user', accessToken: 'token-of-nobody' }
  sessionStorage.clear()
  signIn(nobody)
  forgetToken(nobody.accessToken)
}
