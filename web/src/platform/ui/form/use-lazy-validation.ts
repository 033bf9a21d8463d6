import type { FormErrors } from '@mantine/form'
import { useEffect, useState } from 'react'
import { type Schema, schemaErrors } from './schema-errors.ts'

type Checks = (values: unknown) => FormErrors

/**
 * The validation of a form, loaded after the form is shown because it is needed only once something is typed.
 *
 * If it cannot be loaded nothing is rejected here: the server applies the same rules with the same messages.
 */
export function useLazyValidation(load: () => Promise<Schema>): (values: unknown) => FormErrors | Promise<FormErrors> {
  const [late] = useState(() => lateChecks(load))
  useEffect(() => void late.fetched(), [late])
  return late.errorsOf
}

function lateChecks(load: () => Promise<Schema>) {
  let checks: Checks | null = null
  let fetching: Promise<Checks> | null = null

  function fetched(): Promise<Checks> {
    fetching ??= load()
      .then(schemaErrors)
      .catch((): Checks => () => ({}))
      .then((found) => {
        checks = found
        return found
      })
    return fetching
  }

  return { fetched, errorsOf: (values: unknown) => checks?.(values) ?? fetched().then((found) => found(values)) }
}
