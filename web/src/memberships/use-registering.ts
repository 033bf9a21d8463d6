import type { Registration } from '@petsetu/contract/memberships.ts'
import type { Site } from '@petsetu/contract/site.ts'
import { useState } from 'react'
import { useCheckout } from '../checkout/open-checkout.ts'
import { messageOfDelay } from '../checkout/unconfirmed.ts'
import { useBusy } from '../lib/use-busy.ts'
import { forgetMadePayment, keepMadePayment, readMadePayment } from './made-payment.ts'
import { confirmMembership, type Ending, type MadePayment, registerMembership } from './register-membership.ts'
import { isUnanswered, messageOfEnding, type RegistrationMessage } from './registration-message.ts'
import { register, verify } from './registration-steps.ts'

/** Where a registration stands, and what moves it on. `onEnding` hears every ending before the page says it. */
export function useRegistering(site: Site, onEnding: (ending: Ending) => Promise<void>) {
  const openCheckout = useCheckout(site)
  const [made, setMade] = useState(readMadePayment)
  const [message, setMessage] = useState<RegistrationMessage | null>(null)
  const [active, setActive] = useState<{ receiptPath: string | null } | null>(null)

  function forget() {
    forgetMadePayment()
    setMade(null)
  }

  function prove(payment: MadePayment) {
    keepMadePayment(payment)
    setMade(payment)
    return verify(payment, (delay) => setMessage(messageOfDelay(delay)))
  }

  const [run, isBusy] = useBusy(async (story: () => Promise<Ending>) => {
    setMessage(null)
    const ending = await story()
    await onEnding(ending)
    if (ending.kind === 'active') {
      forget()
      setActive(ending)
      return
    }
    if (ending.kind === 'failed' && ending.at === 'verify' && !isUnanswered(ending.error)) forget()
    setMessage(messageOfEnding(ending))
  })

  return {
    /** A payment that is made and not confirmed. */
    made,
    message,
    /** The good end; null until then. */
    active,
    isBusy,
    register: (registration: Registration, shownPaise: number) =>
      run(() => {
        const { name, email, phone } = registration
        return registerMembership(
          {
            register: () => register(registration),
            checkout: (order) => openCheckout(order, { name, email, phone }),
            verify: prove,
          },
          shownPaise,
        )
      }),
    confirm: (payment: MadePayment) => run(() => confirmMembership({ verify: prove }, payment)),
  }
}
