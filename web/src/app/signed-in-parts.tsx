import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { Confirmation } from '../ui/feedback/confirm.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { closeToasts } from '../ui/feedback/toast.ts'
import { QueryProvider } from './query-provider.tsx'
import './signed-in-styles.ts'

// The page does not wait for it: what is said before it is there appears with it.
const Toasts = lazy(async () => ({ default: (await import('../ui/feedback/toasts.tsx')).Toasts }))

/** The answers that pages share, questions and messages over the page: what all signed-in pages share, and public ones never load. */
export function SignedInParts({ children }: { children: ReactNode }) {
  // The next person must not read messages for the previous one.
  useEffect(() => onSessionChange(closeToasts), [])
  return (
    <QueryProvider>
      {children}
      <Confirmation />
      <ErrorBoundary>
        <Suspense>
          <Toasts />
        </Suspense>
      </ErrorBoundary>
    </QueryProvider>
  )
}
