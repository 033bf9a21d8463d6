import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { CallError, messageOf } from '../../lib/requests/request.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { focusFirstError } from './focus-first-error.ts'

/** The part that is used of a form: one of the component library's has it, and one of the pages before sign-in. */
type Submitted<Values> = {
  setErrors: (errors: Record<string, string>) => void
  onSubmit: (
    submit: (values: Values) => void,
    onErrors: (errors: Record<string, unknown>) => void,
  ) => (event: FormEvent<HTMLFormElement>) => void
}

/**
 * Submits a form. A second click does nothing. On failure it shows the server's message or `failureText`, shows the fields' messages,
 * focuses the first invalid field, and keeps the input. Spread `formProps` on the `<form>`.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: Submitted<Values>,
  failureText: string,
  work: (values: Values) => Promise<unknown>,
  known?: RefObject<HTMLFormElement | null>,
) {
  const own = useRef<HTMLFormElement>(null)
  const element = known ?? own
  const [failure, setFailure] = useState<string | null>(null)

  const [submit, isBusy] = useBusy(async (values: Values) => {
    setFailure(null)
    try {
      await work(values)
    } catch (error) {
      setFailure(messageOf(error, failureText))
      if (!(error instanceof CallError)) return
      form.setErrors(error.fields)
      focusFirstError(element.current, error.fields)
    }
  })

  return {
    formProps: {
      ref: element,
      noValidate: true,
      onSubmit: form.onSubmit(submit, (errors) => focusFirstError(element.current, errors)),
    },
    isBusy,
    failure,
    forgetFailure: () => setFailure(null),
  }
}
