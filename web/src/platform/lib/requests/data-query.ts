import type { Call, Input } from '@petsetu/contract/platform/call.ts'
import { queryOptions } from '@tanstack/react-query'
import { keyOf, optionsOf } from './call-query.ts'
import { requestData } from './request-data.ts'

/** Like `callQuery`, for a call without input whose reply has the form `{status, data}`. */
export function dataQuery<C extends Call>(call: C) {
  return queryOptions({
    queryKey: keyOf(call),
    queryFn: (context) => requestData(call, {} as Input<C>, optionsOf(context)),
  })
}
