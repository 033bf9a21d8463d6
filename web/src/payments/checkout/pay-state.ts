import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import { hasSessionEnded } from '../../people/auth/ended-session.ts'
import { currentUser, onSessionChange, ownerOf } from '../../people/auth/session.ts'
import { onForgetTyped } from '../../platform/lib/drafts/forget-typed.ts'
import { keepOwned, readOwned, removeOwned } from '../../platform/lib/storage/owned-text.ts'
import { VISITOR } from '../../platform/lib/storage/storage.ts'
import type { MadePayment, Subject } from './run-payment.ts'

export type Activity = 'create' | 'order' | 'checkout' | 'verify'

export type PayState = {
  /** The step in progress, or null. */
  activity: Activity | null
  /** It was created, but is not known to be paid. */
  saved: Subject | null
  /** Payments that were made and are not confirmed yet, or were rejected. */
  unconfirmed: MadePayment[]
  /** With `isSettled`, it had been paid before. */
  done: { subject: Subject; owner: string; message: string; receiptPath: string | null; isSettled: boolean } | null
  message: PayMessage | null
  /** The payment that was rejected just now. */
  refused: MadePayment | null
  /** The person knows what was paid with the same details, and wants another one. */
  isAnother: boolean
}

export const IDLE: PayState = {
  activity: null,
  saved: null,
  unconfirmed: [],
  done: null,
  message: null,
  refused: null,
  isAnother: false,
}

export function without(payments: MadePayment[], { reply }: MadePayment): MadePayment[] {
  return payments.filter((payment) => payment.reply.razorpay_payment_id !== reply.razorpay_payment_id)
}

/**
 * A message about the state of a payment. `more` is a second sentence; with `namesFields`, fields show messages of their own; with
 * `asksToLogIn`, a link to the login follows.
 */
export type PayMessage = {
  kind: 'done' | 'failed' | 'info'
  text: string
  more?: string | null
  namesFields?: true
  asksToLogIn?: true
  /** The receipt of the payment that the message is about. */
  receiptPath?: string | null
}

const NOBODY = ''

export type PayStore = ReturnType<typeof createPayStore>

/**
 * A place to pay: the form of a purpose, the page for a complaint that was filed before, or the second form of memberships. Each has a state of
 * its own, so that paying for one complaint leaves another one in the form as it is. Its last word is the purpose.
 */
export type PayPlace = Purpose | 'filed-complaint' | 'premium-membership'

/** The state of the payments of a place, and whose it is. What was created and paid survives a reload. */
export function createPayStore(place: PayPlace) {
  const name = `payment-${place}`
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
  onForgetTyped(() => {
    // Whoever was here has signed out. A tab may hear of it late, when it holds this for the next person.
    owner = NOBODY
    followSession()
  })

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
