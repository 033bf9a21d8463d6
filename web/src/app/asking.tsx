import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { CallError } from '../lib/request.ts'

const RETRY_AFTER_MS = 500

// A refusal stays a refusal; only a missing answer and a fault of the server are worth one more try.
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof CallError ? error.status : 400
  return failures < 1 && (status === 0 || status >= 500)
}

const queries = createQueryClient()

/** Around pages that ask for what they show, and keep the answers for as long as the page lives. A page without loads none of it. */
export function Asking({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // Offline, a call is made and fails: a message is worth more than waiting without a word.
      queries: { retry: isWorthRetrying, retryDelay: RETRY_AFTER_MS, networkMode: 'always' },
    },
  })
  // Nobody may see what the person before them had loaded.
  onSessionChange(() => queries.clear())
  return queries
}
