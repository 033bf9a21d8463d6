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

/**
 * Chooses in the checkout. The click is made inside its frame: on a busy machine the browser now and then loses one by the mouse
 * on its way to a frame of another origin.
 */
export async function chooseInCheckout(page: Page, name: Choice): Promise<void> {
  const button = checkoutButton(page, name)
  await expect(button).toBeEnabled()
  await button.dispatchEvent('click')
}

/**
 * Presses this button until the checkout opens: once some calls have failed, the program leaves a provider alone for ten seconds,
 * and asks whoever presses meanwhile to try again.
 */
export async function openCheckoutOnceBack(page: Page, button: Locator): Promise<void> {
  const opened = checkoutButton(page, 'Pay successfully')
  await expect(async () => {
    if (!(await opened.isVisible())) await button.click({ timeout: 1_000 })
    await expect(opened).toBeVisible({ timeout: 5_000 })
  }).toPass()
}

/** Pays, and closes the tab before the page around the checkout hears of it. */
export async function payAndCloseTab(page: Page): Promise<void> {
  await chooseInCheckout(page, 'Pay, then close the tab')
  // Until then the payment may not have reached the provider.
  await expect(checkout(page).getByText('Paid. You can close this tab now.')).toBeVisible()
  await page.close()
}

function checkout(page: Page) {
  return page.frameLocator('iframe.razorpay-checkout-frame')
}
