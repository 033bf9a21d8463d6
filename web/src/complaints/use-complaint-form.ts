import { type FormErrors, schemaResolver, useForm } from '@mantine/form'
import { ComplaintForm } from '@petsetu/contract/complaints.ts'
import { useState } from 'react'
import { useUser } from '../auth/session.ts'
import { dropDraft, keepDraft, readDraft } from '../lib/draft.ts'
import {
  type ComplaintValues,
  EMPTY_COMPLAINT,
  feeErrorOf,
  isSameComplaint,
  valuesFor,
  withDraft,
} from './complaint-values.ts'

const DRAFT = 'complaint'

/** The form, with a draft that exists exactly while there is something in the fields that was typed. */
export function useComplaintForm() {
  const person = useUser()
  const [initial] = useState(() => valuesFor(person))
  const [drafted] = useState(() => withDraft(initial, readDraft<ComplaintValues>(DRAFT)))
  const [isRestored, setRestored] = useState(!isSameComplaint(drafted, initial))
  const [amount, setAmount] = useState(drafted.amount)
  const form = useForm<ComplaintValues>({
    mode: 'uncontrolled',
    initialValues: drafted,
    validate: errorsOf,
    onValuesChange: (values) => {
      setAmount(values.amount)
      if (isSameComplaint(values, initial)) dropDraft(DRAFT)
      else keepDraft(DRAFT, values)
    },
  })

  function startFrom(values: ComplaintValues) {
    setRestored(false)
    form.setInitialValues(values)
    form.reset()
    setAmount(values.amount)
    dropDraft(DRAFT)
  }

  return {
    form,
    /** The fee as it stands in its field right now. */
    amount,
    isRestored,
    clear: () => startFrom(EMPTY_COMPLAINT),
    /** Clears what is about the incident: the same person files another complaint. */
    keepPerson() {
      const { fullname, email, phone } = form.getValues()
      startFrom({ ...EMPTY_COMPLAINT, fullname, email, phone })
    },
  }
}

const complaintErrorsOf = schemaResolver(ComplaintForm, { sync: true })

function errorsOf(values: ComplaintValues): FormErrors {
  const feeError = feeErrorOf(values.amount)
  return { ...complaintErrorsOf(values), ...(feeError && { amount: feeError }) }
}
