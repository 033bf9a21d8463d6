import type { Purpose } from '@petsetu/contract/platform/purposes.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { pageLanguage } from '../../platform/languages/page-language.ts'
import { pageText } from '../../platform/languages/page-text.ts'
import { CallError } from '../../platform/lib/requests/request.ts'
import { keepLastReceipt, paidFor } from '../../platform/lib/storage/last-receipt.ts'
import { findPaid } from './find-paid.ts'
import { isRefused, messageOfClosed, messageOfDelay, messageOfOutcome, refusalOf } from './pay-messages.ts'
import {
  type Activity,
  createPayStore,
  IDLE,
  type PayPlace,
  type PayState,
  type PayStore,
  without,
} from './pay-state.ts'
import {
  type CheckoutOrder,
  type CheckoutOutcome,
  loadCheckout,
  openCheckout,
  type Payer,
  useCheckoutScript,
} from './provider.ts'
import { PURPOSE_RULES } from './purposes.ts'
import {
  type Created,
  confirmMadePayment,
  confirmPayment,
  type MadePayment,
  type Outcome,
  type PayCalls,
  runPayment,
  type Steps,
  type Subject,
} from './run-payment.ts'

/**
 * The payment flow of a place. It lives outside the component tree, because a sign-in or sign-out in another tab mounts
 * the page again while the checkout is open. What it stores survives a reload and belongs to its owner.
 */
function createPayFlow(place: PayPlace) {
  const purpose = purposeOf(place)
  const store = createPayStore(place)
  let cancelling = new AbortController()
  let calls: PayCalls | null = null
  let payer = ''

  /** Asks whether this, which was left unpaid, was paid meanwhile. It is another person's if the form holds another name; an empty one is nobody's. */
  async function findPaidSubject(subject: Subject | null): Promise<Outcome | null> {
    const found = subject?.orderId && (await findPaid(subject.orderId))
    return found ? { kind: 'paid', subject, ...found, isOthers: payer !== '' && payer !== nameOf(subject.name) } : null
  }

  /** Null if a step is already in progress. */
  async function run(
    activity: Activity,
    pay: (steps: PaySteps, signal: AbortSignal) => Promise<Outcome>,
  ): Promise<Outcome | null> {
    if (!calls || store.state().activity) return null
    cancelling = new AbortController()
    const { signal } = cancelling
    store.set({ activity, message: null, refused: null })
    const outcome = await pay(stepsOf(calls, store, signal), signal)
    logUnforeseen(outcome, signal)
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
        const found = await findPaidSubject(saved)
        // Somebody else's is only told: whoever corrects a name would pay twice.
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
      const found = await findPaidSubject(saved)
      const { saved: now, message } = store.state()
      if (found) finish(found)
      else
        store.set({ activity: null, message: message ?? (now === saved ? messageOfClosed(purpose, pageText) : null) })
      // Another one was offered meanwhile.
      if (now !== saved) await this.resume()
    },
    /** Called by the page, before anything is paid. */
    setCalls(ofPage: PayCalls) {
      calls = ofPage
    },
    /** Hears whose name is in the form: what somebody else left unpaid in this tab is not theirs. */
    setPayer(name: string) {
      payer = nameOf(name)
    },
    /** Shows the form again, for another one; even one with the same details. */
    another() {
      store.set({ done: null, message: null, refused: null, isAnother: true })
    },
    /** Leaves the saved subject unpaid, so that the form can be used for another one. Payments that were made stay. */
    startOver: () => store.set({ saved: null, message: null }),
    /** Called when the page is left, so that its message does not appear on the next one. */
    leave() {
      payer = ''
      if (store.state().activity) return
      store.set({ done: null, message: null, refused: null, isAnother: false })
      store.followSession()
    },
  }
}

type PayFlow = ReturnType<typeof createPayFlow>

const flows = new Map<PayPlace, PayFlow>()

export function payFlow(place: PayPlace): PayFlow {
  const flow = flows.get(place) ?? createPayFlow(place)
  flows.set(place, flow)
  return flow
}

export function purposeOf(place: PayPlace): Purpose {
  return place.replace(/.+-/, '') as Purpose
}

export function usePayState(place: PayPlace): PayState {
  const flow = payFlow(place)
  // The server, which renders the page for everybody, knows of no payment.
  return useSyncExternalStore(flow.subscribe, flow.state, () => IDLE)
}

type PaySteps = Omit<Steps, 'create'>

/** The steps after something was created. Each tells the store that it has begun. */
function stepsOf(calls: PayCalls, store: PayStore, signal: AbortSignal): PaySteps {
  return {
    findPaid,
    async order(subject) {
      store.set({ activity: 'order' })
      const order = await calls.openOrder?.(subject, signal)
      if (!order) throw new Error('No order')
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
      return confirmPayment(() => calls.verify(payment.subject, payment.reply), { onDelay })
    },
  }
}

const nameOf = (typed: string) => typed.trim().toLowerCase()

function savedOf({ subject, order }: Created): Subject {
  return order && 'order_id' in order ? { ...subject, orderId: order.order_id } : subject
}

/** `request` logs failed calls itself, and a cancelled step is not a failure. */
function logUnforeseen(outcome: Outcome, { aborted }: AbortSignal): void {
  if (outcome.kind !== 'failed' || outcome.error instanceof CallError || aborted) return
  console.error(`Paying failed at ${outcome.step}:`, outcome.error)
}

function keepReceipt(purpose: Purpose, owner: string, outcome: Outcome): void {
  if (outcome.kind !== 'paid') return
  keepLastReceipt({ owner, path: outcome.receiptPath, paidFor: paidFor(purpose, outcome.subject) })
}

type Before = { state: PayState; owner: string; isCancelled: boolean }

/** Returns the changes of a payment's state after its outcome. */
function afterOutcome(purpose: Purpose, outcome: Outcome, before: Before): Partial<PayState> {
  if (outcome.kind === 'paid' || outcome.kind === 'settled') return afterSuccess(purpose, outcome, before)
  if (outcome.kind === 'failed' && outcome.step !== 'verify' && before.isCancelled)
    return { message: { kind: 'info', text: pageText('checkout.cancelled') } }
  const message = messageOfOutcome(purpose, outcome, pageText)
  const payment = before.state.unconfirmed.at(-1)
  if (outcome.kind !== 'failed' || outcome.step !== 'verify' || !payment) return { message }
  const refusal = isRefused(outcome.error) ? refusalOf(outcome.error, pageLanguage()) : null
  const unconfirmed = [...without(before.state.unconfirmed, payment), { ...payment, refusal }]
  // A rejection is shown beside the ID of its payment.
  return { message: refusal ? null : message, unconfirmed, refused: refusal && payment }
}

type Success = Extract<Outcome, { kind: 'paid' | 'settled' }>

function afterSuccess(purpose: Purpose, outcome: Success, { state, owner }: Before): Partial<PayState> {
  const rules = PURPOSE_RULES[purpose]
  const { subject } = outcome
  const unconfirmed = state.unconfirmed.filter((payment) => payment.subject.id !== subject.id)
  const receiptPath = outcome.kind === 'paid' ? outcome.receiptPath : null
  const message = outcome.kind === 'paid' ? pageText(rules.paid) : (outcome.why ?? pageText(rules.free))
  // The form shows something else by now, so the page stays.
  const isAside = rules.keepsSubject && state.saved?.id !== subject.id
  if (outcome.kind === 'paid' && (isAside || outcome.isOthers)) {
    const text = `${subject.reference ?? subject.name}: ${message}`
    const more = rules.afterFailed && pageText(rules.afterFailed)
    return { unconfirmed, saved: isAside ? state.saved : null, message: { kind: 'done', text, more, receiptPath } }
  }
  const isSettled = outcome.kind === 'settled' && outcome.why !== null
  return { unconfirmed, saved: null, isAnother: false, done: { subject, owner, message, receiptPath, isSettled } }
}

/** Use it in the page itself, not in a part that is mounted again when somebody signs in or out: the checkout may be open. */
export function useCheckoutPage(place: PayPlace, site: Site, calls: PayCalls): void {
  useCheckoutScript(site)
  useEffect(() => {
    const flow = payFlow(place)
    flow.setCalls(calls)
    const resume = () => {
      if (!document.hidden) void flow.resume()
    }
    resume()
    // Somebody who approved the payment in another app comes back.
    document.addEventListener('visibilitychange', resume)
    return () => {
      document.removeEventListener('visibilitychange', resume)
      flow.leave()
    }
  }, [place, calls])
}

type Opening = {
  signal: AbortSignal
  onOpen: () => void
}

/** Opens the checkout as soon as the provider's script is loaded. Rejects if `signal` aborts before. */
async function openLoadedCheckout(
  order: CheckoutOrder,
  payer: Payer,
  { signal, onOpen }: Opening,
): Promise<CheckoutOutcome> {
  const Checkout = await Promise.race([loadCheckout(), rejectOnAbort(signal)])
  if (!Checkout) return { kind: 'failed', message: pageText('checkout.unreachable') }
  onOpen()
  return openCheckout(Checkout, order, payer, pageLanguage())
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
