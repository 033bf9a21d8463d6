/** The fields of a report's filter; an empty text means any. */
export type Filter = Record<string, string>

export type FieldChecks = Record<string, { safeParse: (value: unknown) => { success: boolean } }>

/** The filter in an address. Invalid values are dropped; values that contradict each other are kept. */
export function filterOf<F extends Filter>(empty: F, checks: FieldChecks, params: URLSearchParams): F {
  const given = Object.keys(empty).flatMap((field) => {
    const value = params.get(field) ?? ''
    return value !== '' && checks[field]?.safeParse(value).success ? [[field, value]] : []
  })
  return { ...empty, ...Object.fromEntries(given) }
}

/** The filter as it is sent and written into the address: without empty values. */
export function searchOf(filter: Filter): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}
