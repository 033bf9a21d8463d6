import type { Purpose } from '@petsetu/contract/purposes.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useEffect } from 'react'
import { useCheckoutScript } from './checkout-script.ts'
import { payFlow } from './pay-flow.ts'

/** Use it in the page itself, not in a part that is mounted again when somebody signs in or out: the checkout may be open. */
export function useCheckoutPage(purpose: Purpose, site: Site): void {
  useCheckoutScript(site)
  useEffect(() => () => payFlow(purpose).leave(), [purpose])
}
