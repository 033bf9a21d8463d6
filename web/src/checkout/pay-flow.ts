import { useSyncExternalStore } from 'react'
import { currentUser, onSessionChange, ownerOf } from '../auth/session.ts'
import { keepLastReceipt } from '../lib/last-receipt.ts'
import { keepOwned, readOwned, removeOwned } from '../lib/owned-text.ts'
import { CallError } from '../lib/request.ts'
import { VISITOR } from '../lib/storage.ts'
import { confirmPayment } from './confirm-payment.ts'
import { openLoadedCheckout } from './open-checkout.ts'
import type { PayMessage } from './pay-message.ts'
import { CANCELLED, isRefused, messageOfOutcome } from './pay-messages.ts'
import { PURPOSES, type Purpose } from './purposes.ts'
import {
  type Created,
  confirmMadePayment,
  type MadePayment,
  type Outcome,
  runPayment,
  type Steps,
  type Subject,
} from './run-payment.ts'
import { messageOfDelay } from './unconfirmed.ts'

type Activity = 'create' | 'order' | 'checkout' | 'verify'

export type PayState = {
  /** What is going on; null while nothing is. */
  activity: Activity | null
  /** Created and not known to be paid. */
  saved: Subject | null
  /** Payments that were made and are not confirmed: not yet, or refused. */
  unconfirmed: MadePayment[]
  /** The successful outcome; null until then. */
  done: { subject: Subject; owner: string; message: string; receiptPath: string | null } | null
  message: PayMessage | null
  /** The payment that was refused just now. */
  refused: MadePayment | null
}

const IDLE: PayState = { activity: null, saved: null, unconfirmed: [], done: null, message: null, refused: null }

/**
 * The one way to pay, for each purpose. It lives outside the component tree, since a sign-in or sign-out in another tab
 * builds the page anew while the checkout is open. What it keeps outlives a reload, and belongs to its owner.
 */
function createPayFlow(purpose: Purpose) {
  const rules = PURPOSES[purpose]
  const listeners = new Set<() => void>()
  let owner = ownerOf(currentUser())
  let state: PayState = { ...IDLE, ...readKept(purpose, owner) }
  let cancelling = new AbortController()

  function set(change: Partial<PayState>) {
    state = { ...state, ...change }
    // Nothing is kept if somebody signed out meanwhile.
    if (owner === ownerOf(currentUser())) keep(purpose, owner, state)
    for (const tell of listeners) tell()
  }

  function followSession() {
    const next = ownerOf(currentUser())
    if (next === owner) return
    const isHandedOver = owner === VISITOR
    // An open checkout is not interrupted.
    if (state.activity && !isHandedOver) return
    owner = next
    if (state.activity) {
      removeOwned(nameOf(purpose), VISITOR)
      set({})
    } else set({ ...IDLE, ...readKept(purpose, owner) })
  }

  function verify(payment: MadePayment) {
    const others = without(state.unconfirmed, payment)
    set({ activity: 'verify', unconfirmed: [...others, payment] })
    let receiptPath: string | null = null
    const ask = async () => {
      receiptPath = await rules.verify(payment.subject, payment.reply)
    }
    return confirmPayment(ask, { onDelay: (delay) => set({ message: messageOfDelay(delay) }) }).then(() => receiptPath)
  }

  const steps: Omit<Steps, 'create'> = {
    order(subject) {
      set({ activity: 'order' })
      return rules.openOrder(subject, cancelling.signal)
    },
    checkout(order, subject) {
      const onOpen = () => set({ activity: 'checkout' })
      return openLoadedCheckout(order, subject, { signal: cancelling.signal, onOpen })
    },
    verify,
  }

  async function run(activity: Activity, pay: () => Promise<Outcome>): Promise<Outcome | null> {
    if (state.activity) return null
    cancelling = new AbortController()
    set({ activity, message: null, refused: null })
    const outcome = await pay()
    // A refusal is logged where the call was made, and a cancelled step is no failure.
    if (outcome.kind === 'failed' && !(outcome.error instanceof CallError) && !cancelling.signal.aborted) {
      console.error(`Paying for a ${purpose} failed at ${outcome.step}:`, outcome.error)
    }
    set({ activity: null, ...afterOutcome(outcome) })
    const { message, unconfirmed, done } = state
    // Another person is signed in now: a payment just made is still reported, but saved data is not shown.
    if (owner !== ownerOf(currentUser()) && !done && unconfirmed.length === 0) {
      followSession()
      set({ message })
    }
    return outcome
  }

  function afterOutcome(outcome: Outcome): Partial<PayState> {
    if (outcome.kind === 'paid' || outcome.kind === 'settled') return afterSuccess(outcome)
    if (outcome.kind === 'failed' && outcome.step !== 'verify' && cancelling.signal.aborted)
      return { message: CANCELLED }
    const message = messageOfOutcome(purpose, outcome)
    const asked = state.unconfirmed.at(-1)
    if (outcome.kind !== 'failed' || outcome.step !== 'verify' || !asked) return { message }
    const refusal = isRefused(outcome.error) ? message : null
    const unconfirmed = [...without(state.unconfirmed, asked), { ...asked, refusal }]
    // A refusal is said beside the ID of its payment.
    return { message: refusal ? null : message, unconfirmed, refused: refusal && asked }
  }

  function afterSuccess(outcome: Extract<Outcome, { kind: 'paid' | 'settled' }>): Partial<PayState> {
    const { subject } = outcome
    const unconfirmed = state.unconfirmed.filter((payment) => payment.subject.id !== subject.id)
    const receiptPath = outcome.kind === 'paid' ? outcome.receiptPath : null
    const message = outcome.kind === 'paid' ? rules.paid : (outcome.why ?? rules.free)
    if (receiptPath && owner === ownerOf(currentUser())) {
      keepLastReceipt({ owner, text: rules.lastReceipt(subject), path: receiptPath })
    }
    // Confirmed while something else stands in the form: that shall not be left.
    const isAside = rules.keepsSubject && outcome.kind === 'paid' && state.saved?.id !== subject.id
    if (isAside) return { unconfirmed, message: { kind: 'done', text: message } }
    return { unconfirmed, saved: null, done: { subject, owner, message, receiptPath } }
  }

  onSessionChange(followSession)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: () => state,
    /** Creates what is to be paid for, and has it paid. Null while something is going on already. */
    start: (create: (signal: AbortSignal) => Promise<Created>) =>
      run('create', () =>
        runPayment({
          ...steps,
          async create() {
            const created = await create(cancelling.signal)
            if (rules.keepsSubject) set({ saved: created.subject })
            return created
          },
        }),
      ),
    /** Has something paid that was created before. */
    pay: (subject: Subject) =>
      run('order', () => {
        set({ saved: subject })
        return runPayment({ ...steps, create: async () => ({ subject }) })
      }),
    /** Asks again about a payment that was made. */
    confirm: (payment: MadePayment) => run('verify', () => confirmMadePayment(steps, payment)),
    /** Ends the sending, or the wait for the checkout; what was paid stays paid. */
    cancel: () => cancelling.abort(),
    /** Leaves what is saved as it is, unpaid, and makes room for another. Payments that were made stay. */
    startOver: () => set({ saved: null, message: null }),
    /** Called when the page is left, so that its message does not appear on the next one. */
    leave() {
      if (state.activity) return
      set({ done: null, message: null, refused: null })
      followSession()
    },
  }
}

type PayFlow = ReturnType<typeof createPayFlow>

const flows = new Map<Purpose, PayFlow>()

export function payFlow(purpose: Purpose): PayFlow {
  const flow = flows.get(purpose) ?? createPayFlow(purpose)
  flows.set(purpose, flow)
  return flow
}

export function usePayState(purpose: Purpose): PayState {
  const flow = payFlow(purpose)
  return useSyncExternalStore(flow.subscribe, flow.state)
}

function without(payments: MadePayment[], { reply }: MadePayment): MadePayment[] {
  return payments.filter((payment) => payment.reply.razorpay_payment_id !== reply.razorpay_payment_id)
}

type Kept = Pick<PayState, 'saved' | 'unconfirmed'>

function nameOf(purpose: Purpose): string {
  return `payment-${purpose}`
}

function keep(purpose: Purpose, owner: string, { saved, unconfirmed }: Kept): void {
  if (saved || unconfirmed.length > 0) keepOwned(nameOf(purpose), owner, JSON.stringify({ saved, unconfirmed }))
  else removeOwned(nameOf(purpose), owner)
}

function readKept(purpose: Purpose, owner: string): Kept | null {
  const text = readOwned(nameOf(purpose), owner)
  return text === null ? null : (JSON.parse(text) as Kept)
}
