import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { CallError, messageOf } from '../../lib/requests/request.ts'
import { useBusy } from '../../lib/use-busy.ts'
import { focusFirstError } from './focus-first-error.ts'

/** The part that is used of a form: one of the component library's has it, and one of the pages before sign-in. */
export type Submitted<Values> = {
  setErrors: (errors: Record<string, string>) => void
  onSubmit: (
    submit: (values: Values) => void,
    onErrors: (errors: Record<string, unknown>) => void,
  ) => (event: FormEvent<HTMLFormElement>) => void
}

const NO_FAILURE: [null] = [null]

/** Runs a form before sign-in: `useSubmit` without its care for the focus, which `FormButton` does not lose. */
export function usePlainSubmit<Values extends Record<string, unknown>>(
  form: Submitted<Values>,
  failureText: string,
  work: (values: Values) => Promise<unknown>,
  known?: RefObject<HTMLFormElement | null>,
) {
  const own = useRef<HTMLFormElement>(null)
  const element = known ?? own
  const [[failure, isAtField], setFailure] = useState<[message: string | null, isAtField?: boolean]>(NO_FAILURE)

  const [submit, isBusy] = useBusy(async (values: Values) => {
    setFailure(NO_FAILURE)
    try {
      await work(values)
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      form.setErrors(fields)
      setFailure([messageOf(error, failureText), focusFirstError(element.current, fields)])
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
    /** The failure, unless it stands at a field: for a short form, which need not say it twice. */
    otherFailure: isAtField ? null : failure,
    forgetFailure: () => setFailure(NO_FAILURE),
  }
}
