import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { visitorPaths } from '@petsetu/contract/visitor-paths.ts'
import { useState, useSyncExternalStore } from 'react'
import { onForgetTyped } from '../../platform/lib/drafts/forget-typed.ts'
import { setIdentity } from '../../platform/lib/requests/request.ts'
import { hasTyped, watchTyping } from '../../platform/lib/typed-fields.ts'
import { currentUser, forgetToken, onSessionChange, ownerOf, useUser } from './session.ts'

// The person at this page, also once the server has ended the session. Another tab may be the one that hears of that: only a logout forgets
// what was typed in every tab.
let known = currentUser()

// The token of the person who is signing out: until it is gone, other tabs may still write it.
let leaving: string | undefined

// The token that the server has refused while somebody was typing.
let refused: string | null = null
const refusedListeners = new Set<() => void>()

onSessionChange(() => {
  const user = currentUser()
  if (user && user.accessToken !== leaving) known = user
})
onForgetTyped(() => {
  leaving = currentUser()?.accessToken
  known = null
})

/**
 * Ends the session with this token in the browser, because the server refused it. The same person is still at the page. While somebody
 * types, a reload in the background does not end it: the page asks for the login and stays.
 */
function endRefusedSession(token: string, inBackground: boolean): void {
  if (currentUser()?.accessToken !== token) return
  if (inBackground && hasTyped()) {
    refused = token
    for (const listener of refusedListeners) listener()
    return
  }
  forgetToken(token)
}

/** True while the server refuses the session of a person who is typing. */
export function useIsRefused(): boolean {
  return useSyncExternalStore(
    (listener) => {
      refusedListeners.add(listener)
      const stop = onSessionChange(listener)
      return () => {
        refusedListeners.delete(listener)
        stop()
      }
    },
    () => refused !== null && currentUser()?.accessToken === refused,
    () => false,
  )
}

/** True if the server ended the session while this page was open: the same person is still at it. */
export function hasSessionEnded(): boolean {
  return known !== null && currentUser() === null
}

/**
 * Names the person at a page that visitors may use, too. A form with this key is cleared after somebody signs out, for the next person; but
 * not when the server ends the session, so that nobody loses what they were typing.
 */
export function usePersonKey(): string {
  // Not shown, so it may differ from what the server has rendered: the form is not cleared when the script takes over.
  return useSyncExternalStore(onPersonChange, personKey, personKey)
}

// A tab may hear of the end of a session before it hears that somebody has signed out. Its page listens to that for as long as it is open.
function onPersonChange(listener: () => void): () => void {
  onForgetTyped(listener)
  return onSessionChange(listener)
}

/** The same outside of rendering. */
export function personKey(): string {
  return ownerOf(currentUser() ?? known)
}

/**
 * The owner of what the form keeps. It may differ from what the server has rendered, so it is not for what is shown: the draft is read once
 * and not first for a visitor.
 */
export function useOwner(): string {
  const read = () => ownerOf(currentUser())
  return useSyncExternalStore(onSessionChange, read, read)
}

/** The person who was signed in last while this form is open: when the server ends the session, what is filled in stays. */
export function useKnownUser(): SessionUser | null {
  const user = useUser()
  const [known, setKnown] = useState(user)
  if (user && user.id !== known?.id) setKnown(user)
  return user ?? known
}

/** Lets calls carry the signed-in person's token, and end the session where the server refuses it. Call it once. */
export function connectCalls(): void {
  watchTyping()
  setIdentity({
    token: () => currentUser()?.accessToken ?? null,
    onRefused: endRefusedSession,
    onForbidden(code) {
      if (code === 'second_factor_enrolment_required') goToAccount()
      // The admin area listens for `duty_required`.
      if (code) dispatchEvent(new Event(code))
    },
  })
}

// The account page shows an admin who must set up a second factor that, and nothing else.
function goToAccount(): void {
  const account = visitorPaths.account.to({})
  if (location.pathname !== account) location.replace(account)
}
