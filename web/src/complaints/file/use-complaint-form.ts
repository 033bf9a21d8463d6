import { ComplaintForm } from '@petsetu/contract/complaints/complaint-form.ts'
import { useState } from 'react'
import { ownerOf, useUser } from '../../people/auth/session.ts'
import { useDraftedForm } from '../../platform/lib/use-drafted-form.ts'
import { schemaErrors } from '../../platform/ui/form/schema-errors.ts'
import { type ComplaintValues, EMPTY_COMPLAINT, feeErrorOf, valuesFor } from './complaint-values.ts'

export const COMPLAINT_DRAFT = 'complaint'

export function useComplaintForm() {
  const person = useUser()
  const [initial] = useState(() => valuesFor(person))
  const draft = { owner: ownerOf(person), form: COMPLAINT_DRAFT }
  const { form, isRestored, startFrom, forgetDraft } = useDraftedForm<ComplaintValues>({ initial, draft, errorsOf })

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

const complaintErrorsOf = schemaErrors(ComplaintForm)

function errorsOf(values: ComplaintValues): Record<string, string> {
  const feeError = feeErrorOf(values.amount)
  return { ...complaintErrorsOf(values), ...(feeError && { amount: feeError }) }
}
