import { type ReactNode, useEffect } from 'react'
// Further styles that every signed-in page needs. Styles that only some pages need are imported by those pages.
import '@mantine/core/styles/CloseButton.css'
import { currentUser, onSessionChange } from '../people/auth/session.ts'
import { lazyPart } from '../platform/ui/feedback/lazy-part.tsx'
import { closeToasts } from '../platform/ui/feedback/toast.ts'
import { QueryProvider } from './query-provider.tsx'

// Loaded after the page. Messages and questions from before are shown once they are loaded.
const Confirmation = lazyPart(async () => (await import('../platform/ui/feedback/confirm.tsx')).Confirmation, {
  failed: null,
})
const Toasts = lazyPart(async () => (await import('../platform/ui/feedback/toasts.tsx')).Toasts, { failed: null })

/** Holds the parts that all signed-in pages share and public pages never load: the query cache, the confirmation dialog and the toasts. */
export function SignedInParts({ children }: { children: ReactNode }) {
  useEffect(closeToastsForOthers, [])
  return (
    <QueryProvider>
      {children}
      <Confirmation />
      <Toasts />
    </QueryProvider>
  )
}

/** The next person must not read messages for the previous one. */
function closeToastsForOthers() {
  let reader = currentUser()?.id
  return onSessionChange(() => {
    const before = reader
    reader = currentUser()?.id
    if (reader !== before) closeToasts()
  })
}
