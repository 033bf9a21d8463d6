import { Button } from '@mantine/core'
import type { SessionUser } from '@petsetu/contract/people/auth.ts'
import type { Site } from '@petsetu/contract/site/site.ts'
import { shownCause } from '@petsetu/contract/supporters/donation-causes.ts'
import { donationCalls } from '@petsetu/contract/supporters/donations.ts'
import { formatRupees } from '@petsetu/languages/formats.ts'
import { useEffect, useRef, useState } from 'react'
import { orderOf } from '../../../payments/checkout/open-checkout.ts'
import { PayActivity } from '../../../payments/checkout/pay-activity.tsx'
import { payFlow, usePayState } from '../../../payments/checkout/pay-flow.ts'
import { PayNotice } from '../../../payments/checkout/pay-notice.tsx'
import type { PayState } from '../../../payments/checkout/pay-state.ts'
import { PayTerms } from '../../../payments/checkout/pay-terms.tsx'
import type { Created } from '../../../payments/checkout/run-payment.ts'
import { UnconfirmedPayments } from '../../../payments/checkout/unconfirmed-payments.tsx'
import { useCheckoutPage } from '../../../payments/checkout/use-checkout-page.ts'
import { usePersonKey } from '../../../people/auth/ended-session.ts'
import { ownerOf, useUser } from '../../../people/auth/session.ts'
import { pageText } from '../../../platform/languages/page-text.ts'
import { useText } from '../../../platform/languages/use-text.tsx'
import { paiseOf } from '../../../platform/lib/amounts.ts'
import { paidFor } from '../../../platform/lib/last-receipt.ts'
import { CallError } from '../../../platform/lib/request.ts'
import { requestData } from '../../../platform/lib/request-data.ts'
import { typedRupees } from '../../../platform/lib/typed-rupees.ts'
import { useDraftedForm } from '../../../platform/lib/use-drafted-form.ts'
import { Notice } from '../../../platform/ui/feedback/notice.tsx'
import { focusFirstError } from '../../../platform/ui/form/focus-first-error.ts'
import { keepFocus } from '../../../platform/ui/form/keep-focus.ts'
import { PrivacyNotice } from '../../../platform/ui/form/privacy-notice.tsx'
import { RestoredNotice } from '../../../platform/ui/form/restored-notice.tsx'
import card from '../../../platform/ui/layout/card.module.css'
import { PageTitle } from '../../../platform/ui/layout/page-title.tsx'
import { DonationFields } from '../../../shared/donation-fields.tsx'
import { type DonationValues, errorsOf, valuesFor } from '../../../shared/donation-values.ts'
import { PaidPanel } from '../../../shared/paid-panel.tsx'

export function DonatePage({ site }: { site: Site }) {
  const text = useText()
  const user = useUser()
  const personKey = usePersonKey()
  useCheckoutPage('donation', site)
  return (
    <>
      <PageTitle hint={text('donating.hint')}>{text('titles.donate')}</PageTitle>
      {/* The key clears the form after signing out, for the next person. */}
      <Donating key={personKey} user={user} payee={site.legalName} />
    </>
  )
}

/** The form; while a payment is unconfirmed, its state replaces it. */
function Donating({ user, payee }: { user: SessionUser | null; payee: string }) {
  const text = useText()
  const { element, form, isRestored, clear, submit } = useDonating(user)
  const { done, unconfirmed, message, activity } = usePayState('donation')
  const isBusy = activity !== null
  const rupees = typedRupees(form.values.amount)

  if (done) return <DonatedPanel {...done} />
  const payments = (
    <UnconfirmedPayments purpose="donation" payments={unconfirmed} busyLabel={text('donating.processing')} />
  )
  if (unconfirmed.some(({ refusal }) => !refusal)) return payments
  return (
    <form
      ref={element}
      style={PAGE}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirstError(element.current, errors))}
    >
      {isRestored && <RestoredNotice onClear={clear} />}
      <div className={card.card} style={{ ...PAGE, ...PANEL, gap: 28 }}>
        <p style={SENTENCE}>{text('forms.required')}</p>
        <DonationFields form={form} />
        <PrivacyNotice id="notice.donation" />
        {payments}
        <PayNotice message={message} takesFocus />
        <PayTerms
          payee={payee}
          item={text('paidFor.donation', { purpose: shownCause(form.values.purpose, text) })}
          amount={rupees > 0 ? rupees : null}
        >
          <Button
            type="submit"
            style={{ justifySelf: 'start' }}
            color="heart"
            variant={unconfirmed.length > 0 ? 'default' : 'filled'}
            disabled={isBusy}
            onMouseDown={keepFocus}
          >
            <SubmitLabel rupees={rupees} isBusy={isBusy} />
          </Button>
        </PayTerms>
        <PayActivity purpose="donation" />
      </div>
    </form>
  )
}

function SubmitLabel({ rupees, isBusy }: { rupees: number; isBusy: boolean }) {
  const text = useText()
  if (isBusy) return text('donating.processing')
  return rupees > 0 ? text('donating.donate', { amount: formatRupees(rupees) }) : text('donating.donateNothing')
}

/** The thanks, with the way to the receipt. */
function DonatedPanel({ subject, message, receiptPath, isSettled }: NonNullable<PayState['done']>) {
  const text = useText()
  useEffect(() => {
    scrollTo({ top: 0 })
  }, [])
  return (
    <section className={card.card} style={{ ...PAGE, ...PANEL }} aria-label={text('donating.thanks')}>
      <Notice kind="done" isAlert takesFocus>
        {message}
      </Notice>
      {!isSettled && (
        <PaidPanel path={receiptPath} paidFor={paidFor('donation', subject)} daysMax={0} isVisitor={false} />
      )}
      <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => payFlow('donation').another()}>
        {text('donating.again')}
      </Button>
    </section>
  )
}

/** The fields of a donation, and sending them. `element` is the form on the page. */
function useDonating(user: SessionUser | null) {
  const [initial] = useState(() => valuesFor(user))
  const draft = { owner: ownerOf(user), form: 'donation' }
  const { form, isRestored, clear, forgetDraft } = useDraftedForm({ initial, draft, errorsOf, neverKept: ['pan'] })
  const element = useRef<HTMLFormElement>(null)
  const isDone = usePayState('donation').done !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is done, not when the form is built anew.
  useEffect(() => {
    if (!isDone) return
    clear()
    void forgetDraft()
  }, [isDone])

  async function submit(values: DonationValues) {
    const outcome = await payFlow('donation').start((signal, isAnother) => donate(values, signal, isAnother))
    if (outcome?.kind !== 'failed' || !(outcome.error instanceof CallError)) return
    form.setErrors(outcome.error.fields)
    focusFirstError(element.current, outcome.error.fields)
  }

  return { element, form, isRestored, clear, submit }
}

/**
 * Opens the order of a donation, or of the unpaid one with the same details. One that was paid today is settled, unless another one is
 * wanted.
 */
async function donate(values: DonationValues, signal: AbortSignal, isAnother: boolean): Promise<Created> {
  const body = { ...values, amount: typedRupees(values.amount), ...(isAnother && { is_another: true }) }
  const { donation_id, order_id, checkout_data, is_settled } = await requestData(
    donationCalls.donate,
    { body },
    { signal },
  )
  const { name, email, phone, amount } = values
  return {
    subject: { id: donation_id, name, email, phone, amountPaise: paiseOf(amount), fileName: null },
    order: is_settled ? { settled: pageText('checkout.donationSettled') } : orderOf(order_id, checkout_data),
  }
}

// No style sheet: the app's first script names every one, and must stay small.
const PAGE = { display: 'grid', gap: 20, maxWidth: 720 } as const
const PANEL = { padding: 'clamp(16px, 4vw, 32px)' } as const
const SENTENCE = { maxWidth: 'var(--line-length)', margin: 0 } as const
