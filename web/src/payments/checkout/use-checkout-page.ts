import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useEffect } from 'react'
import { payFlow } from './pay-flow.ts'
import { useCheckoutScript } from './provider/checkout-script.ts'

/** Use it in the page itself, not in a part that is mounted again when somebody signs in or out: the checkout may be open. */
export function useCheckoutPage(purpose: Purpose, site: Site): void {
  useCheckoutScript(site)
  useEffect(() => {
    const flow = payFlow(purpose)
    const resume = () => {
      if (!document.hidden) void flow.resume()
    }
    resume()
    // Somebody who approved the payment in another app comes back.
    document.addEventListener('visibilitychange', resume)
    return () => {
      document.removeEventListener('visibilitychange', resume)
      flow.leave()
    }
  }, [purpose])
}
