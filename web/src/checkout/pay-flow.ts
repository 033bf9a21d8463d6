import { paymentCalls } from '@petsetu/contract/payments.ts'
import type { Purpose } from '@petsetu/contract/purposes.ts'
import { useSyncExternalStore } from 'react'
import { pageText } from '../languages/page-text.ts'
import { keepLastReceipt } from '../lib/last-receipt.ts'
import { CallError } from '../lib/request.ts'
import { requestData } from '../lib/request-data.ts'
import { afterOutcome } from './after-outcome.ts'
import { confirmPayment } from './confirm-payment.ts'
import { openLoadedCheckout } from './open-checkout.ts'
import { messageOfClosed } from './pay-messages.ts'
import { type Activity, type PayState, without } from './pay-state.ts'
import { createPayStore, type PayStore } from './pay-store.ts'
import { PURPOSE_RULES } from './purposes.ts'
import {
  type Created,
  confirmMadePayment,
  type FoundPayment,
  type MadePayment,
  type Outcome,
  runPayment,
  type Steps,
  type Subject,
} from './run-payment.ts'
import { messageOfDelay } from './unconfirmed.ts'

/**
 * The payment flow of a purpose. It lives outside the component tree, because a sign-in or sign-out in another tab mounts
 * the page again while the checkout is open. What it stores survives a reload and belongs to its owner.
 */
function createPayFlow(purpose: Purpose) {
  const store = createPayStore(purpose)
  let cancelling = new AbortController()

  /** Null if a step is already in progress. */
  async function run(
    activity: Activity,
    pay: (steps: PaySteps, signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | null> {
    if (store.state().activity) return null
    cancelling = new AbortController()
    const { signal } = cancelling
    store.set({ activity, message: null, refused: null })
    const outcome = await pay(stepsOf(purpose, store, signal), signal)
    logUnforeseen(purpose, outcome, signal)
    finish(outcome, signal.aborted)
    return outcome
  }

  function finish(outcome: Outcome, isCancelled = false): void {
    if (store.isOwnerSignedIn()) keepReceipt(purpose, store.owner(), outcome)
    const before = { state: store.state(), owner: store.owner(), isCancelled }
    store.set({ activity: null, ...afterOutcome(purpose, outcome, before) })
    const { message, unconfirmed, done } = store.state()
    // Another person is signed in now: a payment just made is still reported, but saved data is not shown.
    if (!store.isOwnerSignedIn() && !done && unconfirmed.length === 0) {
      store.followSession()
      store.set({ message })
    }
  }

  return {
    subscribe: store.subscribe,
    state: store.state,
    /** Creates something and has it paid, unless the last one, whose checkout was closed, was paid after all. */
    start: (create: (signal: AbortSignal, isAnother: boolean) => Promise<Created>) =>
      run('create', async (steps, signal) => {
        const { saved, isAnother } = store.state()
        const found = await findPaidSubject(steps, saved)
        if (found) return found
        return runPayment({
          ...steps,
          async create() {
            const created = await create(signal, isAnother)
            store.set({ saved: savedOf(created) })
            return created
          },
        })
      }),
    pay: (subject: Subject) =>
      run('order', (steps) => {
        store.set({ saved: subject })
        return runPayment({ ...steps, create: async () => ({ subject }) })
      }),
    confirm: (payment: MadePayment) => run('verify', (steps) => confirmMadePayment(steps, payment)),
    /** Cancels the upload or the wait for the checkout. A payment cannot be cancelled. */
    cancel: () => cancelling.abort(),
    /** Offers to pay something that was created earlier, once the server has said that its last order is not paid. */
    async offer(subject: Subject) {
      store.set({ saved: subject, done: null, message: null })
      await this.resume()
    },
    /** Asks whether what was left unpaid was paid meanwhile: when the page is loaded, or seen again. */
    async resume() {
      const { saved, activity, unconfirmed } = store.state()
      if (activity || unconfirmed.length > 0 || !saved?.orderId) return
      store.set({ activity: 'verify' })
      const found = await findPaidSubject({ findPaid }, saved)
      if (found) return finish(found)
      store.set({ activity: null, message: store.state().message ?? messageOfClosed(purpose, pageText) })
    },
    /** Shows the form again, for another one; even one with the same details. */
    another() {
      store.set({ done: null, message: null, refused: null, isAnother: true })
    },
    /** Leaves the saved subject unpaid, so that the form can be used for another one. Payments that were made stay. */
    startOver: () => store.set({ saved: null, message: null }),
    /** Called when the page is left, so that its message does not appear on the next one. */
    leave() {
      if (store.state().activity) return
      store.set({ done: null, message: null, refused: null, isAnother: false })
      store.followSession()
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

type PaySteps = Omit<Steps, 'create'>

/** The steps after something was created. Each tells the store that it has begun. */
function stepsOf(purpose: Purpose, store: PayStore, signal: AbortSignal): PaySteps {
  const rules = PURPOSE_RULES[purpose]
  return {
    findPaid,
    async order(subject) {
      store.set({ activity: 'order' })
      const order = await rules.openOrder(subject, signal)
      if ('order_id' in order) store.set({ saved: { ...subject, orderId: order.order_id } })
      return order
    },
    checkout(order, subject) {
      return openLoadedCheckout(order, subject, { signal, onOpen: () => store.set({ activity: 'checkout' }) })
    },
    verify(payment) {
      const others = without(store.state().unconfirmed, payment)
      store.set({ activity: 'verify', unconfirmed: [...others, payment] })
      const onDelay = (delay: CallError) => store.set({ message: messageOfDelay(delay, pageText) })
      return confirmPayment(() => rules.verify(payment.subject, payment.reply), { onDelay })
    },
  }
}

/** An answer that does not come leaves it unknown; the server matches the payment by itself. */
async function findPaid(orderId: string): Promise<FoundPayment | null> {
  try {
    const { is_paid, receipt_path } = await requestData(paymentCalls.orderState, { body: { order_id: orderId } })
    return is_paid ? { receiptPath: receipt_path } : null
  } catch (error) {
    if (error instanceof CallError) return null
    throw error
  }
}

async function findPaidSubject({ findPaid }: Pick<Steps, 'findPaid'>, saved: Subject | null): Promise<Outcome | null> {
  const found = saved?.orderId ? await findPaid(saved.orderId) : null
  return saved && found ? { kind: 'paid', subject: saved, ...found } : null
}

function savedOf({ subject, order }: Created): Subject {
  return order && 'order_id' in order ? { ...subject, orderId: order.order_id } : subject
}

/** `request` logs failed calls itself, and a cancelled step is not a failure. */
function logUnforeseen(purpose: Purpose, outcome: Outcome, { aborted }: AbortSignal): void {
  if (outcome.kind !== 'failed' || outcome.error instanceof CallError || aborted) return
  console.error(`Paying for a ${purpose} failed at ${outcome.step}:`, outcome.error)
}

function keepReceipt(purpose: Purpose, owner: string, outcome: Outcome): void {
  if (outcome.kind !== 'paid' || !outcome.receiptPath) return
  const { id, reference } = outcome.subject
  keepLastReceipt({ owner, path: outcome.receiptPath, paidFor: { purpose, id, reference } })
}
