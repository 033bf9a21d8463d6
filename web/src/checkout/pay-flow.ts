import type { Purpose } from '@petsetu/contract/purposes.ts'
import { useSyncExternalStore } from 'react'
import { currentUser, onSessionChange, ownerOf } from '../auth/session.ts'
import { pageLanguage } from '../languages/page-language.ts'
import { pageText } from '../languages/page-text.ts'
import { keepLastReceipt } from '../lib/last-receipt.ts'
import { keepOwned, readOwned, removeOwned } from '../lib/owned-text.ts'
import { CallError } from '../lib/request.ts'
import { VISITOR } from '../lib/storage.ts'
import { confirmPayment } from './confirm-payment.ts'
import { openLoadedCheckout } from './open-checkout.ts'
import type { PayMessage } from './pay-message.ts'
import { isRefused, messageOfOutcome, refusalOf } from './pay-messages.ts'
import { PURPOSE_RULES } from './purposes.ts'
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
  /** The step in progress, or null. */
  activity: Activity | null
  /** Created, but not known to be paid. */
  saved: Subject | null
  /** Payments that were made and are not confirmed yet, or were rejected. */
  unconfirmed: MadePayment[]
  done: { subject: Subject; owner: string; message: string; receiptPath: string | null } | null
  message: PayMessage | null
  /** The payment that was rejected just now. */
  refused: MadePayment | null
}

const IDLE: PayState = { activity: null, saved: null, unconfirmed: [], done: null, message: null, refused: null }

/**
 * The payment flow of a purpose. It lives outside the component tree, because a sign-in or sign-out in another tab mounts
 * the page again while the checkout is open. What it stores survives a reload and belongs to its owner.
 */
function createPayFlow(purpose: Purpose) {
  const rules = PURPOSE_RULES[purpose]
  const listeners = new Set<() => void>()
  let owner = ownerOf(currentUser())
  let state: PayState = { ...IDLE, ...readKept(purpose, owner) }
  let cancelling = new AbortController()

  function set(change: Partial<PayState>) {
    state = { ...state, ...change }
    // Nothing is stored if somebody signed out meanwhile.
    if (owner === ownerOf(currentUser())) keep(purpose, owner, state)
    for (const listener of listeners) listener()
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
    const verifyOnce = async () => {
      receiptPath = await rules.verify(payment.subject, payment.reply)
    }
    return confirmPayment(verifyOnce, { onDelay: (delay) => set({ message: messageOfDelay(delay, pageText) }) }).then(
      () => receiptPath,
    )
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
    // `request` logs failed calls itself, and a cancelled step is not a failure.
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
      return { message: { kind: 'info', text: pageText('checkout.cancelled') } }
    const message = messageOfOutcome(purpose, outcome, pageText)
    const payment = state.unconfirmed.at(-1)
    if (outcome.kind !== 'failed' || outcome.step !== 'verify' || !payment) return { message }
    const refusal = isRefused(outcome.error) ? refusalOf(outcome.error, pageLanguage()) : null
    const unconfirmed = [...without(state.unconfirmed, payment), { ...payment, refusal }]
    // A rejection is shown beside the ID of its payment.
    return { message: refusal ? null : message, unconfirmed, refused: refusal && payment }
  }

  function afterSuccess(outcome: Extract<Outcome, { kind: 'paid' | 'settled' }>): Partial<PayState> {
    const { subject } = outcome
    const unconfirmed = state.unconfirmed.filter((payment) => payment.subject.id !== subject.id)
    const receiptPath = outcome.kind === 'paid' ? outcome.receiptPath : null
    const message = outcome.kind === 'paid' ? pageText(rules.paid) : (outcome.why ?? pageText(rules.free))
    if (receiptPath && owner === ownerOf(currentUser())) {
      keepLastReceipt({ owner, path: receiptPath, paidFor: { purpose, id: subject.id, reference: subject.reference } })
    }
    // The form shows something else by now, so the page stays.
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
    /** Creates something and has it paid. Null if a step is already in progress. */
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
    pay: (subject: Subject) =>
      run('order', () => {
        set({ saved: subject })
        return runPayment({ ...steps, create: async () => ({ subject }) })
      }),
    confirm: (payment: MadePayment) => run('verify', () => confirmMadePayment(steps, payment)),
    /** Cancels the upload or the wait for the checkout. A payment cannot be cancelled. */
    cancel: () => cancelling.abort(),
    /** Leaves the saved subject unpaid, so that the form can be used for another one. Payments that were made stay. */
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
