import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { isTimeout } from '../lib/is-timeout.ts'
import { CallError } from '../lib/request.ts'

const RETRY_AFTER_MS = 500

// Retries once without an answer or after a 5xx. A 4xx would be the same again, and after a time-out nobody wants to wait as long again.
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 400
  return failures < 1 && !isTimeout(error) && (status === 0 || status >= 500)
}

export const queries = createQueryClient()

/** The query cache, for pages that fetch data. Pages without it do not load the library. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // Calls are made offline too and fail, so that a message appears instead of an endless wait.
      queries: { retry: isWorthRetrying, retryDelay: RETRY_AFTER_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  // The next person must not see what the previous one had loaded.
  onSessionChange(() => queries.clear())
  return queries
}
