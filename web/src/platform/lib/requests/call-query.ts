import type { Call, Input, Reply } from '@petsetu/contract/platform/call.ts'
import { type QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { type Options, request, TIMEOUT_MS } from './request.ts'
import { requestData } from './request-data.ts'
import { sendByClock } from './server-clock.ts'

/** The prefix of all query keys of this call. */
export function keyOf(call: Call): readonly [string, string] {
  return [call.method, call.path]
}

export function callQuery<C extends Call>(call: C, input: Input<C>) {
  return queryOptions({
    queryKey: [...keyOf(call), input] as const,
    queryFn: async (context): Promise<Reply<C>> => (await request(call, input, optionsOf(context))).reply,
  })
}

/** The options of a request that a query makes. */
function optionsOf({ signal, client, queryKey }: QueryFunctionContext): Options {
  return {
    signal,
    timeoutMs: TIMEOUT_MS,
    inBackground: client.getQueryData(queryKey) !== undefined,
    send: sendByClock,
  }
}

/** One page of a list, and the number of rows on all pages. */
export type Page<Row> = { rows: Row[]; total: number }

type RowOf<C extends Call> = Reply<C> extends (infer Row)[] ? Row : never

/** Like `callQuery`, for a page of a list. */
export function pageQuery<C extends Call & { paged: true }>(call: C, input: Input<C>) {
  return queryOptions({
    queryKey: [...keyOf(call), input] as const,
    queryFn: async (context): Promise<Page<RowOf<C>>> => {
      const { reply, total } = await request(call, input, optionsOf(context))
      const rows = reply as RowOf<C>[]
      return { rows, total: total ?? rows.length }
    },
  })
}

/** Asks for the replies of these calls anew, where a page shows them. */
export async function refetch(queries: QueryClient, ...stale: Call[]): Promise<void> {
  await Promise.all(stale.map((call) => queries.invalidateQueries({ queryKey: keyOf(call) })))
}

/** Removes a row from all cached pages of a list. */
export function dropRow(queries: QueryClient, list: Call, id: number): void {
  queries.setQueriesData<Page<{ id: number }>>(
    { queryKey: keyOf(list) },
    (page) => page && { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 },
  )
}

/** Like `callQuery`, for a call without input whose reply has the form `{status, data}`. */
export function dataQuery<C extends Call>(call: C) {
  return queryOptions({
    queryKey: keyOf(call),
    queryFn: (context) => requestData(call, {} as Input<C>, optionsOf(context)),
  })
}
