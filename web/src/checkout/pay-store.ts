import type { Purpose } from '@petsetu/contract/purposes.ts'
import { hasSessionEnded } from '../auth/ended-session.ts'
import { currentUser, onSessionChange, ownerOf } from '../auth/session.ts'
import { keepOwned, readOwned, removeOwned } from '../lib/owned-text.ts'
import { VISITOR } from '../lib/storage.ts'
import { IDLE, type PayState } from './pay-state.ts'

export type PayStore = ReturnType<typeof createPayStore>

/** The payment state of a purpose, and whose it is. What was created and paid survives a reload. */
export function createPayStore(purpose: Purpose) {
  const name = `payment-${purpose}`
  const listeners = new Set<() => void>()
  let owner = ownerOf(currentUser())
  let state: PayState = { ...IDLE, ...readKept(name, owner) }

  const isOwnerSignedIn = () => owner === ownerOf(currentUser())

  function set(change: Partial<PayState>) {
    state = { ...state, ...change }
    // Nothing is stored if somebody signed out meanwhile.
    if (isOwnerSignedIn()) keep(name, owner, state)
    for (const listener of listeners) listener()
  }

  function followSession() {
    if (isOwnerSignedIn()) return
    // The same person goes on, signed in by now, or in a session that the server has ended.
    const isHandedOver = owner === VISITOR || hasSessionEnded()
    // An open checkout is not interrupted.
    if (state.activity && !isHandedOver) return
    const before = owner
    owner = ownerOf(currentUser())
    if (state.activity) {
      removeOwned(name, before)
      set({})
    } else set({ ...IDLE, ...readKept(name, owner) })
  }

  onSessionChange(followSession)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    owner: () => owner,
    isOwnerSignedIn,
    set,
    /** Passes the state to the person who is signed in now, or shows that person's own. */
    followSession,
  }
}

type Kept = Pick<PayState, 'saved' | 'unconfirmed'>

function keep(name: string, owner: string, { saved, unconfirmed }: Kept): void {
  if (saved || unconfirmed.length > 0) keepOwned(name, owner, JSON.stringify({ saved, unconfirmed }))
  else removeOwned(name, owner)
}

function readKept(name: string, owner: string): Kept | null {
  const text = readOwned(name, owner)
  return text === null ? null : (JSON.parse(text) as Kept)
}
