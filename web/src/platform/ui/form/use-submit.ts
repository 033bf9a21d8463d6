import type { UseFormReturnType } from '@mantine/form'
import { useRef, useState } from 'react'
import { CallError, messageOf } from '../../lib/request.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { focusFirstError } from './focus-first-error.ts'

/**
 * Submits a form. A second click does nothing. On failure it shows the server's message or `failureText`, shows the fields' messages,
 * focuses the first invalid field, and keeps the input. Spread `formProps` on the `<form>`.
 */
export function useSubmit<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  failureText: string,
  work: (values: Values) => Promise<unknown>,
) {
  const element = useRef<HTMLFormElement>(null)
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
