import type { QueryClient } from '@tanstack/react-query'

/** The address at which somebody arrives. */
type Arrival = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** The property `load` of a page: starts the queries that it shows first, at navigation, before it is rendered. */
export type LoadFirst = (queries: QueryClient, arrival: Arrival) => Promise<unknown>

/** For a query that `LoadFirst` starts at each arrival: rendering the page must not start it a second time. */
export function startedAtArrival<Q extends object>(query: Q) {
  return { ...query, refetchOnMount: false, retryOnMount: false } as const
}

const SHARED_MS = 5_000

/** For a query that several parts of a page show: a part that is rendered later takes the answer that has just arrived. */
export function sharedByPage<Q extends object>(query: Q) {
  return { ...query, staleTime: SHARED_MS } as const
}
