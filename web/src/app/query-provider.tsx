import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { isTimeout } from '../lib/is-timeout.ts'
import { CallError } from '../lib/request.ts'

const RETRY_AFTER_MS = 500

// A refusal stays a refusal, and who has waited long shall not wait as long again; a missing answer and a fault of the server are worth
// one more try.
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 400
  return failures < 1 && !isTimeout(error) && (status === 0 || status >= 500)
}

const queries = createQueryClient()

/** Around pages that ask for what they show, and keep the answers for as long as the page lives. A page without loads none of it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // Offline, calls are made and fail, so that a message appears instead of an endless wait.
      queries: { retry: isWorthRetrying, retryDelay: RETRY_AFTER_MS, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
  // The next person must not see what the previous one had loaded.
  onSessionChange(() => queries.clear())
  return queries
}
