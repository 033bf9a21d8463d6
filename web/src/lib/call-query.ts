import type { Call, Input, Reply } from '@petsetu/contract/call.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** The start of every key under which replies to this call are kept. */
export function keyOf(call: Call): readonly [string, string] {
  return [call.method, call.path]
}

/** What `useQuery` needs to make a call and keep its reply. */
export function callQuery<C extends Call>(call: C, input: Input<C>) {
  return queryOptions({
    queryKey: [...keyOf(call), input] as const,
    queryFn: async ({ signal }): Promise<Reply<C>> => (await request(call, input, { signal })).reply,
  })
}

/** One page of a list, and how many rows there are on all pages together. */
export type Page<Row> = { rows: Row[]; total: number }

type RowOf<C extends Call> = Reply<C> extends (infer Row)[] ? Row : never

/** As `callQuery`, for a page of a list. */
export function pageQuery<C extends Call & { paged: true }>(call: C, input: Input<C>) {
  return queryOptions({
    queryKey: [...keyOf(call), input] as const,
    queryFn: async ({ signal }): Promise<Page<RowOf<C>>> => {
      const { reply, total } = await request(call, input, { signal })
      const rows = reply as RowOf<C>[]
      return { rows, total: total ?? rows.length }
    },
  })
}

/** Takes a row out of every kept page of a list. */
export function dropRow(queries: QueryClient, list: Call, id: number): void {
  queries.setQueriesData<Page<{ id: number }>>(
    { queryKey: keyOf(list) },
    (page) => page && { rows: page.rows.filter((row) => row.id !== id), total: page.total - 1 },
  )
}
