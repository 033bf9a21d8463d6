import { expect, type Locator, type Page } from '@playwright/test'

type Choice =
  | 'Pay successfully'
  | 'Fail the payment'
  | 'Bank stays silent'
  | 'Pay, then close the tab'
  | 'Close checkout'

/** A button of the sandbox's checkout, which is in a frame of another origin. */
export function checkoutButton(page: Page, name: Choice): Locator {
  return checkout(page).getByRole('button', { name, exact: true })
}

/** Pays, and closes the tab before the page around the checkout hears of it. */
export async function payAndCloseTab(page: Page): Promise<void> {
  await checkoutButton(page, 'Pay, then close the tab').click()
  // Until then the payment may not have reached the provider.
  await expect(checkout(page).getByText('Paid. You can close this tab now.')).toBeVisible()
  await page.close()
}

function checkout(page: Page) {
  return page.frameLocator('iframe.razorpay-checkout-frame')
}
