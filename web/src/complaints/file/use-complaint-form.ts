import type { RefObject } from 'react'
import { useKnownUser, useOwner } from '../../people/auth/ended-session.ts'
import { usePublicForm } from '../../platform/public-form/use-public-form.ts'
import { type ComplaintValues, EMPTY_COMPLAINT, valuesFor } from './complaint-values.ts'

export const COMPLAINT_DRAFT = 'complaint'

export function useComplaintForm(element: RefObject<HTMLElement | null>) {
  const draft = { owner: useOwner(), form: COMPLAINT_DRAFT }
  const { form, isRestored, startFrom, forgetDraft } = usePublicForm<ComplaintValues>({
    initial: valuesFor(useKnownUser()),
    draft,
    loadChecks: async () => (await import('./complaint-checks.ts')).errorsOf,
    element,
  })

  function restart(values: ComplaintValues) {
    startFrom(values)
    void forgetDraft()
  }

  return {
    form,
    draft,
    isRestored,
    clear: () => restart(EMPTY_COMPLAINT),
    /** Clears the fields about the incident, so that the same person can file another complaint. */
    keepPerson() {
      const { fullname, email, phone } = form.getValues()
      restart({ ...EMPTY_COMPLAINT, fullname, email, phone })
    },
  }
}
