import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import { useSyncExternalStore } from 'react'
import { VISITOR } from '../../platform/lib/storage.ts'
import { hasTyped } from '../../platform/lib/typed-fields.ts'
import { currentUser, forgetToken, hasSignedOut, onSessionChange, ownerOf } from './session.ts'

// The person whose session the server ended while this page was open.
let ended: SessionUser | null = null

// The token that the server has refused while somebody was typing.
let refused: string | null = null
const refusedListeners = new Set<() => void>()

onSessionChange(() => {
  if (currentUser() || hasSignedOut()) ended = null
})

/**
 * Ends the session with this token in the browser, because the server refused it. The same person is still at the page. While somebody
 * types, a reload in the background does not end it: the page asks for the login and stays.
 */
export function endRefusedSession(token: string, inBackground: boolean): void {
  const person = currentUser()
  if (person?.accessToken !== token) return
  if (inBackground && hasTyped()) {
    refused = token
    for (const listener of refusedListeners) listener()
    return
  }
  ended = person
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
  return ended !== null && currentUser() === null
}

/**
 * Names the person at a page that visitors may use, too. A form with this key is cleared after somebody signs out, for the next person; but
 * not when the server ends the session, so that nobody loses what they were typing.
 */
export function usePersonKey(): string {
  return useSyncExternalStore(onSessionChange, personKey, () => VISITOR)
}

/** The same outside of rendering. */
export function personKey(): string {
  return ownerOf(currentUser() ?? ended)
}
