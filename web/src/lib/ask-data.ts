import type { Call, Input } from '@petsetu/contract/call.ts'
import { queryOptions } from '@tanstack/react-query'
import { keyOf } from './call-query.ts'
import { requestData } from './request-data.ts'

/** As `callQuery`, for a call without input whose answer also says in its body whether it succeeded. */
export function askData<C extends Call>(call: C) {
  return queryOptions({
    queryKey: keyOf(call),
    queryFn: ({ signal }) => requestData(call, {} as Input<C>, { signal }),
  })
}
