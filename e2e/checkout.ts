import type { Locator, Page } from '@playwright/test'

type Choice =
  | 'Pay successfully'
  | 'Fail the payment'
  | 'Bank stays silent'
  | 'Pay, then close the tab'
  | 'Close checkout'

/** A button of the sandbox's checkout, which is in a frame of another origin. */
export function checkoutButton(page: Page, name: Choice): Locator {
  return page.frameLocator('iframe.razorpay-checkout-frame').getByRole('button', { name, exact: true })
}
