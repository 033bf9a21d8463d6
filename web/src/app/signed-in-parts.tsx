import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { onSessionChange } from '../auth/session.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { closeToasts } from '../ui/feedback/toast.ts'
import { QueryProvider } from './query-provider.tsx'
import './signed-in-styles.ts'

// Loaded after the page. Messages and questions from before are shown once they are loaded.
const Confirmation = lazy(async () => ({ default: (await import('../ui/feedback/confirm.tsx')).Confirmation }))
const Toasts = lazy(async () => ({ default: (await import('../ui/feedback/toasts.tsx')).Toasts }))

/** What all signed-in pages share and public pages never load: the query cache, the confirmation dialog and the toasts. */
export function SignedInParts({ children }: { children: ReactNode }) {
  // The next person must not read messages for the previous one.
  useEffect(() => onSessionChange(closeToasts), [])
  return (
    <QueryProvider>
      {children}
      <ErrorBoundary>
        <Suspense>
          <Confirmation />
          <Toasts />
        </Suspense>
      </ErrorBoundary>
    </QueryProvider>
  )
}
