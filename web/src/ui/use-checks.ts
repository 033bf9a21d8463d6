import { type FormErrors, schemaResolver } from '@mantine/form'
import { useEffect, useState } from 'react'

type Schema = Parameters<typeof schemaResolver>[0]
type Checks = (values: unknown) => FormErrors

/**
 * A form's checks, fetched once the form stands: nobody needs them before something is typed. For the `validate` of a form.
 *
 * Where they cannot be fetched nothing is found wrong here: the server checks by the same rules and says so in the same words.
 */
export function useChecks(load: () => Promise<Schema>): (values: unknown) => FormErrors | Promise<FormErrors> {
  const [late] = useState(() => lateChecks(load))
  useEffect(() => void late.fetched(), [late])
  return late.errorsOf
}

function lateChecks(load: () => Promise<Schema>) {
  let checks: Checks | null = null
  let fetching: Promise<Checks> | null = null

  function fetched(): Promise<Checks> {
    fetching ??= load()
      .then((schema) => schemaResolver(schema, { sync: true }))
      .catch((): Checks => () => ({}))
      .then((found) => {
        checks = found
        return found
      })
    return fetching
  }

  return { fetched, errorsOf: (values: unknown) => checks?.(values) ?? fetched().then((found) => found(values)) }
}
