import type { ReactNode } from 'react'
import { isMissing } from '../../lib/requests/request.ts'
import { ErrorBox } from './error-box.tsx'

/** The result of `useQuery`, or what several of them make together. */
export type Loading<Data> = {
  data: Data | undefined
  error: Error | null
  refetch: () => unknown
}

export type Failure = string | ((error: Error, retry: () => unknown) => ReactNode)

type Props<Data> = {
  query: Loading<Data>
  skeleton: ReactNode
  /** A message, shown in a box with a button that tries again; or a function that shows the failure itself. */
  failure: Failure
  /** Replaces the failure if the address names nothing. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * A query in its three states. Once there is data it stays shown: a reload in the background that fails must not take away what
 * somebody reads or types.
 */
export function Loaded<Data>({ query, skeleton, failure, missing, children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  if (missing !== undefined && isMissing(error)) return missing
  if (typeof failure === 'function') return failure(error, refetch)
  return <ErrorBox message={failure} onRetry={refetch} />
}

/** Several queries that are shown together: not there until all have answered. */
export function allOf<Data>(queries: Loading<Data>[]): Loading<Data[]> {
  const answers = queries.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return {
    data: answers.length === queries.length ? answers : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
  }
}
