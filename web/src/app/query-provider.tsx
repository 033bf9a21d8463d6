import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { isTimeout } from '../lib/is-timeout.ts'
import { CallError } from '../lib/request.ts'

const RETRY_AFTER_MS = 500

// Retries once without an answer or after a 5xx. A 4xx would be the same again, and after a time-out nobody wants to wait as long again.
function isWorthRetrying(failures: number, error: Error): boolean {
  if (failures > 0 || !(error instanceof CallError) || isTimeout(error)) return false
  return error.status === 0 || error.status >= 500
}

export const queries = createQueryClient()

/** The query cache, for pages that fetch data. Pages without it do not load the library. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Calls are made offline too and fail, so that a message appears instead of an endless wait.
      queries: { retry: isWorthRetrying, retryDelay: RETRY_AFTER_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  // The next person must not see what the previous one had loaded.
  onSessionChange(() => client.clear())
  return client
}
