import type { QueryClient } from '@tanstack/react-query'

/** The address at which somebody arrives. */
type LoaderArgs = { params: Readonly<Record<string, string | undefined>>; search: URLSearchParams }

/** Starts a query, also one that was answered a moment ago. */
type Prefetch = QueryClient['prefetchQuery']

/** The property `load` of a page: starts the queries that it shows first, at navigation, before it is rendered. */
export type PageLoader = (prefetch: Prefetch, arrival: LoaderArgs) => Promise<unknown>
