import type { SessionUser } from '@petsetu/contract/auth.ts'
import { useEffect, useRef, useState } from 'react'
import { ownerOf } from '../../auth/session.ts'
import { payFlow, usePayState } from '../../checkout/pay-flow.ts'
import { CallError } from '../../lib/request.ts'
import { useDraftedForm } from '../../lib/use-drafted-form.ts'
import { type DonationValues, errorsOf, valuesFor } from '../../shared/donation-values.ts'
import { focusFirstError } from '../../ui/form/focus-first-error.ts'
import { donate } from './donate.ts'

/** The fields of a donation, and sending them. `element` is the form on the page. */
export function useDonating(user: SessionUser | null) {
  const [initial] = useState(() => valuesFor(user))
  const draft = { owner: ownerOf(user), form: 'donation' }
  const { form, isRestored, clear, forgetDraft } = useDraftedForm({ initial, draft, errorsOf, neverKept: ['pan'] })
  const element = useRef<HTMLFormElement>(null)
  const isDone = usePayState('donation').done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!isDone) return
    clear()
    void forgetDraft()
  }, [isDone])

  async function submit(values: DonationValues) {
    const outcome = await payFlow('donation').start((signal, isAnother) => donate(values, signal, isAnother))
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    form.setErrors(outcome.error.fields)
    focusFirstError(element.current, outcome.error.fields)
  }

  return { element, form, isRestored, clear, submit }
}
