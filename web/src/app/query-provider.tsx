import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useSyncExternalStore } from 'react'
import { personKey } from '../people/auth/ended-session.ts'
import { onSessionChange } from '../people/auth/session.ts'
import { CallError, isTimeout } from '../platform/lib/requests/request.ts'

const RETRY_AFTER_MS = 500
// A part that is rendered after the loader's prefetch, or after another part, takes the answer or the failure that has just arrived.
const FRESH_MS = 5_000

// Retries once without an answer or after a 5xx. A 4xx would be the same again, and after a time-out nobody wants to wait as long again.
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof CallError) || isTimeout(error)) return false
  return error.status === 0 || error.status >= 500
}

let held = { person: personKey(), queries: createQueryClient() }

/** The query cache of the person at the page. The next person gets a new one, and never sees what the previous one had loaded. */
export function currentQueries(): QueryClient {
  const person = personKey()
  if (person !== held.person) {
    held.queries.clear()
    held = { person, queries: createQueryClient() }
  }
  return held.queries
}

/** The query cache, for pages that fetch data. Pages without it do not load the library. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const queries = useSyncExternalStore(onSessionChange, currentQueries)
  return (
    // The key renders everything anew for the next person: nothing goes on waiting for an answer of the cache that was dropped.
    <QueryClientProvider key={held.person} client={queries}>
      {children}
    </QueryClientProvider>
  )
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Calls are made offline too and fail, so that a message appears instead of an endless wait.
      queries: {
        retry: isWorthRetrying,
        retryDelay: RETRY_AFTER_MS,
        staleTime: FRESH_MS,
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > FRESH_MS,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
