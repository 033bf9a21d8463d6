/** What stands in the fields of a report's filter; an empty text means any. */
export type Filter = Record<string, string>

/** A schema's checks, field by field. */
export type FieldChecks = Record<string, { safeParse: (value: unknown) => { success: boolean } }>

/** The filter that an address asks for. What no field could hold is left out; fields that contradict each other are not. */
export function filterOf<F extends Filter>(empty: F, checks: FieldChecks, params: URLSearchParams): F {
  const given = Object.keys(empty).flatMap((field) => {
    const value = params.get(field) ?? ''
    return value !== '' && checks[field]?.safeParse(value).success ? [[field, value]] : []
  })
  return { ...empty, ...Object.fromEntries(given) }
}

/** The filter as it is sent, and as it stands in the address: without what is empty. */
export function searchOf(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
